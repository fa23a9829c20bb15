"""The numbers in the tables of the turn solver. The build writes them where they are used: the Pico never loads this.

A code is 16 bits for each useful keep, or for an outcome: the row of the next roll | MUST_ROLL | points of the keep in
units << POINTS. The row of a roll is the number of dice, plus MARKED when the marked die of a set with a sun is among
them, plus LOW or HIGH when dice of a triple kept before can be joined (HR-10). Row 0 stands for an outcome that ends
the turn; its points are then the number of the outcome. Row BANKED stands for turn points that are banked in spite of a
bust (HR-05).
"""

from sixpip.port import const

ROW = const(15)
MARKED = const(7)
LOW = const(7)
HIGH = const(10)
MOST_JOINED = const(3)
"""With more dice left a kept triple makes no difference to the row."""
ROWS = const(15)
BANKED = const(15)
MUST_ROLL = const(16)
POINTS = const(5)
MOST_UNITS = const(2047)

BUST = const(0)
WRECK = const(1)
CANCELED = const(2)
OUT = const(3)
WIN = const(4)
OUTCOMES = const(5)
"""Outcomes that end the turn: a bust, a bust on all dice, the score is canceled, the player is out, the game is won."""

MOST_STEPS = const(220)
"""Turn points, in units, above which a turn has no other values: more than a whole game of 10 000."""
OUTCOME = const(221)  # MOST_STEPS + 1
NEXT = const(226)  # OUTCOME + OUTCOMES
"""The places in `values` (turn_solver.py): up to MOST_STEPS of banks, from OUTCOME of outcomes, from NEXT of rolls."""
CELLS = const(40)
STATES = const(41)
"""The scores in the chances to win are counted in cells, CELLS to the target. A player is in state 0 before the first
bank, in state 1 + cell after it. Without an opening both mean no points."""
