"""The pictures and the color ramps of all faces of the ten dice, six per die, for the game and the menus."""

from sixpip.compat import const
from sixpip.rules.phase_ten import dice
from sixpip.view import palette
from sixpip.view.faces import face, with_sign

SIDES = const(6)


def picture(place: int, signs: bool) -> bytes:
    """Returns the picture of a face, with the sign of its color or without. `place` is die * 6 + side."""
    value = dice.number(place // SIDES, place % SIDES)
    drawn = face(str(value) if value else "W", "phase")
    return with_sign(drawn, dice.color(place // SIDES, place % SIDES)) if signs else drawn


def pool_of(signs: bool) -> "list[bytes]":
    """Returns the pictures of all faces, six per die; equal pictures are one object."""
    pool: list[bytes] = []
    known: dict[bytes, bytes] = {}
    for place in range(dice.DICE * SIDES):
        drawn = picture(place, signs)
        pool.append(known.setdefault(drawn, drawn))
    return pool


def ramp_of(place: int) -> int:
    """Returns the color ramp of a face. `place` is die * 6 + side."""
    return palette.DICE[dice.color(place // SIDES, place % SIDES)]
