"""What faces a set of dice has and what they score alone and in threes: data, one Table a kind of dice.

How more than three count, and the patterns of a whole roll, are options (see sheet.py).
"""


class Table:
    """One kind of dice. All tuples have one entry a face; faces are numbered from 0 inside the rules core."""

    def __init__(
        self,
        faces: tuple[str, ...],
        words: tuple[str, ...],
        singles: tuple[int, ...],
        triples: tuple[int, ...],
    ) -> None:
        """`faces` as they are written, `words` for several of them, points of one and of three alike (0: none)."""
        self.faces = faces
        self.words = words
        self.singles = singles
        self.triples = triples

    def index(self, face: str) -> int:
        """The number of a face from its name, or -1 when the dice have no such face."""
        return self.faces.index(face) if face in self.faces else -1


PIPS = Table(
    faces=("1", "2", "3", "4", "5", "6"),
    words=("1s", "2s", "3s", "4s", "5s", "6s"),
    singles=(100, 0, 0, 0, 50, 0),  # TT-08
    triples=(1000, 200, 300, 400, 500, 600),
)
