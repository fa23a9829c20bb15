"""The engine of the ten-thousand family: reasons, offers, events. The rules themselves are in cases/."""

import pytest

from host_tests.replayed import after, events_of
from sixpip.rules.game import actions
from sixpip.rules.game.engine import ENGINES, new_game
from sixpip.rules.game.errors import BadOption, Illegal
from sixpip.rules.game.events import BANKED, BUST, CLOSING, GAME_OVER, KEPT, OPENED, PENALTY, ROLLED, TOOK, TURN, event
from sixpip.rules.menus.replay import Script
from sixpip.rules.ten_thousand.game import Game


def test_a_game_has_one_to_six_players() -> None:
    assert Game("dice-10000").players == 1
    for variant in ("pure", "phase-10"):
        assert new_game(variant).players == ENGINES[new_game(variant).dice_set.engine].new_game(variant).players == 1
    for players in (0, 7, -1):
        with pytest.raises(BadOption, match=f"players={players} cannot play: use 1 to 6"):
            Game("dice-10000", {}, players)


@pytest.mark.parametrize(
    ("lines", "refused", "reason"),
    [
        ([], "bank", "Roll first"),
        ([], "keep", "Roll first"),
        ([], "take", "Nothing is offered"),
        (["roll 1 2 2 3 4 6"], "roll 1 2 3 4 5", "Choose scoring dice"),
        (["roll 1 2 2 3 4 6"], "keep", "Choose scoring dice"),
        (["roll 1 2 2 3 4 6"], "keep 2 2", "two 2s score nothing"),
        (["roll 1 2 2 3 4 6"], "keep 1 4", "A 4 scores nothing"),
        (["roll 1 2 2 3 4 6"], "keep 5", "The last roll has no further 5 to keep"),
        (["roll 1 2 2 3 4 6"], "keep 1 1", "The last roll has no further 1 to keep"),
        (["roll 1 2 2 3 4 6", "keep 1"], "keep", "Roll first"),
        (["roll 1 2 3 4 5 6"], "bank", "Hot dice: roll all 6"),
        (["roll 1 2 3 4 5 6", "keep 1 2 3 4 5 6"], "bank", "Hot dice: roll all 6"),
    ],
)
def test_a_refusal_has_a_reason(lines: list[str], refused: str, reason: str) -> None:
    game = after(*lines)
    with pytest.raises(Illegal) as why:
        events_of(game, refused)
    assert why.value.args[0] == reason


def test_a_die_that_was_kept_before_cannot_be_kept_again() -> None:
    game = after("roll 1 1 2 3 4 6", "keep 1", "roll 1 2 2 3 4")
    with pytest.raises(Illegal, match="^Keep dice of the last roll$"):
        game.apply((actions.KEEP, 0b000001), Script([]))
    assert game.keep_points(0b000010) == 100


def test_a_record_names_the_player_who_starts_only_when_chosen() -> None:
    assert "starter" not in Game("pure", {}, 2).record()
    assert Game("pure", {}, 2, 0).record()["starter"] == 0


def test_a_die_too_many_with_a_triple_is_named_in_the_reason() -> None:
    game = after("roll 4 4 4 4 4 1", head="dice-10000 multiples=triples")
    with pytest.raises(Illegal, match="^A 4 scores nothing$"):
        events_of(game, "keep 4 4 4 4")
    with pytest.raises(Illegal, match="^two 4s score nothing$"):
        events_of(game, "keep 4 4 4 4 4 1")


def test_a_refused_bank_shows_how_many_points_are_missing() -> None:
    game = after("roll 1 5 2 2 3 4", head="dice-10000 players=2")
    assert game.bank_refusal() == "850 more to get in"
    assert game.bank_refusal(0b01) == "900 more to get in"
    game.opened[0] = True
    assert game.bank_refusal() == "150 more to bank"
    with pytest.raises(Illegal, match="A 2 scores nothing"):
        game.bank_refusal(0b100)


def test_a_finished_game_refuses_everything() -> None:
    game = after("roll 1 1 1 2 3 4", "bank", head="dice-10000 target=500")
    for line in ("roll 1 1 1 1 1 1", "keep", "bank", "take", "fresh"):
        with pytest.raises(Illegal, match="The game is over"):
            events_of(game, line)


