"""The numbers in the tables of the turn solver. The build writes them where they are used, so that the Pico never loads
this module.

A code has 16 bits. There is one for each useful keep, or for an outcome: the row of the next roll | MUST_ROLL | points
of the keep in units << POINTS. The row of a roll is the number of dice, plus MARKED when the marked die of a set with a
sun is among them, plus LOW or HIGH when dice of a triple kept before can be joined (HR-10). Row 0 stands for an outcome
that ends the turn; its points are then the number of the outcome. Row BANKED stands for turn points that are banked in
spite of a bust (HR-05).
"""

from sixpip.compat import const
from sixpip.rules.ten_thousand.house_rules.house_rule import BUST as BUST
from sixpip.rules.ten_thousand.house_rules.house_rule import CANCELED as CANCELED
from sixpip.rules.ten_thousand.house_rules.house_rule import OUT as OUT
from sixpip.rules.ten_thousand.house_rules.house_rule import OUTCOMES as OUTCOMES
from sixpip.rules.ten_thousand.house_rules.house_rule import WIN as WIN
from sixpip.rules.ten_thousand.house_rules.house_rule import WRECK as WRECK

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

MOST_STEPS = const(220)
"""The most turn points, in units, with values of their own. They are more than a whole game of 10 000."""
OUTCOME = const(221)  # MOST_STEPS + 1
NEXT = const(226)  # OUTCOME + OUTCOMES
"""Indexes in `values` (turn_solver.py). Banks are at 0 to MOST_STEPS, outcomes from OUTCOME on, rolls from NEXT on."""
CELLS = const(40)
STATES = const(41)
"""The scores in the chances to win are counted in cells; the target has CELLS of them. A player is in state 0 before
the first bank, in state 1 + cell after it. Without an opening both mean no points."""
