"""The values of banks and outcomes in points, for players who want the most points a turn; and what a turn can cost."""

from sixpip.players.ten_thousand.passes import OUTCOME
from sixpip.players.ten_thousand.roll_codes import BUST, CANCELED, OUT, WIN, WRECK
from sixpip.port import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sixpip.players.ten_thousand.turn_solver import TurnSolver
    from sixpip.rules.option import Options
    from sixpip.rules.ten_thousand.game import Game

_ZERO = const(4000)
"""The least value of no points, so that a loss of points has a value, too."""
_STEP = const(128)
"""The highest value of one unit of points."""
_LEAST_STEP = const(16)
_MOST = const(32767)
_SET = const(20)  # values set in one step
_MEAN_LOSS = {"busts": 2000, "train_wreck": 5000, "four_twos": 5000}
"""The points that a loss of the whole score costs on average."""


def scale(most: int, lost: int) -> "tuple[int, int]":
    """The value of no points, and that of a unit: for turn points up to `most` and losses up to `lost`, in units."""
    step = max(_LEAST_STEP, min(_STEP, _MOST // (most + lost)))
    return min(max(_ZERO, lost * step), _MOST - most * step), step


def set_points(solver: "TurnSolver", most: int, least: int, bust: int, wreck: int, canceled: int) -> "Iterator[None]":
    """Sets the values of a solver; yields every few milliseconds. Start the pass afterwards.

    `most`: the highest turn points in units; `least`: the fewest points of a bank; `bust`, `wreck`, `canceled`: the
    points that these outcomes cost.
    """
    values = solver.values
    unit = solver.unit
    zero, step = scale(most, -(-max(bust, wreck, canceled) // unit))
    solver.zero = zero
    solver.unit_value = step
    for units in range(most + 1):
        values[units] = zero + units * step if units and units * unit >= least else 0
        if units % _SET == 0:
            yield
    values[OUTCOME + BUST] = max(0, zero - bust * step // unit)
    values[OUTCOME + WRECK] = max(0, zero - wreck * step // unit)
    values[OUTCOME + CANCELED] = max(0, zero - canceled * step // unit)
    values[OUTCOME + OUT] = 0
    values[OUTCOME + WIN] = _MOST


def points_of(solver: "TurnSolver", value: int) -> int:
    """The points of a value that follows from `set_points`."""
    return (value - solver.zero) * solver.unit // solver.unit_value


def least_bank(game: "Game") -> int:
    """The fewest turn points that game.player can bank."""
    least = int(game.options["bank_min"])
    if not game.opened[game.player]:
        least = max(least, int(game.options["opening"]))
    last = game.house_rules.record().get("grow")
    if last:
        from sixpip.rules.ten_thousand.house_rules.thresholds import bank_to_beat  # loaded by the game, too

        least = max(least, bank_to_beat(game, last) + 1)
    return least


def loss(options: "Options", key: str, score: int) -> int:
    """The points that `busts`, `train_wreck` or `four_twos` takes from a score: some, or all of it."""
    value = options[key]
    return 0 if value in ("none", "no") else max(0, score) if value in ("all", "yes") else -int(value)


def bust_price(game: "Game") -> int:
    """The points that a bust of game.player costs now: the price of three in a row if it is the third."""
    row = game.house_rules.record().get("busts")
    return loss(game.options, "busts", game.scores[game.player]) if row and row[game.player] >= 2 else 0


def wreck_price(game: "Game") -> int:
    """The points that a bust on all dice costs game.player."""
    return loss(game.options, "train_wreck", game.scores[game.player])


def canceled_price(game: "Game") -> int:
    """The points that game.player loses when the score is canceled (CT-08)."""
    return loss(game.options, "four_twos", game.scores[game.player])


def losses(game: "Game") -> "tuple[int, int, int]":
    """What a bust, a bust on all dice and four 2s take from the score of game.player, which may stop at 0."""
    prices = (bust_price(game), wreck_price(game), canceled_price(game))
    if game.options["negative"] == "yes":
        return prices
    score = game.scores[game.player]
    return min(prices[0], score), min(prices[1], score), min(prices[2], score)


def mean_loss(options: "Options", key: str) -> int:
    """The points that `busts`, `train_wreck` or `four_twos` takes on average."""
    return loss(options, key, _MEAN_LOSS[key])
