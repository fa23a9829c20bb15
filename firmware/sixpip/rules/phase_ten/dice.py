"""The dice of Phase 10: the number and the color of each face. How bright the colors are: view/palette.py."""

from sixpip.compat import const

HIGH = const(6)
DICE = const(10)
ALL = const(1023)
"""The whole tray, one bit per die."""
WILD = const(0)
"""The number of a W, which scores nothing and counts as any number."""

COLORS = "ROGB"
_FACES = (
    ("ROBGOG", "GRGOBR", "OBRBGO", "RGOBRB", "BBRORG", "BOGRGO")  # H1 to H6 on 5 6 7 8 9 10
    + ("BGOGRO", "RBGOBO", "ORRBGB", "GOBRRG")  # L1 to L4 on 1 2 3 4 W W
)
"""The color of every face (PH-01)."""

_HIGH_WORDS = const(("5", "6", "7", "8", "9", "10"))
_LOW_WORDS = const(("1", "2", "3", "4", "W", "W"))


def number(die: int, face: int) -> int:
    """Returns the number of a face: 5 to 10 on a high die, 1 to 4 or WILD on a low one."""
    if die < HIGH:
        return 5 + face
    return face + 1 if face < 4 else WILD


def color(die: int, face: int) -> int:
    """Returns the color of a face as an index in COLORS."""
    return COLORS.find(_FACES[die][face])


def written(die: int, face: int) -> str:
    """Returns the name of a face, such as "10R" or "WG". The faces of a die have different names."""
    return (_HIGH_WORDS if die < HIGH else _LOW_WORDS)[face] + _FACES[die][face]


def label(die: int) -> str:
    """Returns the name of a die: H1 to H6, L1 to L4."""
    return f"H{die + 1}" if die < HIGH else f"L{die - HIGH + 1}"


def face_of(die: int, word: str) -> int:
    """Returns the face of a die with that name, -1 when the die has none."""
    for face in range(6):
        if written(die, face) == word:
            return face
    return -1


def serving(faces: "bytes | bytearray", need: bytearray, first: int) -> int:
    """Returns the dice that show the numbers in `need`, and counts these down. It takes dice in `first` before equal
    ones.
    """
    found = 0
    for group in (first, ~first):
        for die in range(DICE):
            value = number(die, faces[die])
            if group >> die & 1 and need[value]:
                need[value] -= 1
                found |= 1 << die
    return found
