"""Actions that are not legal, in both engines: each is refused with its reason and changes nothing."""

import pytest

from host_tests.phase_dice_fixture import FIVE_AND_THREE, KINDS, NOTHING, in_phases, refusal
from host_tests.replayed import events_of, played, refusal_of
from sixpip.rules.core import actions
from sixpip.rules.core.errors import BadLine, Illegal, sentence
from sixpip.rules.core.replay import Script
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import PhaseTenGame

D10000 = "dice-10000 players=2 opening=0 bank_min=0"
ROLLED = f"{D10000} / roll 1 2 2 3 4 6"
TRIPLES = "dice-10000 multiples=triples / roll 4 4 4 4 4 1"
OFFER = f"{D10000} / roll 1 1 1 2 3 4 / bank"
CHANCE = "pure second_chance=yes / roll 2 2 3 3 4 6"
TWO = "pure players=2"
PHASE = "phase-10 players=2"
PHASE_ROLLED = f"{PHASE} / {NOTHING}"
ALL_ASIDE = "keep 5R 5G 6B 6G 7R 7G 1B 1R 3R 3B"
NINE = NOTHING[:-3]

REFUSED = [
    (D10000, "bank", "Roll first"),
    (D10000, "keep", "Roll first"),
    (D10000, "take", "Nothing is offered"),
    (D10000, "call one", "Nothing is offered"),
    (ROLLED, "roll 1 2 3 4 5", "Choose scoring dice"),
    (ROLLED, "keep", "Choose scoring dice"),
    (ROLLED, "keep 2 2", "Two 2s score nothing"),
    (ROLLED, "keep 1 4", "One 4 scores nothing"),
    (ROLLED, "keep 5", "The last roll has no further 5 to keep"),
    (ROLLED, "keep 1 1", "The last roll has no further 1 to keep"),
    (f"{ROLLED} / keep 1", "keep", "Roll first"),
    (TRIPLES, "keep 4 4 4 4", "One 4 scores nothing"),
    (TRIPLES, "keep 4 4 4 4 4 1", "Two 4s score nothing"),
    (f"{D10000} / roll 1 2 3 4 5 6", "bank", "Hot dice: roll all 6"),
    (f"{D10000} / roll 1 2 3 4 5 6 / keep 1 2 3 4 5 6", "bank", "Hot dice: roll all 6"),
    (f"{OFFER} / roll 1 1 1 2 3 4 / bank", "roll 1 1 1 1 1 1", "Take 3 dice + 1 000?"),
    (f"{OFFER} / roll 1 1 1 5 3 4 / keep 1 1 1 5 / bank", "bank", "Take 2 dice + 1 050?"),
    (f"{OFFER} / roll 1 1 1 1 5 4 / keep 1 1 1 1 5 / bank", "bank", "Take 1 die + 2 050?"),
    ("pure calls=yes / roll 1 2 2 3 3 4 / keep 1 / call one", "bank", "Called: press ROLL"),
    ("pure press_on=yes / roll 2 2 2 3 4 6", "bank", "Three alike: roll on"),
    ("pure press_on=yes / roll 2 2 2 3 4 6 / keep 2 2 2", "bank", "Three alike: roll on"),
    ("pure must_keep_all=yes / roll 1 5 2 3 3 4", "keep 1", "Keep all that score"),
    ("pure must_keep_all=yes / roll 1 5 2 3 3 4", "keep 2", "One 2 scores nothing"),
    ("pure must_keep_all=yes full_house=250 / roll 3 3 3 5 5 5", "keep 5 5 5 3 3", "Keep all that score"),
    (CHANCE, "keep 2", "Hold 2 dice or more"),
    (CHANCE, "keep 2 2 3 3 4 6", "Leave dice to roll"),
    (CHANCE, "bank", "Hold 2 dice or more"),
    (f"{CHANCE} / keep 2 2", "bank", "Roll the others"),
    (f"{CHANCE} / keep 2 2 / roll 2 1 4 6", "keep 1", "Keep what you held"),
    (f"{TWO} grow=yes / roll 1 1 2 3 3 4 / bank / roll 1 1 2 3 3 4", "bank", "Bank over 200"),
    (f"{TWO} end=exact target=500 / roll 5 5 5 2 3 4 / bank", "bank", "Roll the 3 dice left?"),
    (f"{TWO} end=exact target=500 / roll 3 3 3 1 1 2 / bank", "bank", "Roll the 1 die left?"),
    ("farkle-retail / roll 4 4 4 2 3 6", "bank", "100 more to get in"),
    ("pure opening=350 opening_rolls=3 / roll 1 1 1 2 3 6", "bank", "2 more rolls first"),
    ("pure opening=350 opening_rolls=3 / roll 1 1 1 2 3 6 / keep 1 1 1 / roll 5 2 3", "bank", "1 more roll first"),
    ("pure bank_min=300 / roll 1 2 2 3 4 6", "bank", "200 more to bank"),
    (PHASE, "stop", "Roll first"),
    (PHASE, "keep H1", "Roll first"),
    (PHASE, "back H1", "A die named is not among those"),
    (PHASE, "roll 5R 5G", "10 dice are thrown, not 2"),
    ("phase-10 players=2 start=one-die", "roll 7B 7G", "1 die is thrown, not 2"),
    ("phase-10 players=2 start=one-die", "stop", "Roll for the start"),
    (PHASE_ROLLED, "bank", "Not in this game"),
    (PHASE_ROLLED, "take", "Not in this game"),
    (PHASE_ROLLED, "fresh", "Not in this game"),
    (PHASE_ROLLED, "back 5R", "There is no further 5R among those dice"),
    (PHASE_ROLLED, "keep 8G", "There is no further 8G among those dice"),
    (PHASE_ROLLED, "keep H7", "There is no further H7 among those dice"),
    (PHASE_ROLLED, "keep 5R 5R", "There is no further 5R among those dice"),
    (f"{PHASE_ROLLED} / keep 5R", "keep 5R", "There is no further 5R among those dice"),
    (f"{PHASE_ROLLED} / keep 5R", "keep H1", "A die named is not among those"),
    (f"{PHASE_ROLLED} / keep 5R", "back 5G", "There is no further 5G among those dice"),
    (f"{PHASE_ROLLED} / keep 5R", "back H2", "A die named is not among those"),
    (f"{PHASE_ROLLED} / keep 5R", NOTHING, "9 dice are thrown, not 10"),
    (f"{PHASE_ROLLED} / {ALL_ASIDE}", "roll", "All dice are set aside"),
    (f"{PHASE_ROLLED} / {NOTHING} / {NOTHING}", NOTHING, "No rolls left"),
    (f"{PHASE_ROLLED} / {NOTHING} / {NOTHING}", "keep 5R", "No rolls left"),
    (f"{PHASE_ROLLED} / keep 3B / {NINE} / {NINE}", "back 3B", "No rolls left"),
]


