"""The ten dice of Phase 10: six high ones (H1 to H6) and four low ones (L1 to L4), each face with its own color.

A die is its position in the tray, 0 to 9; a face is 0 to 5.
"""

from sixpip.port import const

HIGH = const(6)
DICE = const(10)
ALL = const(1023)
"""The whole tray, one bit a die."""
WILD = const(0)
"""The number of a W: it scores nothing and counts as any number."""

COLORS = "ROGB"
_FACES = (
    ("ROBGOG", "GRGOBR", "OBRBGO", "RGOBRB", "BBRORG", "BOGRGO")  # H1 to H6 on 5 6 7 8 9 10
    + ("BGOGRO", "RBGOBO", "ORRBGB", "GOBRRG")  # L1 to L4 on 1 2 3 4 W W
)
"""The color of every face (PH-01)."""

_HIGH_WORDS = ("5", "6", "7", "8", "9", "10")
_LOW_WORDS = ("1", "2", "3", "4", "W", "W")


def number(die: int, face: int) -> int:
    """The number of a face: 5 to 10 on a high die, 1 to 4 or WILD on a low one."""
    if die < HIGH:
        return 5 + face
    return face + 1 if face < 4 else WILD


def color(die: int, face: int) -> int:
    """The color of a face as an index in COLORS."""
    return COLORS.find(_FACES[die][face])


def written(die: int, face: int) -> str:
    """The name of a face, number and color: "10R", "WG". The faces of a die have different names."""
    return (_HIGH_WORDS if die < HIGH else _LOW_WORDS)[face] + _FACES[die][face]


def label(die: int) -> str:
    """The name of a die: H1 to H6, L1 to L4."""
    return f"H{die + 1}" if die < HIGH else f"L{die - HIGH + 1}"


def face_of(die: int, word: str) -> int:
    """The face of a die with that name, -1 when the die has none."""
    for face in range(6):
        if written(die, face) == word:
            return face
    return -1
