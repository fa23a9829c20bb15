"""Hypothesis strategies for games of ten thousand and for damaged records."""

from typing import Any

from hypothesis import strategies as st

from host_tests import random_play
from host_tests.phase_dice_fixture import in_phases
from host_tests.random_play import Lcg
from sixpip.rules.rulebook.variants import PHASE, VARIANTS
from sixpip.rules.ten_thousand.game import TenThousandGame

plain_rows = st.fixed_dictionaries(
    {"target": st.sampled_from([500, 1000, 2500])},
    optional={
        "hot_dice": st.sampled_from(["optional", "forced"]),
        "multiples": st.sampled_from(["triples", "doubling", "adding", "fixed"]),
        "pairs_count": st.sampled_from(["strict", "4+2"]),
        "opening": st.sampled_from([0, 350, 500]),
        "bank_min": st.sampled_from([0, 50, 300]),
        "busts": st.sampled_from(["none", -500, -1000, "all"]),
        "pick_up": st.sampled_from(["yes", "no"]),
        "reach": st.sampled_from(["at", "above"]),
        "negative": st.sampled_from(["yes", "no"]),
    },
)
plain_games = st.builds(TenThousandGame, st.just("dice-10000"), plain_rows, st.integers(1, 6))
STARTS = ("seated", "one-die")
seeds = st.integers(0, 2**31 - 1)


def with_house_rules(variant: str, seed: int, players: int) -> TenThousandGame:
    """A game of any variant with up to eight house rules at random."""
    row = random_play.house_rules(variant, Lcg(seed))
    if row.get("start") == TenThousandGame(variant).options["start"]:
        del row["start"]
    return TenThousandGame(variant, row, players)


variant_names = st.sampled_from([variant.name for variant in VARIANTS if variant.dice_set.kind != PHASE.kind])
games = st.one_of(plain_games, st.builds(with_house_rules, variant_names, seeds, st.integers(1, 6)))
phase_games = st.builds(in_phases, st.lists(st.integers(1, 10), min_size=1, max_size=6), st.sampled_from(STARTS))

LARGE = 10**9 - 10**6
"""Nearly the largest number in a record, so that a game played on from there still fits."""

junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-10, 70),
    st.sampled_from([10**6, LARGE, -LARGE, 2**31, 2**64, 10**5000]),
    st.floats(),
    st.sampled_from(["", "0", "ready", "rolled", "kept", "over", "pick_up", "end", "opening", "dice-10000", "12"]),
    st.lists(st.one_of(st.integers(-2, 70), st.text(max_size=3)), max_size=7),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)


def slots(record: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a record."""
    keys = list(record) if isinstance(record, dict) else range(len(record)) if isinstance(record, list) else ()
    return [way for key in keys for way in ((*path, key), *slots(record[key], (*path, key)))]


def at(record: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        record = record[key]
    return record


def spoil(record: dict[str, Any], data: st.DataObject) -> None:
    """Changes one value in a record."""
    path = data.draw(st.sampled_from(slots(record)))
    inside = at(record, path[:-1])
    how = data.draw(st.sampled_from(["put", "put", "drop", "longer", "next"]))
    value = inside[path[-1]]
    if how == "drop":
        del inside[path[-1]]
    elif how == "longer" and isinstance(value, list):
        value.append(data.draw(st.sampled_from([0, 1, -1])))
    elif how == "next" and type(value) is int:
        inside[path[-1]] = value + data.draw(st.sampled_from([1, -1, 64]))
    else:
        inside[path[-1]] = data.draw(junk)
