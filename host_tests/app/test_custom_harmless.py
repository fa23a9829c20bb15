"""Any variant file is refused with a sentence, or its variant can be shown, played and resumed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests.random_play import Lcg, choose
from host_tests.variant_file import GOOD, file
from sixpip.rules.game.engine import new_game
from sixpip.rules.game.errors import BadOption
from sixpip.rules.menus import custom
from sixpip.rules.setup import options, variants
from sixpip.rules.setup.record import from_record
from sixpip.rules.variant import Variant
from sixpip.view.game.faces import face

pytestmark = pytest.mark.usefixtures("no_own_variants")

words = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"\\'), max_size=20)
plain = st.recursive(
    st.integers(-999999999, 999999999) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
    max_leaves=20,
)
row = st.sampled_from([(option.key, value) for option in options.OPTIONS for value in option.values])
bases = st.sampled_from([variant.name for variant in variants.VARIANTS])
points = st.lists(st.sampled_from((0, 5, 50, 333, 10000)), min_size=6, max_size=6)
names = st.sampled_from([*"123456AKQJZbx0", "10", "50", "100"])
near = st.fixed_dictionaries(
    {"name": st.just("mine"), "base": bases},
    optional={
        "rules": st.lists(row, max_size=5).map(dict),
        "faces": st.lists(names, min_size=6, max_size=6, unique=True),
        "table": st.fixed_dictionaries({}, optional={"singles": points, "triples": points}),
    },
)


def read_or_refuse(data: bytes) -> "Variant | None":
    """The variant, None when the file is refused in one sentence that a notice can show. Nothing else may happen."""
    try:
        return custom.read(data)
    except BadOption as refused:
        (sentence,) = refused.args
        assert isinstance(sentence, str) and 10 < len(sentence) <= 200
        assert all(" " <= letter <= "~" for letter in sentence)
        return None


@given(st.binary(max_size=3000))
def test_any_bytes_are_refused_in_a_sentence(data: bytes) -> None:
    assert read_or_refuse(data) is None


@given(st.sampled_from(sorted(GOOD)), anything | plain)
def test_any_value_at_any_key_is_accepted_or_refused_in_a_sentence(key: str, value: Any) -> None:
    read_or_refuse(json.dumps({**GOOD, key: value}).encode())


@given(st.integers(0, 200), st.integers(0, 20), st.binary(max_size=4))
def test_a_damaged_file_is_accepted_or_refused_in_a_sentence(at: int, cut: int, put: bytes) -> None:
    data = file()
    read_or_refuse(data[:at] + put + data[at + cut :])


@given(plain, st.sampled_from((None, 1)))
def test_json_is_read_as_by_any_other_reader(value: Any, indent: int | None) -> None:
    assert custom.read_json(json.dumps(value, indent=indent).encode(), 99) == value


@given(st.text('{}[]",:-01aE.+ \n\\', max_size=24))
def test_text_that_is_not_json_is_refused(text: str) -> None:
    try:
        value = custom.read_json(text.encode(), 99)
    except BadOption:
        return
    assert json.loads(text) == value


@given(near, st.integers(0, 999))
def test_every_accepted_variant_can_be_shown_played_and_resumed(content: dict[str, Any], seed: int) -> None:
    variant = read_or_refuse(json.dumps(content).encode())
    if variant is None:
        return
    variants.clear_own()
    variants.register(variant)
    game = new_game("mine", players=2)
    assert all(len(face(name, game.dice_set.kind)) == 16 for name in game.dice_set.faces)
    lcg = Lcg(seed)
    for _ in range(30):
        if not game.legal():
            break
        game.apply(choose(game, lcg), lcg)
    record = json.loads(json.dumps(game.record()))
    assert from_record(record).record() == record
