"""The names of combinations, as players say them: "three pairs", "four 2s", "1 and 5"."""

from sixpip.port import TYPE_CHECKING
from sixpip.rules.ten_thousand.combinations import one_each
from sixpip.rules.ten_thousand.scorer import count, readings, size

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.combinations import Pattern
    from sixpip.rules.ten_thousand.scorer import Scorer

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_SHAPES = {
    (2, 2, 2): "three pairs",
    (4, 2): "4 and 2 alike",
    (6,): "six alike",
    (3, 3): "two triplets",
    (3, 2): "full house",
}


def pattern_name(pattern: "Pattern") -> str:
    """The name of a pattern of combinations.patterns."""
    finder, dice, shape, _, _ = pattern
    if finder is not one_each:
        return _SHAPES[shape]
    return f"straight {shape[0] + 1}-{shape[1]}" if dice == 5 else "straight"


def keep_name(scorer: "Scorer", key: int, points: int, letters: int) -> str:
    """The name of a keep of the last scored roll that scores `points`, with at most `letters` letters.

    Where its combinations take more, the faces; where they do too, the number of dice.
    """
    name = _combinations(scorer, key, points)
    if len(name) > letters:
        faces = scorer.dice_set.faces
        name = " ".join([faces[face] for face in range(len(faces)) for _ in range(count(key, face))])
    return name if len(name) <= letters else f"{size(key)} dice"


def _combinations(scorer: "Scorer", key: int, points: int) -> str:
    """The best split of a keep into combinations, in words."""
    sets = readings(key, scorer.dice_set.wild)
    for dice in sets:
        if _alike(scorer, dice) == points:
            return _in_words(scorer, dice)
    for dice in sets:
        for pattern in scorer.patterns:
            for made in pattern[0](dice, pattern[2]):
                rest = _alike(scorer, dice - made)
                if rest >= 0 and _value(scorer, pattern, made) + rest == points:
                    return pattern_name(pattern) + (" and " + _in_words(scorer, dice - made) if dice != made else "")
    return "straight"  # one that was gathered over several rolls (TG-10): this roll shows only a part of it


def _value(scorer: "Scorer", pattern: "Pattern", made: int) -> int:
    """The points of a pattern; a full house scores its triple, too (HR-02)."""
    points = pattern[3]
    if pattern[4]:
        for face in range(len(scorer.rows)):
            if count(made, face) == 3:
                points += scorer.of_a_kind[face][3]
    return points


def _alike(scorer: "Scorer", dice: int) -> int:
    """The points of dice as singles and dice of a kind; a large negative number when one of them does not score."""
    points = 0
    for face in range(len(scorer.rows)):
        row = scorer.rows[face][count(dice, face)]
        points += row if row >= 0 else -1000000
    return points


def _in_words(scorer: "Scorer", dice: int) -> str:
    """Dice of a kind and singles, the largest set first."""
    names = scorer.dice_set
    parts = []
    for number in range(len(NUMBERS) - 1, 0, -1):
        for face in range(len(names.faces)):
            if count(dice, face) == number:
                parts.append(names.faces[face] if number == 1 else f"{NUMBERS[number]} {names.plurals[face]}")
    return " and ".join(parts[-2:]) if len(parts) < 3 else ", ".join(parts[:-1]) + " and " + parts[-1]
