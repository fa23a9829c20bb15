"""The variants in the order of the boot menu: rows of options over the defaults, and the dice they are played with.

Own variants are registered here, too (MAX_OWN). Needed only while a game is chosen or made. The classes are in
variant.py.
"""

from sixpip.compat import const
from sixpip.rules.rulebook.variant import OWN_VARIANTS, PHASE_KIND, PIPS_KIND, SUN, DiceSet, Variant

PIPS = DiceSet(
    kind=PIPS_KIND,
    faces=("1", "2", "3", "4", "5", "6"),
    singles=(100, 0, 0, 0, 50, 0),  # TT-08
    triples=(1000, 200, 300, 400, 500, 600),
)

GRAND = DiceSet(
    kind="grand",  # TG-01
    faces=("A", "K", "Q", "J", "50", "100"),
    singles=(0, 0, 0, 0, 50, 100),  # TG-02
    triples=(600, 500, 400, 300, 500, 1000),  # TG-03
    plurals=("Aces", "Kings", "Queens", "Jacks", "50s", "100s"),
)

CUBES = DiceSet(
    kind="cubes",
    faces=("2", "3", "4", "5", "6", "10", SUN),
    singles=(0, 0, 0, 5, 0, 10, 0),  # CW-01
    triples=(20, 30, 40, 50, 60, 100, 0),
    fives=(200, 300, 400, 500, 0, 0, 0),  # CW-03; five 6s and five 10s end more than the turn
)

PHASE = DiceSet(
    kind=PHASE_KIND,
    faces=("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "W"),
    singles=(),
    triples=(),
    engine="phase_ten",
)
"""The dice of Phase 10. The faces and colors of each die are in phase_ten/dice.py."""


_TEN_THOUSAND = const("straight=3000 three_pairs=1500 pairs_count=4+2 end=same-round")  # CT-01, CT-02

VARIANTS = [
    Variant(
        "dice-10000",
        "Dice 10 000",
        PIPS,
        "multiples=doubling straight=1500 three_pairs=1000 "  # DT-01
        "opening=1000 bank_min=300 hot_dice=forced "  # DT-02 to DT-04
        "busts=-500 pick_up=yes reach=above",  # DT-05, DT-06, DT-08
    ),
    Variant(
        "ten-grand",
        "Ten Grand",
        GRAND,
        "multiples=doubling end=beat-or-bust start=all-dice",  # TG-04, TG-06, TG-07
        b"\xa0\xff\x78",  # green as a banknote
    ),
    Variant("ten-thousand", "Ten Thousand", PIPS, _TEN_THOUSAND, b"\x30\xc8\xff"),  # ice blue
    Variant(
        "family-10000",
        "Family 10 000",
        PIPS,
        "multiples=doubling straight=1500 three_pairs=1500 pairs_count=4+2 "  # FT-02, FT-03
        "opening=750 start=one-die",  # FT-04, FT-01
        b"\xff\x60\x38",  # coral
    ),
    Variant("phase-10", "Phase 10", PHASE, "start=one-die"),  # PH-02
    Variant("seven-dice", "Seven dice", PIPS, _TEN_THOUSAND + " dice=7", b"\x98\x78\xff"),  # CT-11; lavender
    Variant(
        "five-cubes",
        "Five cubes",
        CUBES,
        "dice=5 hot_dice=forced opening=35 "  # CW-04
        "five_alike=yes press_on=yes clear=yes target=300",  # CW-03, CW-05, CW-06
        b"\xff\xf0\x58",  # pale yellow
    ),
    Variant(
        "farkle",
        "Farkle",
        PIPS,
        "multiples=fixed straight=2500 three_pairs=1500 pairs_count=4+2",
        b"\xff\x68\x90",  # rose
    ),
    Variant(
        "farkle-retail",
        "Farkle retail",
        PIPS,
        "three_ones=300 multiples=fixed straight=1500 three_pairs=1500 pairs_count=4+2 two_triplets=2500 opening=500",
        b"\xa8\xff\x18",  # lime
    ),
    Variant(
        "farkle-online",
        "Farkle online",
        PIPS,
        "multiples=adding straight=1500 three_pairs=750 busts=-1000",
        b"\x48\xff\xc0",  # mint
    ),
    Variant(
        "zilch",
        "Zilch",
        PIPS,
        "multiples=doubling straight=1500 three_pairs=1500 pairs_count=4+2 empty_six=500 bank_min=300 busts=-500",
        b"\x98\xc0\xff",  # steel blue
    ),
    Variant(
        "kingdom",
        "Kingdom",
        PIPS,
        "multiples=doubling straight=1500 short_straights=500/750",
        b"\xff\x58\xf0",  # orchid
    ),
    Variant("pure", "Pure", PIPS, "end=sudden", b"\xff\xff\xff"),
]


MAX_OWN = const(8)


def all_variants() -> "list[Variant]":
    """Returns the firmware's variants, then the maker's own, in the order of the boot menu."""
    return VARIANTS + OWN_VARIANTS


def known(name: object) -> "Variant | None":
    """Returns the variant with that name, or None if the maker has deleted its file since."""
    for variant in all_variants():
        if variant.name == name:
            return variant
    return None


def variant_named(name: str) -> Variant:
    """Returns the variant with that name. Raises BadOption, with all names."""
    variant = known(name)
    if variant:
        return variant
    raise _bad_option(
        f"There is no variant '{name}': use one of {', '.join([variant.name for variant in all_variants()])}"
    )


def _bad_option(words: str) -> Exception:
    from sixpip.rules.core.errors import BadOption  # the boot menu does without

    return BadOption(words)


def register(variant: Variant) -> None:
    """Adds an own variant of variant_file.read. Raises BadOption: its name or title is taken, or there are too many."""
    if len(OWN_VARIANTS) == MAX_OWN:
        raise _bad_option(f"There are {MAX_OWN} own variants already: delete one")
    for other in all_variants():
        if other.name == variant.name:
            raise _bad_option(f"name: there is a variant {variant.name} already, take another name")
        if other.title == variant.title:
            raise _bad_option(f"title: {other.name} has the title {variant.title} already, take another")
    OWN_VARIANTS.append(variant)


def clear_own() -> None:
    """Removes all own variants."""
    OWN_VARIANTS.clear()
