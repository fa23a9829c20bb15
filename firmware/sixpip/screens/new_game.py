"""The base class of the screens from which a game is started: its house rules, its players, and the start."""

from sixpip.app.lineup import match_of_last_game, next_match
from sixpip.app.player_names import AGAINST, GROUPS, RECORD, PlayerNames, with_group
from sixpip.app.preload import import_next, preload
from sixpip.app.rule_choice import saved_choice
from sixpip.players.styles import OFFERED
from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.menu import Menu

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.lineup import Lineup
    from sixpip.app.player_names import Group
    from sixpip.app.rule_choice import RuleChoice
    from sixpip.rules.variant import Variant


_LONG = const(2000)  # from this target on a head start is a multiple of 50
_WITHOUT_TARGET = (0, 10, 20, 50, 100)


class GameSetup(Menu):
    """The players of a game and its house rules."""

    roll = "start"

    def __init__(self, app: "App", variant: "Variant", players: int, group: "Group | None" = None) -> None:
        """`players`: how many play the variant; `group`: who, None for the last group of that many."""
        super().__init__(app)
        self.choice, self._dropped = saved_choice(app.store, variant)
        self.names = PlayerNames(app.store, players, OFFERED[variant.dice_set.engine], group)

    def tick(self, now_ms: int) -> bool:
        """Shows a notice when the house rules chosen last time had to be dropped."""
        if self._dropped:
            self.app.notify(self._dropped)
            self._dropped = ""
        return False

    def idle(self) -> bool:
        """Imports the modules of the game while the players read."""
        return preload(self.choice.variant.dice_set.engine) or import_next(self.choice.modules())

    def begin(self, lineup: "Lineup") -> None:
        """Starts the game with these players; they are saved for the next time. A match of theirs goes on."""
        app = self.app
        app.acknowledge_press()
        records: dict[str, object] = {RECORD: self.names.record()}
        if len(self.names.names) == 1:
            records[AGAINST] = self.names.against
        else:
            records[GROUPS] = with_group(app.store, self.names.group())
        from sixpip.app import last_game  # once in a game

        last = last_game.load(app.store)
        before = match_of_last_game(lineup, last)
        lineup.match = next_match(before, app.settings.values["match"], len(lineup.names))
        app.new_game(self.choice.variant.name, self.choice.row, lineup, records)


def head_starts(choice: "RuleChoice") -> "tuple[int, ...]":
    """The points of each size of a head start: parts of the target; without a target those of a phase or two."""
    target = int(choice.values.get("target", 0))
    if not target:
        return _WITHOUT_TARGET
    step = 50 if target >= _LONG else 5
    return tuple([target * percent // 100 // step * step for percent in (0, 5, 10, 20, 30)])