@pytest.mark.parametrize(("lines", "line", "reason"), REFUSED)
def test_what_is_not_legal_is_refused_with_the_reason(lines: str, line: str, reason: str) -> None:
    assert refusal_of(played(lines), line) == reason


def test_a_die_that_was_kept_before_cannot_be_kept_again() -> None:
    game = played(f"{D10000} / roll 1 1 2 3 4 6 / keep 1 / roll 1 2 2 3 4")
    with pytest.raises(Illegal, match="^Keep dice of the last roll$"):
        game.apply((actions.KEEP, 0b000001), Script([]))
    assert game.keep_points(0b000010) == 100


def test_a_refused_bank_shows_how_many_points_are_missing() -> None:
    game = played("dice-10000 players=2 / roll 1 5 2 2 3 4")
    assert (game.bank_refusal(), game.bank_refusal(0b01)) == ("850 more to get in", "900 more to get in")
    game.opened[0] = True
    assert game.bank_refusal() == "150 more to bank"
    with pytest.raises(Illegal, match="One 2 scores nothing"):
        game.bank_refusal(0b100)
    assert played("pure opening=300 / roll 1 1 5 3 4 6 / keep 1 1 5").bank_refusal() == "50 more to get in"


def test_one_point_more_than_the_score_to_beat_can_be_banked() -> None:
    game = played("ten-grand players=2 start=seated target=500 / roll 50 50 50 A K Q / bank")
    game.scores[1] = 400
    events_of(game, "roll 100 A K K Q J")
    assert game.bank_refusal() == "Beat 500"
    game.scores[1] = 401
    assert game.bank_refusal() is None


@pytest.mark.parametrize("number", [-1, 6])
def test_an_unknown_number_of_a_call_is_illegal(number: int) -> None:
    game = played("pure calls=yes")
    with pytest.raises(Illegal, match="There is no such call"):
        game.apply((actions.CALL, number), Script([]))
    assert actions.CALL in game.legal()


def test_an_impossible_choice_of_phase_dice_is_refused() -> None:
    game = played(PHASE_ROLLED)
    assert refusal(game, actions.BACK, 1) == "Nothing is set aside"
    for positions in (None, 0, dice.ALL + 1, dice.ALL + 2, -1):
        assert refusal(game, actions.KEEP, positions) == "Set aside dice on the table"
    events_of(game, "keep H1 H2")
    for positions in (1, 2, 3, 5):
        assert refusal(game, actions.KEEP, positions) == "Set aside dice on the table"
    for positions in (None, 0, 4, 5, 7, -1, dice.ALL + 1):
        assert refusal(game, actions.BACK, positions) == "Take back dice set aside"
    events_of(game, "keep " + " ".join(f"H{high}" for high in range(3, 7)) + " L1 L2 L3 L4")
    assert refusal(game, actions.KEEP, 1) == refusal(game, actions.ROLL) == "All dice are set aside"


def test_before_the_start_and_after_the_end_everything_is_refused() -> None:
    game = played("dice-10000 target=500 / roll 1 1 1 2 3 4 / bank")
    for line in ("roll 1 1 1 1 1 1", "keep", "bank", "take", "fresh"):
        assert refusal_of(game, line) == "The game is over"
    game = PhaseTenGame("phase-10", {}, 2)
    for kind in (actions.KEEP, actions.BACK, actions.STOP, actions.BANK):
        assert refusal(game, kind) == "Roll for the start"
    game = in_phases([10])
    for line in (FIVE_AND_THREE, "stop"):
        events_of(game, line)
    for kind in KINDS:
        assert refusal(game, kind) == "The game is over"


@pytest.mark.parametrize(
    ("error", "words"), [(BadLine("a word", 3), "a word"), (KeyError("two"), "two"), (BadLine(), "")]
)
def test_the_sentence_of_an_error_is_the_text_that_it_was_raised_with(error: Exception, words: str) -> None:
    assert sentence(error) == words
