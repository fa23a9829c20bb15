"""The tunes: short, in time across the wrap of the clock, and silent when they should be."""

import pytest

from sixpip.port import ticks_add
from sixpip.view import sound

TUNES = {
    "press": sound.PRESS,
    "tick": sound.TICK,
    "points": sound.POINTS,
    "hot": sound.HOT,
    "bust": sound.BUST,
    "win": sound.WIN,
    "no": sound.NO,
}


class Buzzer:
    """As much of a Board as sound needs, with every tone and when it came."""

    def __init__(self) -> None:
        self.now_ms = (1 << 30) - 40  # the clock wraps in the middle of a tune
        self.passed_ms = 0
        self.heard: list[tuple[int, int, int]] = []

    def ticks_ms(self) -> int:
        return self.now_ms

    def tone(self, hz: int, volume: int) -> None:
        self.heard.append((self.passed_ms, hz, volume))

    def go_on(self, player: sound.Player, ms: int) -> None:
        self.now_ms = ticks_add(self.now_ms, ms)
        self.passed_ms += ms
        player.step(self.now_ms)


def player(volume: int = sound.HIGH) -> tuple[Buzzer, sound.Player]:
    buzzer = Buzzer()
    return buzzer, sound.Player(buzzer, volume)  # type: ignore[arg-type] # only the part of a Board that sounds


def pitches(tune: bytes) -> list[int]:
    return [hz for hz in tune[::2] if hz]


@pytest.mark.parametrize("name", TUNES)
def test_no_tune_but_the_win_is_longer_than_half_a_second(name: str) -> None:
    assert len(TUNES[name]) % 2 == 0
    assert 0 < sound.length_ms(TUNES[name]) <= (2000 if name == "win" else 500)


def test_points_and_hot_dice_rise_and_a_bust_falls() -> None:
    assert pitches(sound.POINTS) == sorted(pitches(sound.POINTS))
    assert len(pitches(sound.POINTS)) == 2
    assert pitches(sound.BUST) == sorted(pitches(sound.BUST), reverse=True)
    assert len(pitches(sound.BUST)) > 3
    assert pitches(sound.HOT)[-1] > pitches(sound.HOT)[0]


def test_not_now_is_the_lowest_sound() -> None:
    assert max(pitches(sound.NO)) <= min(min(pitches(tune)) for name, tune in TUNES.items() if name != "no")


def test_the_first_note_sounds_at_once() -> None:
    buzzer, box = player()
    box.play(sound.NO)
    assert buzzer.heard == [(0, 220, sound.HIGH)]


@pytest.mark.parametrize("name", TUNES)
def test_a_tune_keeps_its_time_and_ends_in_silence(name: str) -> None:
    buzzer, box = player(sound.LOW)
    tune = TUNES[name]
    box.play(tune)
    while box.busy():
        buzzer.go_on(box, 5)
        assert buzzer.passed_ms < 5000
    starts = [sum(tune[1:place:2]) * 5 for place in range(0, len(tune), 2)]
    expected = [(start, tune[place * 2] * 10, sound.LOW) for place, start in enumerate(starts)]
    assert buzzer.heard == [*expected, (sound.length_ms(tune), 0, sound.LOW)]


def test_a_late_step_does_not_make_a_tune_longer() -> None:
    buzzer, box = player()
    box.play(sound.BUST)
    buzzer.go_on(box, sound.length_ms(sound.BUST))
    assert not box.busy()
    assert buzzer.heard[-1][1] == 0


def test_a_new_tune_ends_the_old_one() -> None:
    buzzer, box = player()
    box.play(sound.WIN)
    box.play(sound.TICK)
    buzzer.go_on(box, 10)
    assert not box.busy()
    assert [hz for _, hz, _ in buzzer.heard] == [780, 2000, 0]


def test_with_the_sound_off_nothing_is_heard() -> None:
    buzzer, box = player(sound.OFF)
    box.play(sound.WIN)
    buzzer.go_on(box, 50)
    assert buzzer.heard == []
    assert not box.busy()


def test_turning_the_sound_off_ends_the_tune() -> None:
    buzzer, box = player()
    box.play(sound.WIN)
    box.volume = sound.OFF
    buzzer.go_on(box, 500)
    assert buzzer.heard[-1][1] == 0
    assert not box.busy()
