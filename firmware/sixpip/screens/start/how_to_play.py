"""How to play: the screens that show pages of rules, and the points while MENU is held."""

from sixpip.app import memory
from sixpip.board.contract import BANK, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, Stopwatch, collect_garbage, const, load_module
from sixpip.screens.screen import Screen, wrap
from sixpip.view import text, tiles
from sixpip.view.faces import face
from sixpip.view.text import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from sixpip.app.app import App
    from sixpip.app.games.session import Session
    from sixpip.app.house_rules.rule_choice import RuleChoice
    from sixpip.rules.rulebook.options import Options, OptionValue
    from sixpip.rules.rulebook.variant import DiceSet, Variant


_NO_BREAK = const("~")
_SEVEN = const(7)

LINES = const(6)
"""Lines of a page, between its title and what the buttons do."""


class Page:
    """A title, up to LINES lines, and the dice that belong to them."""

    def __init__(
        self, title: str, lines: "list[str]", examples: "tuple[tuple[int, tuple[str, ...]], ...]" = ()
    ) -> None:
        """`examples` has the number of a line and the faces that it means, for each; () is all faces of the dice."""
        self.title = title
        self.lines = lines
        self.examples = examples


def pages_of(title: str, sentences: "list[str]") -> "list[Page]":
    """Pages with a title and these sentences; one that does not fit on the rest of a page begins the next."""
    pages: list[Page] = []
    for sentence in sentences:
        lines = [line.replace(_NO_BREAK, " ") for line in wrap(sentence)]
        if not pages or len(pages[-1].lines) + len(lines) > LINES:
            pages.append(Page(title, []))
        pages[-1].lines += lines
    return pages


def faces_by_points(dice_set: "DiceSet") -> "list[int]":
    """Returns the faces without the sun, such as 1, 5, 2, 3, 4, 6: those that score alone come first."""
    faces = [face for face in range(len(dice_set.faces)) if face != dice_set.wild]
    return sorted(faces, key=lambda face: (-dice_set.singles[face], face))


def justify(left: str, right: str, width: int) -> str:
    """Returns `left` and `right` at the two ends of a line of `width` letters."""
    return left + " " * max(1 if left and right else 0, width - len(left) - len(right)) + right


def sentences(kind: str, options: "Options") -> "dict[str, list[str]]":
    """Returns what the house rules in force say, by topic, in the order of the places topic1, topic2 and so on.

    `kind` is that of the dice (DiceSet.kind); `options` has a value for every key.
    """
    from sixpip.rules.rulebook.options import options_for  # the table of points does without

    words = {key: _in_words(options[key]) for key in options}
    opening = options.get("opening")
    words["every"] = "After that every" if opening else "Every"
    words["once_in"] = " once you are in" if opening else ""
    words["seven"] = "With seven alike one die scores alone." if options.get("dice") == _SEVEN else ""
    found = []
    for option in options_for(kind):
        place, texts = option.how_to_play(options[option.key])
        if texts:
            words["value"] = words[option.key]
            found.append((place, [text.format(**words) for text in texts]))
    found.sort()
    said: dict[str, list[str]] = {}
    for place, texts in found:
        said.setdefault(place.rstrip("123456789"), []).extend([text for text in texts if text])
    return said


def _in_words(value: "OptionValue") -> str:
    """Returns a value as a sentence has it, which names what a penalty costs."""
    if type(value) is int:
        return points_text(abs(value))
    return "your whole score" if value == "all" else str(value)


def who_starts(session: "Session") -> "str | None":
    """Returns a sentence that says who has the first turn, "" for one player, None if the house rules decide it."""
    game = session.game
    if game.players == 1:
        return ""
    return f"{session.names[game.starter]} starts." if game.starter >= 0 else None


_NUMBER_END = const(12)
_WORDS_X = const(15)
_LETTER = const(6)
_EXAMPLE_MS = const(2000)
_TRY_X = const(65)
_TRIED = const(2)  # turns


class PageScreen(Screen):
    """Pages about a game."""

    def __init__(self, app: "App", variant: "Variant", options: "Options") -> None:
        """`variant` is that of the game; `options` has a value for every option."""
        super().__init__(app)
        self.dice_set = variant.dice_set
        self.options = options
        self.maker: Any = load_module(f"sixpip.screens.{self.dice_set.engine}.how_to_play")
        """The module that makes the pages of the engine."""
        self.pages: list[Page] = []
        self.at = 0
        self.marked = (-1, 0)
        """A page, -1 for none, and the line of it with the phase of the player: its number is drawn as a key cap."""
        self._watch = Stopwatch()
        self._example = 0

    def turn_to(self, page: int) -> None:
        """Shows another page."""
        self.at = page
        self._watch.start()
        self._example = 0

    def tick(self, now_ms: int) -> bool:
        """Shows the next example on the dice from time to time."""
        examples = self.pages[self.at].examples
        if self._watch.step(now_ms) >= _EXAMPLE_MS and len(examples) > 1:
            self._watch.start(now_ms)
            self._example = (self._example + 1) % len(examples)
            self.app.redraw()
        return False

    def paint(self) -> None:
        """Paints an example of this page; else all faces, bright those that score alone."""
        dice_set = self.dice_set
        examples = self.pages[self.at].examples
        if dice_set.engine == "phase_ten":
            from sixpip.screens.menu import paint_dice  # other dice do not need it

            paint_dice(self.app, dice_set, 0, False)
            return
        pixels = self.app.board.pixels
        tiles.clear(pixels)
        order = faces_by_points(dice_set)
        names = examples[self._example][1] if examples else [dice_set.faces[number] for number in order]
        for tile in range(len(names)):
            scores = examples or dice_set.singles[order[tile]] > 0
            tiles.paint(pixels, tile, face(names[tile], dice_set.kind), tiles.SCORES if scores else tiles.DULL)

    def draw_page(self, number: str) -> None:
        """Draws the page, with the `number` of it at the top where there is room."""
        canvas = self.app.canvas
        page = self.pages[self.at]
        self.head(page.title, number if len(page.title) + len(number) < text.COLUMNS else "")
        for row in range(len(page.lines)):
            place, tab, words = page.lines[row].partition("\t")
            if tab:
                x = _NUMBER_END - _LETTER * len(place)
                if self.marked == (self.at, row):
                    canvas.cap(x, row + 1, place)
                else:
                    canvas.at(x, row + 1, place)
                canvas.at(_WORDS_X, row + 1, words)
            else:
                canvas.at(0, row + 1, place)
        if page.examples:
            canvas.at(0, page.examples[self._example][0] + 1, text.ARROW)


