"""The options of a game: their rows and values, and the points ahead of a head start."""

from sixpip.compat import TYPE_CHECKING
from sixpip.rules.core.errors import MOST, BadOption, is_whole

if TYPE_CHECKING:
    OptionValue = str | int
    Options = dict[str, OptionValue]
    """Values by option key: those that a variant or the players set, or one for every key."""
    from sixpip.rules.rulebook.variant import DiceSet


class Option:
    """One house rule as data."""

    def __init__(
        self,
        key: str,
        values: "tuple[OptionValue, ...]",
        words: str,
        span: "tuple[int, int, int] | None" = None,
        rule_class: "tuple[str | None, ...] | str | None" = None,
        kinds: "tuple[str, ...]" = (),
    ) -> None:
        """`words`: "rule ID | label | meaning", one text, because many short ones take much memory on the Pico.

        `span` (least, most, step) allows further numbers besides `values`. `rule_class`: the class of the house rule,
        as "module:Class" in ten_thousand/house_rules, for every value but the first; or a tuple with one per value.
        `kinds`: the dice (DiceSet.kind) that the rule fits, empty for all.
        """
        self.key = key
        self.values = values
        self._words = words
        self.span = span
        self.rule_class = rule_class
        self.kinds = kinds

    @property
    def rule(self) -> str:
        """The ID in the rule sheet, such as "DT-06"."""
        return self._words.split(" | ")[0]

    @property
    def label(self) -> str:
        """The name of the rule, which fits a line of the OLED."""
        return self._words.split(" | ")[1]

    @property
    def meaning(self) -> str:
        """The rule in a few words."""
        return self._words.split(" | ")[2]

    def fits(self, kind: str) -> bool:
        """Whether the rule is possible with that kind of dice."""
        return not self.kinds or kind in self.kinds

    def class_for(self, value: "OptionValue") -> "str | None":
        """The class of the house rule for a value, as "module:Class"; None where the base turn or the scorer has it."""
        if isinstance(self.rule_class, tuple):
            return self.rule_class[self.values.index(value)]
        return None if value == self.values[0] else self.rule_class

    def read(self, text: str) -> "OptionValue":
        """The value of which `text` is the text, as in key=value. Raises BadOption with the possible values."""
        return self.check(int(text) if is_whole(text) else text)

    def check(self, value: "OptionValue", quote: str = "") -> "OptionValue":
        """Returns `value` when it is possible. Raises BadOption; `quote`: what is around the texts where it is from."""
        if self._is_possible(value):
            return value
        number = number_in_quotes(value)
        if number is not None and self._is_possible(number):
            raise BadOption(f"{self.key}: write {number} without quotes")
        words = _in_quotes(value, quote)
        raise BadOption(f"{self.key}={words} is not a value of {self.key}: use {self.choices(quote)}")

    def _is_possible(self, value: "OptionValue") -> bool:
        for known in self.values:
            if known == value and type(known) is type(value):
                return True
        if not self.span or type(value) is not int:
            return False
        least, most, step = self.span
        return least <= value <= most and value % step == 0

    def choices(self, quote: str = "") -> str:
        """The possible values as text: "no or yes", "0, 500 or any multiple of 50 from 0 to 5000"."""
        words = [_in_quotes(value, quote) for value in self.values]
        if self.span:
            words.append(f"any multiple of {self.span[2]} from {self.span[0]} to {self.span[1]}")
        if len(words) == 1:
            return words[0]
        return ", ".join(words[:-1]) + " or " + words[-1]


def _in_quotes(value: "OptionValue", quote: str) -> str:
    return f"{quote}{value}{quote}" if isinstance(value, str) else str(value)


def number_in_quotes(value: object) -> "int | None":
    """The whole number that a text is, perhaps with quotes or spaces of its own; None for other texts and values."""
    bare = value.replace(" ", "").strip("'\"") if isinstance(value, str) else ""
    return int(bare) if is_whole(bare) else None


_ANY = (0, 5000, 50)
_LOW = (0, 5000, 5)  # five cubes count in fives
_NO_YES = ("no", "yes")
_PIPS = ("pips", "own-pips")
_CARDS = ("pips", "own-pips", "grand", "own")  # six faces that a straight can run through


def _switch(key: str, words: str, rule_class: "str | None" = None, kinds: "tuple[str, ...]" = ()) -> Option:
    """The row of a house rule that is on or off."""
    return Option(key, _NO_YES, words, rule_class=rule_class, kinds=kinds)


def _combination(key: str, values: "tuple[OptionValue, ...]", words: str) -> Option:
    """The row of a combination of six dice with any points."""
    return Option(key, values, words, _ANY, None, _CARDS)


