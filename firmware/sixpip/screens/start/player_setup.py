"""Who plays, and what they have agreed on: the screens between the question how many play and the game."""

from sixpip.app.games.lineup import (
    NAME_LETTERS,
    Lineup,
    load_last_game,
    match_of_last_game,
    names_text,
    next_match,
    of_record,
)
from sixpip.app.games.session import PAD
from sixpip.app.house_rules.rule_choice import saved_choice
from sixpip.app.people.player_names import AGAINST, GROUPS, RECORD, PlayerNames, load_groups, shown, with_group
from sixpip.app.settings import AGREEMENTS, setting_named
from sixpip.board.contract import BANK, KEEP6, LETTER, LETTERS, MENU, ROLL
from sixpip.compat import TYPE_CHECKING, const
from sixpip.players.styles import HABITS, NAMES, OFFERED
from sixpip.screens.menu import Menu, paint_numbers
from sixpip.screens.screen import Screen
from sixpip.storage.record_store import trouble_of
from sixpip.view import palette, tiles
from sixpip.view.faces import face
from sixpip.view.text import points_text

if TYPE_CHECKING:
    from sixpip.app.app import App
    from sixpip.app.house_rules.rule_choice import RuleChoice
    from sixpip.app.people.player_names import Group
    from sixpip.rules.rulebook.variant import Variant

_LONG = const(2000)  # from this target on a head start is a multiple of 50
_WITHOUT_TARGET = const((0, 10, 20, 50, 100))
_HALF = const(64)
_NAME_X = const(10)
_ROOM = const(9)  # letters of a name in half a row
_LAST_ROW = const(6)
_STAYING = const(("match", "clock"))  # settings that others may not want
_GROUP_LETTERS = const(18)  # of a line of the list of groups


