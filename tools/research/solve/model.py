"""The house rules of one game as the solver uses them: thresholds, the price of every end, what is approximated."""

from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

from sixpip.rules.rulebook import options, variants
from sixpip.rules.rulebook.variants import PHASE
from tools.research.solve import graph
from tools.research.solve.graph import Arrays, Graph, Progress, to_arrays
from tools.research.solve.probe import TURN_RULES, End, SolveError

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options
    from tools.research.solve.cache import Cache

ALL = 1 << 28
"""A price, in steps, that no score can pay."""
_COLD_PRICE = 1000
_BET = 50
_IN_GRAPH = (
    "dice hot_dice multiples three_ones straight straight_gather three_pairs pairs_count two_triplets "
    "short_straights full_house must_keep_all wild_die six_alike four_twos six_ones five_alike empty_six"
).split()
_IN_VALUES = (
    "opening opening_rolls bank_min no_risk busts cold_start train_wreck end target reach negative start".split()
)
_BETWEEN_PLAYERS = ("pick_up", "rescue", "grow")
_KNOWN = {*_IN_GRAPH, *_IN_VALUES, *_BETWEEN_PLAYERS, *TURN_RULES}
SOLVED_ENDS = ("sudden", "last-turn", "same-round", "beat-or-bust", "last-licks")
"""The ends for which two players are solved."""


@dataclass(frozen=True)
class Price:
    """What an end costs and how the counts of bad turns go on."""

    steps: int
    """Taken from the score; ALL: the whole score."""
    counts: int
    """The number of the new counts (Model.counts)."""


