"""The class of a variant, and the maker's own variants. Those of the firmware are in variants.py."""

from sixpip.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import Options


SUN = "sun"  # the wild face of a marked die, in place of its 3
NO_FACE = const(-1)
PIPS_KIND = "pips"
PHASE_KIND = "phase"
OWN = "own"  # the kind of dice with a maker's own faces (variant_file.py): rules for a certain face do not fit
OWN_PIPS = "own-pips"  # pips with a maker's own points


class DiceSet:
    """One kind of dice. Tuples have one entry per face; the rules core numbers faces from 0."""

    def __init__(
        self,
        kind: str,
        faces: "tuple[str, ...]",
        singles: "tuple[int, ...]",
        triples: "tuple[int, ...]",
        fives: "tuple[int, ...]" = (),
        engine: str = "ten_thousand",
        plurals: "tuple[str, ...]" = (),
    ) -> None:
        """`kind` is the name of the set, and `faces` are the names of the faces.

        `singles`, `triples` and `fives` are the points of one, three and five of a kind, 0 for none; `fives` counts
        only where five of a kind are a combination of their own. `engine` is the one that plays with these dice
        (engine.py). `plurals` has the names of several dice of a face, where that is not the face with an s.
        """
        self.kind = kind
        self.faces = faces
        self.singles = singles
        self.triples = triples
        self.fives = fives
        self.engine = engine
        self.plurals = plurals
        self.wild = self.index(SUN)
        self.under_wild = self.index("3") if self.wild >= 0 else NO_FACE

    def index(self, face: str) -> int:
        """Returns the number of the face with that name, or NO_FACE."""
        return self.faces.index(face) if face in self.faces else NO_FACE

    def plural(self, face: int) -> str:
        """Returns the name of several dice of a face."""
        return self.plurals[face] if self.plurals else self.faces[face] + "s"

    def is_like(self, other: "DiceSet") -> bool:
        """Returns whether the other set has the same faces and points.

        Compare sets with this: each import of variants.py makes new ones, so that equal sets are not the same object.
        """
        own = (self.kind, self.faces, self.singles, self.triples, self.fives)
        return own == (other.kind, other.faces, other.singles, other.triples, other.fives)

    def with_sun(self) -> "DiceSet":
        """Returns the same dice, one of them marked with a sun in place of its 3 (HR-07)."""
        return DiceSet(self.kind, self.faces + (SUN,), self.singles + (0,), self.triples + (0,))


class Variant:
    """A named rule set in the boot menu."""

    def __init__(self, name: str, title: str, dice_set: "DiceSet", rules: str, ink: bytes = b"", mark: int = 0) -> None:
        """`name` as in files and commands, `title` as on screen, `rules` as "key=value key=value" over the defaults.

        `ink` is the color of its dice (red, green, blue; linear light), paler than any player's, or b"" for ivory.
        `mark` is a checksum over the rules of a maker's own variant, so that saves and logs of a changed one are
        refused, or 0 for the firmware's variants.
        """
        self.name = name
        self.title = title
        self.dice_set = dice_set
        self.rules = rules
        self.ink = ink
        self.mark = mark

    def written(self, key: str, default: str) -> str:
        """Returns the value of an option as it stands in the rules, read without the option table, or `default`."""
        for word in self.rules.split():
            if word.startswith(key + "="):
                return word[len(key) + 1 :]
        return default

    @property
    def options(self) -> "Options":
        """The rules as options. The text is parsed at every call, because it takes less memory than a dict."""
        from sixpip.rules.rulebook.options import read_pairs

        return read_pairs(self.rules.split())


OWN_VARIANTS: "list[Variant]" = []
"""The maker's own variants; variants.register adds one at the start of the console."""
