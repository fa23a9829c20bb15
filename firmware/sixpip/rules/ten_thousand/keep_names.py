"""The names of keeps, as players say them: "three pairs", "four 2s", "1 and 5". Loaded in play: kept short."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.scorer import NUMBERS, count, pattern_name, readings, size

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.scorer import Scorer


def keep_name(scorer: "Scorer", key: int, points: int, letters: int) -> str:
    """The name of a keep of the last scored roll that scores `points`, with at most `letters` letters.

    Where its combinations take more, the faces; where they do too, the number of dice.
    """
    faces = scorer.dice_set.faces
    name = _combinations(scorer, key, points)
    if len(name) > letters:
        name = " ".join([faces[face] for face in range(len(faces)) for _ in range(count(key, face))])
    return name if len(name) <= letters else f"{size(key)} dice"


def _combinations(scorer: "Scorer", key: int, points: int) -> str:
    """The best split of a keep into a pattern and dice of a kind, in words."""
    for dice in readings(key, scorer.dice_set.wild):
        if _points(scorer, dice) == points:
            return _in_words(scorer, dice)
        for pattern in scorer.patterns:
            for made in pattern[0](dice, pattern[2]):
                rest = dice - made
                triple = _points(scorer, made, 3) if pattern[4] else 0
                if pattern[3] + triple + _points(scorer, rest) == points:
                    return pattern_name(pattern) + (" and " + _in_words(scorer, rest) if rest else "")
    return "straight"  # one that was gathered over several rolls (TG-10): this roll shows only a part of it


def _points(scorer: "Scorer", dice: int, least: int = 0) -> int:
    """The points of dice of a kind and singles, `least` of a face or more; far below 0 when one does not score."""
    points = 0
    for face in range(len(scorer.rows)):
        number = count(dice, face)
        row = scorer.rows[face][number] if number >= least else 0
        points += row if row >= 0 else -1000000
    return points


def _in_words(scorer: "Scorer", dice: int) -> str:
    """Dice of a kind and singles, the largest set first."""
    names = scorer.dice_set
    words = ""
    for number in range(1, len(NUMBERS)):
        for face in range(len(names.faces) - 1, -1, -1):
            if count(dice, face) == number:
                part = names.faces[face] if number == 1 else f"{NUMBERS[number]} {names.plurals[face]}"
                words = part + (" and " if " and " not in words else ", ") + words if words else part
    return words
