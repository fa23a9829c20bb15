"""The tunes: short, in time when the clock wraps, and silent when the sound is off."""

import pytest

from sixpip.compat import ticks_add
from sixpip.view import sound

TUNES = {
    "press": sound.PRESS,
    "tick": sound.TICK,
    "points": sound.POINTS,
    "hot": sound.HOT,
    "lead": sound.LEAD,
    "bust": sound.BUST,
    "win": sound.WIN,
    "no": sound.NO,
}


class Buzzer:
    """The part of a Board that sound.py uses, with a list of (time, hz, volume) of every tone."""

    def __init__(self) -> None:
        self.now_ms = (1 << 30) - 40  # the clock wraps during a tune
        self.elapsed_ms = 0
        self.tones: list[tuple[int, int, int]] = []

    def ticks_ms(self) -> int:
        return self.now_ms

    def tone(self, hz: int, volume: int) -> None:
        self.tones.append((self.elapsed_ms, hz, volume))

    def step(self, player: sound.TunePlayer, ms: int) -> None:
        self.now_ms = ticks_add(self.now_ms, ms)
        self.elapsed_ms += ms
        player.step(self.now_ms)


def sounding(volume: int = sound.HIGH) -> tuple[Buzzer, sound.TunePlayer]:
    buzzer = Buzzer()
    return buzzer, sound.TunePlayer(buzzer, volume)  # type: ignore[arg-type] # not a complete Board


def pitches(tune: bytes) -> list[int]:
    return [hz for hz in tune[::2] if hz]


@pytest.mark.parametrize("name", TUNES)
def test_no_tune_but_the_win_is_longer_than_half_a_second(name: str) -> None:
    assert len(TUNES[name]) % 2 == 0
    assert 0 < sound.length_ms(TUNES[name]) <= (2000 if name == "win" else 500)


def test_the_fanfare_of_a_lead_change_begins_unlike_every_other_tune() -> None:
    assert [name for name, tune in TUNES.items() if tune[:8] == sound.LEAD[:8]] == ["lead"]
    assert len(set(pitches(sound.LEAD)[:2])) == 1 and pitches(sound.LEAD) == sorted(pitches(sound.LEAD))


def test_a_tune_that_is_not_played_because_the_sound_is_off_silences_the_one_before() -> None:
    buzzer, player = sounding()
    player.play(sound.WIN)
    player.volume = sound.OFF
    player.play(sound.PRESS)
    assert buzzer.tones[-1][:2] == (0, 0) and len(buzzer.tones) == 2


def test_the_tune_of_an_impossible_action_is_the_lowest() -> None:
    assert max(pitches(sound.NO)) <= min(min(pitches(tune)) for name, tune in TUNES.items() if name != "no")


@pytest.mark.parametrize("name", TUNES)
def test_a_tune_keeps_its_time_and_ends_in_silence(name: str) -> None:
    buzzer, player = sounding(sound.LOW)
    tune = TUNES[name]
    player.play(tune)
    while player.busy():
        buzzer.step(player, 5)
        assert buzzer.elapsed_ms < 5000
    starts = [sum(tune[1:place:2]) * 5 for place in range(0, len(tune), 2)]
    expected = [(start, tune[place * 2] * 10, sound.LOW) for place, start in enumerate(starts)]
    assert buzzer.tones == [*expected, (sound.length_ms(tune), 0, sound.LOW)]


def test_a_late_step_does_not_make_a_tune_longer() -> None:
    buzzer, player = sounding()
    player.play(sound.BUST)
    buzzer.step(player, sound.length_ms(sound.BUST))
    assert not player.busy()
    assert buzzer.tones[-1][1] == 0


def test_with_the_sound_off_there_are_no_tones() -> None:
    buzzer, player = sounding(sound.OFF)
    player.play(sound.WIN)
    buzzer.step(player, 50)
    assert buzzer.tones == []
    assert not player.busy()
