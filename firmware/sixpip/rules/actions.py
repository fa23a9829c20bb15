"""The kinds of action and the kinds of event: the words that games, screens, logs and saves share.

An action is (kind, detail); an event is (kind, ...) as listed below.
"""

ROLL = "roll"  # detail None
KEEP = "keep"  # detail: the tray positions kept, one bit each
BANK = "bank"  # detail None
TAKE = "take"  # detail None: take up what is offered
FRESH = "fresh"  # detail None: refuse it, start with all dice

ROLLED = "rolled"  # faces of the tray (bytes), positions rolled
KEPT = "kept"  # positions kept, points of the keep
HOT = "hot"  # (nothing more): all dice of the set are kept
BUST = "bust"  # player, turn points lost
BANKED = "banked"  # player, points banked, score after it
OPENED = "opened"  # player: on the table from now on
TOOK = "took"  # dice taken up, turn points taken over
PENALTY = "penalty"  # player, change of the score, why
CLOSING = "closing"  # player who reached the target: the last turns begin
TURN = "turn"  # player whose turn opens
OVER = "over"  # winner
