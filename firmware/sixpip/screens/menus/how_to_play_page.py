"""A page of the rules, and how sentences are put on pages. It draws nothing."""

from sixpip.port import TYPE_CHECKING, const
from sixpip.screens.screen import wrap
from sixpip.view.text import COLUMNS, points

if TYPE_CHECKING:
    from sixpip.rules.setup.options import Options, OptionValue
    from sixpip.rules.variant import DiceSet

_NO_BREAK = "~"

LINES = const(6)
"""Lines of a page, between its title and what the buttons do."""


class Page:
    """A title, up to LINES lines, and the dice that belong to them."""

    def __init__(
        self, title: str, lines: "list[str]", examples: "tuple[tuple[int, tuple[str, ...]], ...]" = ()
    ) -> None:
        """`examples`: the number of a line and the faces that it means; () for all faces of the dice."""
        self.title = title
        self.lines = lines
        self.examples = examples


def pages_of(title: str, sentences: "list[str]") -> "list[Page]":
    """Pages with a title and these sentences; one that does not fit on the rest of a page begins the next."""
    pages: list[Page] = []
    for sentence in sentences:
        lines = [line.replace(_NO_BREAK, " ") for line in wrap(sentence, COLUMNS)]
        if not pages or len(pages[-1].lines) + len(lines) > LINES:
            pages.append(Page(title, []))
        pages[-1].lines += lines
    return pages


def faces_by_points(dice_set: "DiceSet") -> "list[int]":
    """The faces without the sun, those that score alone first: 1, 5, 2, 3, 4, 6."""
    faces = [face for face in range(len(dice_set.faces)) if face != dice_set.wild]
    return sorted(faces, key=lambda face: (-dice_set.singles[face], face))


def justify(left: str, right: str, width: int) -> str:
    """`left` and `right` at the two ends of `width` letters."""
    return left + " " * max(1 if left and right else 0, width - len(left) - len(right)) + right


def amount(value: int) -> str:
    """Points for a sentence of `pages_of`, which keeps them on one line."""
    return points(value).replace(" ", _NO_BREAK)


def sentences(topic: str, dice_set: "DiceSet", options: "Options") -> "list[str]":
    """What the house rules in force say about a topic, in the order of its places: topic1, topic2 ..."""
    from sixpip.rules.menus.explained import explained  # the table of points does without
    from sixpip.rules.setup.options import options_for

    words = {key: _in_words(options[key]) for key in options}
    opening = options["opening"]
    words["every"] = "After that every" if opening else "Every"
    words["once_in"] = " once you are in" if opening else ""
    words["seven"] = "With seven alike one die scores alone." if words["dice"] == "7" else ""
    found = []
    for option in options_for(dice_set.kind):
        place, texts = explained(option, options[option.key])
        if texts and place.rstrip("123456789") == topic:
            words["value"] = words[option.key]
            found.append((place, [text.format(**words) for text in texts]))
    found.sort()
    return [sentence for _, texts in found for sentence in texts if sentence]


def _in_words(value: "OptionValue") -> str:
    """A value in a sentence: penalties as what they cost."""
    if type(value) is int:
        return amount(abs(value))
    return "your whole score" if value == "all" else str(value)
