"""How much random and exhaustive tests do: the most in make sweep, less in make test, a part of that in make quick.

Make quick is pytest with --hypothesis-profile=quick; the profiles are defined here. Make sweep is pytest with the
expression SWEEP of tools/targets.py for markers.
"""

from collections.abc import Sequence

import pytest
from hypothesis import settings

from tools.targets import SWEEP

_EXAMPLES = 50
_QUICK_EXAMPLES = 10
_SHARE = 5

settings.register_profile("default", deadline=None, max_examples=_EXAMPLES)
settings.register_profile("quick", deadline=None, max_examples=_QUICK_EXAMPLES)
settings.load_profile("default")


def is_quick() -> bool:
    return settings().max_examples == _QUICK_EXAMPLES


_sweeps = False


def configure(config: pytest.Config) -> None:
    """Notes whether this is make sweep, before the tests are imported."""
    global _sweeps
    _sweeps = config.option.markexpr == SWEEP


def scaled(tested: int, swept: int) -> int:
    """Returns how much a test marked `scaled` does: `swept` in make sweep, else `tested`."""
    return swept if _sweeps else tested


def part(whole: int) -> int:
    """Returns how many of `whole` examples to run: a fifth in make quick."""
    return max(1, whole // _SHARE) if is_quick() else whole


def reduce(items: Sequence[pytest.Item]) -> None:
    """In make quick, reduces the properties that have a number of examples of their own."""
    for test in {getattr(item, "obj", None) for item in items} if is_quick() else ():
        own = getattr(test, "_hypothesis_internal_use_settings", None)  # there is no public way to change it
        if own:
            reduced = settings(own, max_examples=min(own.max_examples, _QUICK_EXAMPLES))
            setattr(test, "_hypothesis_internal_use_settings", reduced)  # noqa: B010  not an attribute of functions