OPTIONS = (
    Option("dice", (6, 5, 7), "TT-01 | Dice | how many dice a turn starts with"),
    Option("hot_dice", ("optional", "forced"), "TT-07 | Hot dice | when all dice score"),
    Option(
        "multiples",
        ("triples", "doubling", "adding", "fixed"),
        "TT-09 | 4+ alike | a fourth die alike, and each one more",
    ),
    Option("three_ones", (1000, 300), "TT-08 | Three 1s | points of three 1s", kinds=("pips",)),
    _combination("straight", (0, 200, 1500, 2500, 3000), "TT-10 | Straight | points of one of each face in one roll"),
    _switch(
        "straight_gather",
        "TG-10 | Build straight | you may build a straight over several rolls",
        "keeping:GatherStraight",
        _CARDS,
    ),
    _combination("three_pairs", (0, 750, 1000, 1500), "TT-10 | Three pairs | points of three pairs"),
    Option("pairs_count", ("strict", "4+2"), "TT-10 | Pairs count | what counts as three pairs", kinds=_CARDS),
    _combination("two_triplets", (0, 2500), "section 8 | Two triplets | points of twice three alike in one roll"),
    Option(
        "short_straights",
        ("none", "500/750", "1250/1500"),
        "FT-07 | Runs | points of a straight 1-5, and of 2-6",
        kinds=_PIPS,
    ),
    Option("full_house", (0, 250, 500), "HR-02 | Full house | more points for three alike with a pair", _ANY),
    Option(
        "opening",
        (0, 35, 350, 500, 750, 1000),
        "DT-02 | To get in | points needed in one turn for the first bank",
        _LOW,
        "thresholds:Opening",
    ),
    Option(
        "opening_rolls",
        (0, 3),
        "TG-08 | Rolls to get in | rolls needed in the turn of the first bank",
        rule_class="thresholds:Rolls",
    ),
    Option(
        "bank_min", (0, 300), "DT-03 | Least bank | points needed in a turn to bank it", _LOW, "thresholds:LeastBank"
    ),
    _switch(
        "grow",
        "HR-04 | Beat the bank | a bank must beat the last one of the player before, until a miss",
        "thresholds:Grow",
    ),
    _switch("no_risk", "HR-05 | No risk | a bust ends the turn, but its points are banked", "busts:NoRisk"),
    Option(
        "busts",
        ("none", -500, -1000, "all"),
        "DT-05 | Three busts | what three busts in a row cost",
        rule_class="busts:ThreeBusts",
    ),
    _switch("cold_start", "CT-06 | Cold start | three turns in a row that bust at once cost 1 000", "busts:ColdStart"),
    Option(
        "train_wreck",
        ("none", -500, "all"),
        "HR-06 | Train wreck | what a bust with all dice costs",
        rule_class="busts:TrainWreck",
    ),
    _switch(
        "pick_up",
        "DT-06 | Pick up | you may start with the dice left and the points of the bank just before",
        "pick_up:PickUp",
    ),
    _switch(
        "rescue", "CT-05 | Rescue | you may roll the dice of the bust just before, for its points", "pick_up:Rescue"
    ),
    _switch(
        "last_die", "CT-07 | Last die | one die left has two rolls, and adds 500, 1 000 and so on", "rolls:LastDie"
    ),
    _switch(
        "second_chance",
        "HR-03 | Second chance | after a bust hold two dice or more and roll the others once",
        "busts:SecondChance",
    ),
    _switch("calls", "DT-07 | Calls | say what you will roll: +50 if right, -50 for a bust", "calls:Calls", _PIPS),
    Option(
        "must_keep_all", _NO_YES, "HR-01 | Keep all | every die that scores must be kept", rule_class="keeping:KeepAll"
    ),
    _switch("extend", "HR-10 | Extend threes | a later die may join three alike kept before", "keeping:Extend"),
    _switch("wild_die", "HR-07 | Wild die | one die has a sun in place of its 3: it is any face", None, _PIPS),
    _switch("six_alike", "CT-09 | Six alike | six alike in one roll win the game", "endings:SixAlike", _CARDS),
    _switch("four_twos", "CT-08 | Four 2s | four 2s in one roll set your score to 0", "endings:FourTwos", _PIPS),
    Option(
        "six_ones", ("score", "out"), "HR-11 | Six 1s | six 1s in one roll", rule_class="endings:SixOnes", kinds=_PIPS
    ),
    _switch(
        "five_alike",
        "CW-03 | Five alike | five 6s in one roll win the game, five 10s put the player out",
        "endings:FiveAlike",
        ("cubes",),
    ),
    Option(
        "press_on",
        _NO_YES,
        "HR-08 | Press on | after you keep three alike you must roll again",
        rule_class="triples:PressOn",
    ),
    _switch(
        "clear", "HR-09 | Clear threes | a roll with the face of the three just kept is rolled again", "triples:Clear"
    ),
    Option(
        "empty_six",
        (0, 500),
        "section 8 | Empty roll | points when all dice are rolled and none scores; roll again",
        _ANY,
        "busts:EmptySix",
    ),
    Option(
        "max_rolls",
        (0, 3, 4, 5),
        "HR-12 | Most rolls | a turn has no more rolls: then it must be banked, or is lost",
        rule_class="rolls:MaxRolls",
    ),
    Option(
        "end",
        ("last-turn", "same-round", "beat-or-bust", "exact", "sudden", "last-licks"),
        "TT-20 | End | who plays on at the target",
        rule_class=(
            "endings:LastTurn",
            "endings:SameRound",
            "endings:BeatOrBust",
            "endings:Exact",
            "endings:Sudden",
            "endings:LastLicks",
        ),
    ),
    Option("target", (10000, 300, 5000, 20000), "TT-12 | Target | points to play for", (500, 50000, 500)),
    Option("reach", ("at", "above"), "TT-12 | To win | what wins"),
    Option("negative", _NO_YES, "TT-11 | Score below 0 | penalties may take a score below 0"),
    Option(
        "start",
        ("seated", "all-dice", "one-die"),
        "TT-13 | Who starts | who starts",
        rule_class="start_order:StartOrder",
    ),
)