class Groups(Menu):
    """One line a group, the last one first."""

    title = "WHO PLAYS?"

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant` is what they play."""
        super().__init__(app)
        self.variant = variant
        self._groups = load_groups(app.store)
        self._lines = [names_text(shown(group.names, group.styles), _GROUP_LETTERS) for group in self._groups]

    def lines(self) -> "list[str]":
        """Returns the names of each group."""
        return self._lines

    def pick(self, line: int) -> None:
        """Seats the group."""
        group = self._groups[line]
        self.app.replace("player_setup", self.variant, len(group.names), group)

    def draw(self) -> None:
        """Draws the list; without a group, as after damage to the record, a sentence."""
        super().draw()
        if not self._groups:
            self.app.canvas.center(3, "There are no groups.")


class GameSetup(Menu):
    """The players of a game and its house rules."""

    roll = "start"

    def __init__(
        self, app: "App", variant: "Variant", players: int, group: "Group | None" = None, for_pad: bool = False
    ) -> None:
        """`players` is how many play the variant, and `group` who; None is the last group of that many.

        With `for_pad` the score pad keeps the scores of a game with real dice.
        """
        super().__init__(app)
        self.has_agreed = False
        """Whether the players have seen what they agree on."""
        self.choice, self._dropped = saved_choice(app.store, variant)
        self._for_pad = for_pad
        self.names = PlayerNames(app.store, players, () if for_pad else OFFERED[variant.dice_set.engine], group)

    def tick(self, now_ms: int) -> bool:
        """Shows a notice when the house rules chosen last time had to be dropped."""
        dropped, self._dropped = self._dropped, ""
        self.app.notify(dropped)
        return False

    def idle(self) -> bool:
        """Has the game imported while the players read; a score pad needs none."""
        return not self._for_pad and self.app.prepare(self.choice.variant.dice_set.engine)

    def back(self) -> None:
        """Closes the list; names that were typed are saved for the next time."""
        self.app.close()
        if self.names.typed:
            self.app.notify(trouble_of(self._save_names))

    def _save_names(self) -> None:
        """Saves the names, also in the group that they were at first. Raises StorageFull or StorageError."""
        store, names = self.app.store, self.names
        store.save(RECORD, names.name_record())
        if names.before:
            store.save(GROUPS, with_group(store, names, names.before))

    def begin(self, lineup: "Lineup") -> None:
        """Starts the game with these players.

        Where others have agreed on a match or a clock, it first asks whether that stays.
        """
        self.app.acknowledge_press()
        last = load_last_game(self.app.store)
        if self._for_pad:
            self._open_pad(lineup)
        elif last and not self.has_agreed and self.agreed(lineup) and people_of(of_record(last)) != people_of(lineup):
            self.app.open("as_before", self, lineup)
        else:
            self.start(lineup)

    def agreed(self, lineup: "Lineup") -> "list[tuple[str, str]]":
        """Returns label and value of match and clock, if there is one."""
        values = self.app.settings.values
        settings = [setting_named(name) for name in _STAYING if len(lineup.names) > 1 or name != "match"]
        return [(setting.label, setting.choices[values[setting.name]]) for setting in settings if values[setting.name]]

    def start(self, lineup: "Lineup") -> None:
        """Starts the game; the players are saved for the next time. A match of theirs goes on."""
        app = self.app
        records: dict[str, object] = {RECORD: self.names.name_record()}
        if len(self.names.names) == 1:
            records[AGAINST] = self.names.against
        else:
            records[GROUPS] = with_group(app.store, self.names)
        before = match_of_last_game(lineup, load_last_game(app.store))
        lineup.match = next_match(before, app.settings.values["match"], len(lineup.names))
        app.load_game_start().start(app, self.choice.variant.name, self.choice.overrides, lineup, records)

    def _open_pad(self, lineup: "Lineup") -> None:
        app, variant = self.app, self.choice.variant
        pad = {"variant": variant.name, "mark": variant.mark, "rules": self.choice.overrides, "entries": []}
        pad.update({"names": lineup.names, "head_start": lineup.head_start})
        trouble = trouble_of(app.store.save, PAD, pad)
        if trouble:
            app.notify(trouble)
        else:
            app.start("score_pad")


def people_of(lineup: "Lineup") -> "set[str]":
    """Returns the names of the people who play, without computers."""
    if lineup.members:
        return {name for pair in lineup.members for name in pair}
    return {name for name, style in zip(lineup.names, lineup.styles) if not style}


class AsBefore(Menu):
    """Asks people who have not played the last game whether its match and turn clock stay."""

    title = "AS BEFORE?"

    def __init__(self, app: "App", setup: GameSetup, lineup: "Lineup") -> None:
        """`setup` is the game to start, `lineup` who plays it."""
        super().__init__(app)
        self._setup = setup
        self._lineup = lineup

    def lines(self) -> "list[str]":
        """Returns the answers."""
        return ["Yes, the same", "No, a plain game"]

    def pick(self, line: int) -> None:
        """Starts the game; without match and clock if they do not stay."""
        if line:
            self.app.settings.reset(_STAYING)
        self._setup.start(self._lineup)

    def draw(self) -> None:
        """Draws the answers and what would stay."""
        super().draw()
        row = 4
        for label, value in self._setup.agreed(self._lineup):
            self.app.canvas.both(row, label, value)
            row += 1


def head_starts(choice: "RuleChoice") -> "tuple[int, ...]":
    """Returns the points of each head start, which are parts of the target, or without one those of a phase or two."""
    target = int(choice.values.get("target", 0))
    if not target:
        return _WITHOUT_TARGET
    step = 50 if target >= _LONG else 5
    return tuple([target * percent // 100 // step * step for percent in (0, 5, 10, 20, 30)])


class Opponent(GameSetup):
    """A person against a computer, or alone; the choice of the last game is marked. MENU: the rules."""

    title = "AGAINST"

    def __init__(self, app: "App", variant: "Variant") -> None:
        """`variant` is what is played."""
        super().__init__(app, variant, 1)
        self._offered = self.names.offered
        self._mark_opponent()

    def _mark_opponent(self) -> None:
        self.at = self._offered.index(self.names.against) if self.names.against in self._offered else 0

    def lines(self) -> "list[str]":
        """Returns the styles, to play alone, the name of the person."""
        styles = [f"{NAMES[style]}: {HABITS[style]}" for style in self._offered]
        return styles + ["Play alone", f"Name: {self.names.names[0]}"]

    def press(self, button: int) -> None:
        """MENU opens the rules and what is agreed on; the other buttons are those of every list."""
        if button == MENU:
            self.app.open("agreements", self)
        else:
            super().press(button)

    def pick(self, line: int) -> None:
        """Starts the game, or asks for the name."""
        person = self.names.names[0]
        if line < len(self._offered):
            style = self.names.against = self._offered[line]
            self.begin(Lineup([person, NAMES[style]], [0, style]))
        elif line == len(self._offered):
            self.begin(Lineup([person]))
        else:
            self._mark_opponent()
            self.app.open("name_entry", self.names, 0)

    def draw(self) -> None:
        """Draws the list, and in the top line what MENU does."""
        self.roll = "start" if self.at <= len(self._offered) else "name"
        super().draw()
        differing = len(self.choice.differing())
        rules = f"{differing} rule" + ("" if differing == 1 else "s") if differing else "rules"
        self.head(self.title, "MENU: " + rules)

    def paint(self) -> None:
        """Paints the number of each line above its KEEP button, in the color of the style."""
        colors = self.app.board.palette
        palette.load(colors, self.choice.variant.ink)
        ramps: list[int] = []
        for style in self._offered:
            ramps.append(palette.SEAT + len(ramps) + 1)
            palette.set_seat(colors, len(ramps), palette.style_color(style))
        paint_numbers(self.app, ramps + [palette.SEAT, palette.SEAT])  # the color of the person


class PlayerSetup(GameSetup):
    """The players by name, and what they have agreed on. ROLL starts the game."""

    def press(self, button: int) -> None:
        """ROLL starts, a KEEP button changes the player next to it, MENU opens the agreements."""
        names = self.names
        if button == ROLL:
            self.begin(names.lineup(head_starts(self.choice)))
        elif button == MENU:
            self.app.open("agreements", self)
        elif button <= KEEP6 and button < len(names.names):
            if names.offered:
                self.app.open("seat", names, button, head_starts(self.choice))
            else:
                self.app.open("name_entry", names, button)
        elif button == BANK:
            self.back()
        else:
            self.refuse()

    def draw(self) -> None:
        """Draws the names two in a row with the numbers of their buttons; below, what is agreed on.

        A name with a head start has a plus.
        """
        canvas = self.app.canvas
        names = self.names.shown()
        self.head("WHO PLAYS?", f"1-{len(names)}: {'pick' if self.names.offered else 'name'}")
        for seat in range(len(names)):
            x = seat % 2 * _HALF
            ahead = "+" if self.names.head_start_sizes[seat] else ""
            canvas.at(x + _NAME_X, seat // 2 + 1, names[seat][: _ROOM - len(ahead)] + ahead)
            canvas.cap(x, seat // 2 + 1, str(seat + 1))
        self._draw_agreed(4 if len(names) > 4 else 3)
        self.app.canvas.choice("start", "back")

    def _draw_agreed(self, row: int) -> None:
        """Draws from `row` on what MENU opens, and as much as fits of what was chosen there."""
        canvas = self.app.canvas
        canvas.at(canvas.cap(0, row, "MENU") + 4, row, "rules and more")
        agreed = self._agreed()
        if not agreed:
            canvas.at(0, row + 1, "Standard rules")
        room = _LAST_ROW - row
        listed = len(agreed) if len(agreed) <= room else room - 1
        for label, value in agreed[:listed]:
            row += 1
            canvas.both(row, label, value)
        if listed < len(agreed):
            canvas.at(0, row + 1, f"and {len(agreed) - listed} more")

    def _agreed(self) -> "list[tuple[str, str]]":
        """Returns label and value of teams, match, clock and house rules if they differ from a plain game."""
        agreed = []
        players = len(self.names.names)
        if self.names.teams and self.names.can_be_teams():
            half = players // 2
            agreed.append(("Teams", " ".join([f"{seat + 1}+{seat + half + 1}" for seat in range(half)])))
        for setting in AGREEMENTS:
            value = self.app.settings.values[setting.name]
            if value and setting.name != "starts" and (players > 1 or setting.name != "match"):
                agreed.append((setting.label, setting.choices[value]))
        return agreed + [(option.label, self.choice.value_of(option)) for option in self.choice.differing()]

    def paint(self) -> None:
        """Paints a die with the number, in the color of the player or the team, above the KEEP button of each."""
        colors = self.app.board.palette
        palette.load(colors, self.choice.variant.ink)
        styles = self.names.styles
        colored = len(styles) // 2 if self.names.teams and self.names.can_be_teams() else len(styles)
        for seat in range(len(styles)):
            if styles[seat]:
                palette.set_seat(colors, seat, palette.style_color(styles[seat]))
        paint_numbers(self.app, [palette.SEAT + seat % colored for seat in range(len(styles))])


class Seat(Menu):
    """One line for a person, one for each style, one for the head start. The marked line is what the seat is now."""

    def __init__(self, app: "App", names: "PlayerNames", seat: int, head_starts: "tuple[int, ...]") -> None:
        """`seat` is the place in `names` to change; `head_starts` has the points of each size."""
        super().__init__(app)
        self.title = f"PLAYER {seat + 1} IS"
        self._names = names
        self._seat = seat
        self._head_starts = head_starts
        self._styles = (0,) + names.offered
        self.at = self._styles.index(names.styles[seat])

    def lines(self) -> "list[str]":
        """Returns the lines for a person, the styles and the head start."""
        styles = [f"{NAMES[style]}: {HABITS[style]}" for style in self._names.offered]
        ahead = self._head_starts[self._names.head_start_sizes[self._seat]]
        return ["A person"] + styles + [f"Head start: {points_text(ahead)}"]

    def pick(self, line: int) -> None:
        """Takes the line, or the next head start; a person is asked for the name."""
        if line == len(self._styles):
            sizes = self._names.head_start_sizes
            sizes[self._seat] = (sizes[self._seat] + 1) % len(self._head_starts)
            return
        self._names.styles[self._seat] = self._styles[line]
        if line:
            self.app.close()
        else:
            self.app.replace("name_entry", self._names, self._seat)

    def paint(self) -> None:
        """Paints the number of each line above its KEEP button, in the color of the person or the style."""
        colors = [(self._seat + line) % palette.SEATS for line in range(len(self._styles) + 1)]
        for color, style in zip(colors, self._styles):
            palette.set_seat(self.app.board.palette, color, palette.style_color(style) if style else b"")
        paint_numbers(self.app, [palette.SEAT + color for color in colors])


_LETTERS = const("ABCDEFGHIJKLMNOPQRSTUVWXYZ-.!+")
_PAGE = const(6)


class NameEntry(Screen):
    """Types one name, with the buttons or a keyboard: a capital letter, then small ones.

    Without a letter typed the old name stays.
    """

    keyboard = LETTERS

    def __init__(self, app: "App", names: "PlayerNames", seat: int) -> None:
        """`seat` is the place in `names` of the name to type."""
        super().__init__(app)
        self._names = names
        self._seat = seat
        self._typed = ""
        self._page = 0

    def press(self, button: int) -> None:
        """KEEP types, ROLL shows the next letters, MENU deletes a letter, BANK is done."""
        letters = self._letters()
        letter = letters[button] if button <= KEEP6 else chr(button) if button >= LETTER else " "
        if letter.upper() in _LETTERS and len(self._typed) < NAME_LETTERS:
            self._typed += letter.lower() if self._typed[-1:].isalpha() else letter.upper()
        elif button == ROLL:
            self._page = (self._page + 1) % (len(_LETTERS) // _PAGE)
        elif button == MENU and self._typed:
            self._typed = self._typed[:-1]
        elif button == BANK:
            if self._typed:
                self._names.rename(self._seat, self._typed)
            self.app.close()
        elif button == MENU:
            self.refuse("No letter to delete")
        else:
            is_full = len(self._typed) == NAME_LETTERS
            self.refuse(f"{NAME_LETTERS} letters at most" if is_full else "Names have A to Z")

    def paint(self) -> None:
        """Paints six letters on the dice, in the player's color."""
        letters = self._letters()
        for tile in range(tiles.TILES):
            tiles.paint(self.app.board.pixels, tile, face(letters[tile]), tiles.SCORES, palette.SEAT + self._seat)

    def draw(self) -> None:
        """Draws the name so far and what the buttons do."""
        canvas = self.app.canvas
        letters = self._letters()
        self.head(f"NAME OF PLAYER {self._seat + 1}")
        blanks = "_" * (NAME_LETTERS - len(self._typed))
        canvas.center(2, self._typed + blanks)
        first, last = letters[0], letters[_PAGE - 1]
        if self._typed[-1:].isalpha():
            first, last = first.lower(), last.lower()
        canvas.center(4, f"1-6 type {first} to {last}")
        canvas.center(5, "MENU deletes a letter")
        self.app.canvas.choice("more", "done" if self._typed else "back")

    def _letters(self) -> str:
        return _LETTERS[self._page * _PAGE : self._page * _PAGE + _PAGE]


class Agreements(Menu):
    """One line each. The house rules have a list of their own; picking another line takes its next choice."""

    title = "TONIGHT"

    def __init__(self, app: "App", setup: "GameSetup") -> None:
        """`setup` is the game to start."""
        super().__init__(app)
        self._setup = setup
        setup.has_agreed = True
        self.variant = setup.choice.variant

    def lines(self) -> "list[str]":
        """Returns the house rules, the settings, then the teams where there can be any."""
        values = self.app.settings.values
        names = self._setup.names
        differing = len(self._setup.choice.differing())
        lines = ["House rules" + (f": {differing}" if differing else "")]
        lines += [f"{setting.label}: {setting.choices[values[setting.name]]}" for setting in AGREEMENTS]
        if names.can_be_teams():
            lines.append(f"Teams of two: {'yes' if names.teams else 'no'}")
        return lines

    def pick(self, line: int) -> None:
        """Opens the house rules, or changes the line."""
        app = self.app
        if line == 0:
            app.open("house_rules", self._setup.choice)
        elif line <= len(AGREEMENTS):
            app.settings.change(AGREEMENTS[line - 1], app.board, app.sound)
        else:
            self._setup.names.teams = not self._setup.names.teams

    def draw(self) -> None:
        """Draws the list; ROLL changes every line but the first."""
        self.roll = "change" if self.at else "pick"
        super().draw()
