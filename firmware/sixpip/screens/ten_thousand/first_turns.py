"""What to press in the first two turns on a new console, said with the dice that lie there.

Also after "try it" on the pages of how to play. Which turns these are: app/settings.py.
"""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.ten_thousand.scorer import NUMBERS
from sixpip.screens.ten_thousand.decision import CHOOSE, THROW
from sixpip.screens.ten_thousand.pages import buttons_of
from sixpip.view.text import COLUMNS, points_text

if TYPE_CHECKING:
    from sixpip.screens.ten_thousand.screen import TenThousandScreen


def words_for(screen: "TenThousandScreen") -> "tuple[str, ...]":
    """Returns up to three lines about the decision of the player, () where the page itself says enough."""
    decision = screen.decision
    if screen.hint or decision.hint:
        return ()
    if decision.kind == THROW and not decision.offered:
        return "Press ROLL to throw", f"all {NUMBERS[decision.dice_next]} dice."
    if decision.kind != CHOOSE:
        return ()
    if decision.chosen:
        return _chosen(screen)
    return _rolled(screen) if decision.can_choose_best() else ()


def _rolled(screen: "TenThousandScreen") -> "tuple[str, ...]":
    """Names the dice of the best keep by their buttons."""
    decision = screen.decision
    best = decision.chosen if decision.choose_best() else 0
    points = decision.worth
    decision.choose(0)
    if not best:
        return ()
    press = f"Press {buttons_of(screen, best)}"
    keep = press + " to keep"
    one = not best & (best - 1)
    return (
        "A bright die scores." if one else "Bright dice score.",
        keep if len(keep) <= COLUMNS else press,
        f"{'It is' if one else 'They are'} worth {points_text(points)}.",
    )


def _chosen(screen: "TenThousandScreen") -> "tuple[str, ...]":
    """Names what to do with what is chosen: roll the other dice, or bank."""
    decision = screen.decision
    if not decision.can_roll or decision.keeps_first:
        return ()
    dice = decision.dice_next
    more = f"ROLL all {dice} again" if decision.hot else "ROLL the last die" if dice == 1 else f"ROLL the other {dice}"
    if decision.bank_refusal:
        return "No bank yet:", more, decision.bank_refusal
    return more + ",", f"or BANK {points_text(decision.banked_points)}: safe", decision.risk
