"""The kinds of action and the kinds of event: the words that games, screens, logs and saves share.

An action is (kind, detail); an event is (kind, ...) as listed below.
"""

ROLL = "roll"  # detail None
KEEP = "keep"  # detail: the tray positions kept, one bit each
BANK = "bank"  # detail None
TAKE = "take"  # detail None: take up what is offered
FRESH = "fresh"  # detail None: refuse it, start with all dice
CALL = "call"  # detail: the number of a call (house/calls.py)
STOP = "stop"  # detail None: let it be; ends a turn
BACK = "back"  # detail: the tray positions taken back from those set aside

ROLLED = "rolled"  # faces of the tray (bytes), positions thrown
KEPT = "kept"  # positions kept, points of the keep
HOT = "hot"  # (nothing more): all dice of the set are kept
BUST = "bust"  # player, turn points lost
BANKED = "banked"  # player, points banked, score after it
OPENED = "opened"  # player: on the table from now on
TOOK = "took"  # dice taken up, turn points taken over
BONUS = "bonus"  # turn points gained besides, why
PENALTY = "penalty"  # player, change of the score, why
ASIDE = "aside"  # the positions now set aside
MADE = "made"  # player, phase, its points, positions used
MISSED = "missed"  # player, phase, dice that were missing
AGAIN = "again"  # why: the dice (or some of them) are thrown once more
CALLED = "called"  # the number of the call
THREW = "threw"  # player, what he threw for the start
OUT = "out"  # player who is out of the game, why
WON = "won"  # player who wins outright, why
CLOSING = "closing"  # player who reached the target: the last turns begin
TURN = "turn"  # player whose turn opens
OVER = "over"  # winner, -1 for nobody