OFFER = ["roll 1 1 1 2 3 4", "bank", "roll 1 1 1 2 3 4", "bank"]


def test_an_offer_must_be_answered_before_anything_else() -> None:
    head = "dice-10000 players=2 opening=0 pick_up=yes"
    game = after("roll 1 1 1 2 3 4", "bank", "roll 1 1 1 1 5 4", "keep 1 1 1 1 5", "bank", head=head)
    with pytest.raises(Illegal, match=r"Take 1 die \+ 2 050\?"):
        events_of(game, "bank")
    assert game.bank_refusal() == "Roll first"
    assert game.best_keep() == game.can_score() == 0
    assert game.offered() == 0b100000
    assert events_of(game, "take") == [event(TOOK, 0, 2050, number=1)]
    game = after(*OFFER, head=head)
    with pytest.raises(Illegal, match=r"Take 3 dice \+ 1 000\?"):
        events_of(game, "roll 1 1 1 1 1 1")


def test_fields_that_an_event_does_not_use_are_0_or_empty() -> None:
    assert tuple(event(TURN, 3)) == (TURN, 3, 0, 0, 0, "")


def test_events_come_in_the_order_in_which_they_happened() -> None:
    game = after(head="dice-10000 players=2 opening=0 target=500")
    assert events_of(game, "roll 1 1 1 2 3 4") == [event(ROLLED, 0, positions=63)]
    assert game.faces == bytes([0, 0, 0, 1, 2, 3])
    assert events_of(game, "bank") == [
        event(KEPT, 0, 1000, 7),
        event(BANKED, 0, 1000, number=1000),
        event(OPENED, 0),
        event(CLOSING, 0),
        event(TURN, 1),
    ]
    assert (game.to_beat(), game.rolls) == (1000, 0)
    assert events_of(game, "roll 2 2 3 3 4 6")[1:] == [event(BUST, 1), event(GAME_OVER, 0)]


def test_a_penalty_event_has_the_points_taken() -> None:
    game = Game("dice-10000")
    game.scores[0] = 300
    for _ in range(2):
        events_of(game, "roll 2 2 3 3 4 6")
    penalty = event(PENALTY, 0, -300, why="3 busts in a row")
    assert events_of(game, "roll 2 2 3 3 4 6")[1:] == [event(BUST, 0), penalty, event(TURN, 0)]


def test_rolls_of_a_turn_are_counted() -> None:
    game = after("roll 1 2 2 3 4 6", "keep 1", "roll 1 2 2 3 4")
    assert game.rolls == 2


def test_dice_kept_before_are_not_shown_as_scoring() -> None:
    game = after("roll 1 1 2 3 4 6")
    assert game.can_score() == 0b000011
    events_of(game, "keep 1")
    assert game.find_keeps() == 0
    assert game.can_score() == game.best_keep() == 0
    events_of(game, "roll 2 3 3 4 1")
    assert game.can_score() == 0b100000
    assert game.best_keep() == 0b100000
    assert game.dice_next(game.best_keep()) == 4


@pytest.mark.parametrize(
    ("chosen", "best"), [(0b000111, (0b000111, 250)), (0b001101, (0b000101, 150)), (0b111000, (0, 0))]
)
def test_of_chosen_dice_those_that_score_most_are_found(chosen: int, best: tuple[int, int]) -> None:
    game = after("roll 1 1 5 2 3 4")
    game.find_keeps()
    found, points = game.scorer.best_part(game.multiset_key(chosen))
    assert (game.positions_of(found), points) == best


def test_the_count_of_scored_rolls_starts_again_before_it_needs_a_big_integer_on_the_pico() -> None:
    scorer = Game("pure").scorer
    scorer.scored = (1 << 24) - 1
    scorer.score(1)
    assert scorer.scored == 0


def test_scoring_another_roll_does_not_change_the_game() -> None:
    game = after("roll 1 2 2 3 4 6")
    for ask in (game.best_keep, game.can_score, lambda: game.keep_points(1) // 100):
        assert game.scorer.score(1 << 4) == 0  # a lone 2
        assert ask() == 1


def test_faces_that_are_not_in_the_roll_have_no_positions() -> None:
    game = after("roll 1 1 2 3 4 6")
    assert game.positions_of(game.multiset_key(0b11)) == 0b11
    assert game.positions_of(3) == 0
    assert game.positions_of(1 << 16) == 0