class HowToPlay(PageScreen):
    """The rules of a game on a few pages: ROLL shows the next one and leaves the last one; BANK goes back.

    On the first and the last page MENU explains the next two turns while they are played, of a game alone if none is
    in hand.
    """

    def __init__(self, app: "App", choice: "RuleChoice | None" = None) -> None:
        """`choice` is a game that is set up; None is the one in hand."""
        if choice:
            variant, values, starts = choice.variant, choice.values, None
        else:
            variant, values, starts = app.playing.game.variant, app.playing.game.options, who_starts(app.playing)
        before = memory.mark()
        said = sentences(variant.dice_set.kind, values)
        memory.drop(before)  # the rows of all house rules, before more is imported
        memory.clear_dropped()
        collect_garbage()
        if starts is not None:
            said["start"] = [starts] if starts else []
        super().__init__(app, variant, values)
        self._choice = choice
        self._more: Iterator[Page] | None = self.maker.pages(self.dice_set, self.options, said)
        self._add_page()

    def _add_page(self) -> None:
        for page in self._more or ():
            self.pages.append(page)
            return
        self._more = None

    def idle(self) -> bool:
        """Makes the other pages while the first one is read."""
        if self._more:
            self._add_page()
            if not self._more:
                self.app.redraw()  # with the number of pages
        return self._more is not None

    def press(self, button: int) -> None:
        """Turns the page or goes back."""
        if button == ROLL and self.at + 1 == len(self.pages):
            self._add_page()
        if button == ROLL and self.at + 1 < len(self.pages):
            self.turn_to(self.at + 1)
        elif button == MENU and (self.at == 0 or self._is_last()):
            self._try_it()
        else:
            super().press(BANK if button == ROLL else button)

    def _try_it(self) -> None:
        """Goes on with the game in hand, or starts one of the first player who is remembered."""
        app, choice = self.app, self._choice
        app.settings.turns_to_try = _TRIED
        if not choice:
            app.close()
            app.close()  # the pause menu
            app.screen.explain()
            return
        app.acknowledge_press()
        from sixpip.app.games.lineup import Lineup  # hardly ever needed
        from sixpip.app.people.player_names import PlayerNames

        person = Lineup(PlayerNames(app.store, 1).names)
        app.load_game_start().start(app, choice.variant.name, choice.overrides, person)

    def draw(self) -> None:
        """Draws the page and what the buttons do; MENU on the first and the last page."""
        number = "" if self._more else f"{self.at + 1}/{len(self.pages)}"
        self.draw_page("MENU: try it" if self.at == 0 else number)
        canvas = self.app.canvas
        if self._is_last():
            canvas.choice("done", "")
            canvas.at(canvas.cap(_TRY_X, 7, "MENU") + 3, 7, "try it")
        else:
            canvas.choice("next", "back")

    def _is_last(self) -> bool:
        return self.at + 1 == len(self.pages) and not self._more


class PointsTable(PageScreen):
    """Closes when MENU is released; ROLL turns the page."""

    def __init__(self, app: "App") -> None:
        """Shows first the phase of the player whose turn it is."""
        game: Any = app.playing.game
        super().__init__(app, game.variant, game.options)
        self.pages = self.maker.tables(self.dice_set, self.options)
        if self.dice_set.engine == "phase_ten":
            phase = game.phases[game.player] - 1
            per_page = len(self.pages[0].lines)
            if phase < per_page * len(self.pages):  # a player who has made all of them may be the last one
                self.at = phase // per_page
                self.marked = self.at, phase % per_page

    def press(self, button: int) -> None:
        """ROLL shows the next page, after the last the first."""
        if button == ROLL and len(self.pages) > 1:
            self.turn_to((self.at + 1) % len(self.pages))
        else:
            self.refuse()

    def tick(self, now_ms: int) -> bool:
        """Closes the table when MENU is released. True: the release is seen within a frame."""
        if not self.app.board.held() >> MENU & 1:
            self.app.close()
            return False
        super().tick(now_ms)
        return True

    def draw(self) -> None:
        """Draws the page, what ROLL does, and what keeps the table open."""
        self.draw_page(f"{self.at + 1}/{len(self.pages)}")
        self.app.canvas.choice("next" if len(self.pages) > 1 else "", "")
        self.app.canvas.right(7, "hold MENU")
