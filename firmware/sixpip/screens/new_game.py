"""The base class of the screens from which a game is started: its house rules, its players, and the start."""

from sixpip.app.player_names import RECORD, SEATS_RECORD, PlayerNames
from sixpip.app.preload import import_next, preload
from sixpip.app.rule_choice import saved_choice
from sixpip.players.styles import OFFERED
from sixpip.port import TYPE_CHECKING
from sixpip.screens.menu import Menu

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.rules.variant import Variant


class GameSetup(Menu):
    """The players of a game and its house rules."""

    roll = "start"

    def __init__(self, app: "App", variant: "Variant", players: int) -> None:
        """`players`: how many play the variant."""
        super().__init__(app)
        self.choice, self._dropped = saved_choice(app.store, variant)
        self.names = PlayerNames(app.store, players, OFFERED[variant.dice_set.engine])

    def tick(self, now_ms: int) -> bool:
        """Shows a notice when the house rules chosen last time had to be dropped."""
        if self._dropped:
            self.app.notify(self._dropped)
            self._dropped = ""
        return False

    def idle(self) -> bool:
        """Imports the modules of the game while the players read."""
        return preload(self.choice.variant.dice_set.engine) or import_next(self.choice.modules())

    def begin(self, names: "list[str]", seats: "list[int]") -> None:
        """Starts the game with these players, as in Session; they are saved for the next time."""
        name = self.choice.variant.name
        records: dict[str, object] = {RECORD: self.names.record()}
        remembered = self.names.seats_record()
        if remembered:
            records[SEATS_RECORD] = remembered
        self.app.new_game(name, self.choice.row, names, records, seats)
