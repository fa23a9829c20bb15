"""A game that is about to start or to go on: it is chosen while the menus are open and made when they are gone."""

from sixpip.app.game.session import LAST, PARKED, Session
from sixpip.port import TYPE_CHECKING
from sixpip.rules.game import engine
from sixpip.rules.setup import options, variants

if TYPE_CHECKING:
    from sixpip.app.setup.lineup import Lineup
    from sixpip.rules.setup.options import Options
    from sixpip.storage.records import Store


class GameStart:
    """What a game is made of."""

    def __init__(
        self,
        variant: str,
        row: "Options",
        lineup: "Lineup",
        records: "dict[str, object] | None",
        starter: int,
        coach: int,
    ) -> None:
        """As in App.new_game; `coach`: when it advises, as in Session. Raises BadOption."""
        found = variants.find(variant)
        values = options.resolve(found.dice_set, found.row, row)
        options.check_head_start(lineup.head_start, len(lineup.names), values)
        self.engine = found.dice_set.engine
        self._coach = coach
        self._variant = variant
        self._row = row
        self._lineup = lineup
        self._records = records
        self._starter = starter

    def make(self, store: "Store", wins: "dict[str, int]") -> Session:
        """The session of the game; `wins`: as in Session."""
        lineup = self._lineup
        game = engine.new_game(self._variant, self._row, len(lineup.names), self._starter, lineup.head_start)
        session = Session(game, lineup.names, 0, lineup.seats)
        session.members = lineup.members
        session.match = lineup.match
        session.wins = wins
        session.coach = self._coach
        session.other_records = dict(self._records or {})
        session.other_records[LAST] = session.as_last_game()
        if store.names(PARKED):
            from sixpip.app.setup.parking import logs_in_use  # the last part: it is unloaded with this module

            session.log.in_use = logs_in_use(store)
        return session


class ParkedGame:
    """A parked game that goes on."""

    def __init__(self, engine: str, name: str) -> None:
        """`engine`: of its variant; `name`: of the parked game."""
        self.engine = engine
        self._name = name

    def make(self, store: "Store", wins: "dict[str, int]") -> "Session | None":
        """The session of the game; None where it is damaged (store.damaged names it). Raises StorageError."""
        from sixpip.app.setup.resume import resume_parked

        return resume_parked(store, self._name)