class Model:
    """One game: `options` has a value for every key."""

    def __init__(
        self,
        variant: str,
        row: "Options | None" = None,
        progress: Progress | None = None,
        cache: "Cache | None" = None,
        floor: int = 0,
    ) -> None:
        """Raises BadOption for unknown variants and options, SolveError for games that this solver is not for.

        `cache` stores the graphs. `floor`: with `negative`, the lowest score of two players; penalties take no more.
        """
        self.variant = variants.variant_named(variant)
        if self.variant.dice_set.engine == PHASE.engine:
            raise SolveError(f"This solver is for the ten-thousand family, and {variant} is not one of it.")
        self.row = dict(row or {})
        self.options = options.resolve(self.variant.dice_set, self.variant.options, self.row)
        self._progress = progress
        self._cache = cache
        self.floor = floor
        self.with_sun = self.variant.dice_set.wild >= 0 or self.options["wild_die"] == "yes"

    def on(self, key: str) -> bool:
        """Whether a house rule is on."""
        return self.options[key] not in ("no", "none", 0, "score")

    def number(self, key: str) -> int:
        """The value of an option in points."""
        return int(self.options[key])

    # The turn

    @cached_property
    def graph_row(self) -> "Options":
        """The house rules that differ from the variant, without those that the solver ignores."""
        drop = {"second_chance": "no"} if self.on("second_chance") and self.with_sun else {}
        return {**self.row, **drop}

    @cached_property
    def graph(self) -> Graph:
        """The turn of a player on the table."""
        return self._graph("graph", True)

    @cached_property
    def first_graph(self) -> Graph:
        """The turn of a player who is not on the table yet."""
        if not self.on("opening_rolls"):
            return self.graph
        return self._graph("first-graph", False)

    def _graph(self, name: str, opened: bool) -> Graph:
        def build() -> Graph:
            return graph.build(self.variant.name, self.graph_row, opened, self._progress)

        return self._cache.graph(self, name, build) if self._cache else build()

    @cached_property
    def step(self) -> int:
        """The points of one row: they divide every keep and every price."""
        return gcd(self.graph.step(), self.first_graph.step(), *self._fixed_prices())

    @cached_property
    def arrays(self) -> Arrays:
        """The turn of a player on the table, for the kernels."""
        return to_arrays(self.graph, self.step)

    @cached_property
    def first_arrays(self) -> Arrays:
        """The turn of a player who is not on the table yet, for the kernels."""
        return to_arrays(self.first_graph, self.step) if self.on("opening_rolls") else self.arrays

    def turn_of(self, opened: bool) -> tuple[Graph, Arrays]:
        """The graph and its arrays."""
        return (self.graph, self.arrays) if opened else (self.first_graph, self.first_arrays)

    def least_bank(self, opened: bool) -> int:
        """The fewest steps that can be banked."""
        least = self.number("bank_min") if opened else max(self.number("bank_min"), self.number("opening"))
        return max(1, -(-least // self.step))

    @cached_property
    def goal(self) -> int:
        """The first score, in steps, that reaches the target."""
        target = self.number("target")
        return target // self.step + 1 if self.options["reach"] == "above" else -(-target // self.step)

    @property
    def zero(self) -> int:
        """The steps from the lowest score of two players up to 0 points."""
        loses_all = self.on("four_twos") or "all" in (self.options["busts"], self.options["train_wreck"])
        return -self.floor // self.step if self.options["negative"] == "yes" and not loses_all else 0

    # Bad turns

    def _fixed_prices(self) -> list[int]:
        found = [int(self.options[key]) for key in ("busts", "train_wreck") if str(self.options[key])[0] == "-"]
        found += [_COLD_PRICE] if self.on("cold_start") else []
        return found + ([_BET] if self.on("calls") else [])

    @property
    def _kinds(self) -> tuple[int, int]:
        return (3 if self.on("busts") else 1, 3 if self.on("cold_start") else 1)

    @property
    def counts(self) -> int:
        """The number of different counts of bad turns running: busts, and cold starts besides."""
        return self._kinds[0] * self._kinds[1]

    def price(self, end: End, counts: int) -> Price:
        """What a bust costs for a player with these counts."""
        busts, cold = divmod(counts, self._kinds[1])
        busts_after = (busts + 1) % self._kinds[0]
        cold_after = (cold + 1) % self._kinds[1] if end.first else 0
        steps = ALL if end.cancels else 0
        steps += self._steps("busts") if self.on("busts") and not busts_after else 0
        steps += _COLD_PRICE // self.step if self.on("cold_start") and end.first and not cold_after else 0
        steps += self._steps("train_wreck") if end.on_all else 0
        steps += _BET // self.step if end.called else 0
        return Price(min(steps, ALL), busts_after * self._kinds[1] + cold_after)

    def _steps(self, key: str) -> int:
        return ALL if self.options[key] == "all" else -int(self.options[key]) // self.step

    @property
    def has_prices(self) -> bool:
        """Whether a score can become smaller."""
        return any(self.on(key) for key in ("busts", "cold_start", "train_wreck", "calls", "four_twos"))

    @property
    def takes_up(self) -> bool:
        """Whether two players are solved who take up dice (DT-06): pick_up.py."""
        ends = ("sudden", "last-turn", "beat-or-bust")
        return self.on("pick_up") and self.options["end"] in ends and self.counts == 1 and not self.has_prices

    # What is not exact

    def approximate(self) -> list[str]:
        """The rules that some of the figures leave out or simplify, each with what is done instead."""
        found = [f"{key}: unknown to the solver, ignored" for key in self.options if key not in _KNOWN and self.on(key)]
        found += self._approximate_alone() + self._approximate_in_pairs()
        if self.on("second_chance") and self.with_sun:
            found.append("second_chance: ignored, because one die is marked")
        return found

    def _approximate_alone(self) -> list[str]:
        found = []
        for key in ("six_alike", "five_alike"):
            if self.on(key):
                found.append(f"{key}: in points, a win ends the turn with the points before the roll")
        if self.options["six_ones"] == "out" or self.on("five_alike"):
            key = "five_alike" if self.on("five_alike") else "six_ones"
            found.append(f"{key}: in points, and alone, a player who is out loses only the turn")
        if self.on("four_twos"):
            found.append("four_twos: in points, the lost score is not counted")
        for key in ("busts", "train_wreck"):
            if self.options[key] == "all":
                found.append(f"{key}: in points, the lost score is not counted")
        if self.has_prices and self.options["negative"] == "yes":
            found.append("negative: to a target, scores of one player do not fall below 0")
            found.append(f"negative: scores of two players do not fall below {-self.zero * self.step}")
        if self.has_prices and (self.on("opening") or self.on("opening_rolls")):
            found.append("opening: to a target, a player whom a penalty takes back to 0 must open again")
        return found

    def _approximate_in_pairs(self) -> list[str]:
        ignored = [key for key in _BETWEEN_PLAYERS if self.on(key) and not (key == "pick_up" and self.takes_up)]
        found = [f"{key}: ignored for two players" for key in ignored]
        if self.options["end"] not in SOLVED_ENDS:
            found.append(f"end={self.options['end']}: not solved for two players")
        return found