_PHASE = "phase"  # PHASE.kind in variant.py, which imports this module

PHASE_OPTIONS = (Option("start", ("seated", "one-die"), "PH-02 | Who starts | the order of play"),)
"""The options of Phase 10. Its turns, points and end are different, so that no other option is possible."""


def options_for(kind: str) -> "tuple[Option, ...]":
    """The options of games with a kind of dice (DiceSet.kind)."""
    return PHASE_OPTIONS if kind == _PHASE else OPTIONS


def option_named(key: str, kind: str = "") -> Option:
    """The option with that key in games with a kind of dice. Raises BadOption with all keys."""
    for table in (options_for(kind), OPTIONS):
        for option in table:
            if option.key == key:
                return option
    raise BadOption(f"There is no option '{key}': use one of {', '.join([option.key for option in options_for(kind)])}")


def resolve(dice_set: "DiceSet", *rows: "Options") -> "Options":
    """A value for every key: the defaults, replaced by those of each row in turn.

    A value of an earlier row that conflicts with one of the last row is dropped (conflicts.drop_overruled).

    Raises BadOption for an unknown key or value, for one that is not possible with these dice, and for two that
    exclude each other.
    """
    own = options_for(dice_set.kind)
    defaults = defaults_of(dice_set.kind, {})
    values = dict(defaults)
    for row in rows:
        for key in row:
            option = option_named(key, dice_set.kind)
            value = option.check(row[key])
            if option in own and option.fits(dice_set.kind):
                values[key] = value
            elif option not in own or value != option.values[0]:
                faces = " ".join(dice_set.faces)
                raise BadOption(f"{key}={row[key]} makes no sense with these dice ({faces}): leave it out")
    if own is not OPTIONS:
        return values
    from sixpip.rules.rulebook import conflicts  # a page that only shows house rules does without

    if len(rows) > 1:
        conflicts.drop_overruled(values, defaults, rows[-1])
    conflicts.check(values, defaults, dice_set)
    return values


def defaults_of(kind: str, chosen: "Options") -> "Options":
    """A value for every key: those of the rule sheet of a variant. `kind`: of its dice; `chosen`: its options."""
    defaults: Options = {option.key: option.values[0] for option in options_for(kind)}
    defaults.update(chosen)
    return defaults


def read_pairs(words: "list[str]") -> "Options":
    """The options given as words of the form key=value. Raises BadOption."""
    row: Options = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals:
            raise BadOption(f"'{word}' is not of the form key=value")
        if key in row:
            raise BadOption(f"{key} is set twice: leave one of them out")
        row[key] = option_named(key).read(text)
    return row


def check_head_start(points: "list[int]", players: int, options: "Options") -> None:
    """Raises BadOption unless there are points for each player, less than the target, or for none at all."""
    if not points:
        return
    words = ",".join([str(number) for number in points])
    if len(points) != players:
        raise BadOption(f"head_start={words} does not fit: use one number for each of {players} players")
    most = int(options.get("target", MOST)) - 1
    if not all([0 <= number <= most for number in points]):
        raise BadOption(f"head_start={words} cannot be given: use 0 to {most}")
