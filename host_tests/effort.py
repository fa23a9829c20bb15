"""How much random and exhaustive tests do: the most in make sweep, less in make test, a part of that in make quick.

Make quick is pytest with --hypothesis-profile=quick; the profiles are defined here. Make sweep is pytest with the
expression SWEEP of tools/targets.py for markers: it draws other examples in each run, by a seed that it prints. All
other runs draw the same ones, unless a seed is given: --hypothesis-seed=7.
"""

import random
from collections.abc import Sequence

import pytest
from hypothesis import is_hypothesis_test, settings

from tools.targets import SWEEP

_EXAMPLES = 50
_QUICK_EXAMPLES = 10
_SHARE = 5

_MORE = 4
"""How many times the examples of make test are drawn in make sweep."""

PROFILES = {"default": _EXAMPLES, "quick": _QUICK_EXAMPLES}
for _name, _examples in PROFILES.items():
    settings.register_profile(_name, deadline=None, database=None, derandomize=True, max_examples=_examples)
settings.load_profile("default")


def is_quick() -> bool:
    return settings().max_examples == _QUICK_EXAMPLES


_sweeps = False


def configure(config: pytest.Config) -> None:
    """Notes whether this is make sweep, and chooses its seed, before the tests are imported."""
    global _sweeps
    _sweeps = config.option.markexpr == SWEEP
    if _sweeps and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(10**9))  # pytest-xdist tells the processes
    if config.option.hypothesis_seed is not None:
        for name in PROFILES:
            settings.register_profile(name, settings.get_profile(name), derandomize=False)
        settings.load_profile(config.option.hypothesis_profile or "default")


def seed_sentence(config: pytest.Config) -> str:
    """How to draw the examples of this run again; "" when every run draws them."""
    seed = config.option.hypothesis_seed
    return f"The examples were drawn with --hypothesis-seed={seed}: give it as ARGS to draw them again." if seed else ""


def scaled(tested: int, swept: int) -> int:
    """Returns how much a test marked `scaled` does: `swept` in make sweep, else `tested`."""
    return swept if _sweeps else tested


def part(whole: int) -> int:
    """Returns how many of `whole` examples to run: a fifth in make quick."""
    return max(1, whole // _SHARE) if is_quick() else whole


def scale(items: Sequence[pytest.Item]) -> None:
    """In make quick, reduces the properties that have a number of examples of their own; in make sweep, all draw more.

    Marks all properties as `scaled`.
    """
    drawn = [item for item in items if is_hypothesis_test(getattr(item, "obj", None))]
    for item in drawn:
        item.add_marker("scaled")
    for test in {getattr(item, "obj", None) for item in drawn} if is_quick() or _sweeps else ():
        own = getattr(test, "_hypothesis_internal_use_settings", None)  # there is no public way to change it
        if own:
            examples = own.max_examples * _MORE if _sweeps else min(own.max_examples, _QUICK_EXAMPLES)
            setattr(test, "_hypothesis_internal_use_settings", settings(own, max_examples=examples))  # noqa: B010  not an attribute of functions
