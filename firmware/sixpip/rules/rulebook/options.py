"""The house rules: each has one row, with all texts and values. What a rule does is in ten_thousand/house_rules.

Needed while menus are open, while a game is made, and for the pages of "how to play", but not in play.
"""

from sixpip import points_text
from sixpip.compat import TYPE_CHECKING, const
from sixpip.rules.core.errors import MOST, BadOption, is_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    OptionValue = str | int
    Options = dict[str, OptionValue]
    """Values by option key: those that a variant or the players set, or one for every key."""
    from sixpip.rules.rulebook.variant import DiceSet

    Conflict = tuple[OptionValue, str, OptionValue, str]
    """Two values that do not go together: one of the rule in whose row it is, the key of another rule, the value of
    that rule, and why. A value can be ON or OFF."""


ON = "on"  # any value but the first, which means off
OFF = "off"
OFF_VALUES = ("no", "none", 0)
"""The values of a rule that is not in play."""

_CUBES = const("cubes")  # CUBES.kind and PHASE.kind in variants.py, which needs this module
_PHASE = const("phase")
_MOST_COUNTED = const(9)  # a number up to this counts dice or rolls, not points
_STEP = const(50)  # dice other than the cubes score in fifties


class Option:
    """One house rule: its values, all texts about it, and which values are offered and refused.

    What it conflicts with is here and not in its class, because the class is not imported to show or check a rule:
    each import takes time on the Pico.
    """

    # The defaults are in the class, because an attribute takes memory in each object.
    span: "tuple[int, int, int] | None" = None
    """The least, the most and the step of further numbers that are possible besides `values`."""
    rule_class: "tuple[str | None, ...] | str | None" = None
    """The class of the house rule, as "module:Class" in ten_thousand/house_rules, for every value but the first; or a
    tuple with one per value."""
    kinds: "tuple[str, ...]" = ()
    """The dice (DiceSet.kind) that the rule fits, empty for all."""
    offered: "tuple[tuple[OptionValue, ...], tuple[OptionValue, ...]] | None" = None
    """The values to choose from, with other dice and with the five cubes; None where their size decides (`offers`)."""
    scores: "int | None" = None
    """How many points the rule adds or takes; 0: as many as its value says; None: it does neither."""
    conflicts: "tuple[Conflict, ...]" = ()
    """The pairs of values that are refused."""
    refuses: "Callable[[Options, DiceSet], str] | None" = None
    """Returns the reason to refuse the values of a game, or "": for what `conflicts` cannot express."""

    def __init__(
        self,
        key: str,
        values: "tuple[OptionValue, ...]",
        text: str,
        span: "tuple[int, int, int] | None" = None,
        rule_class: "tuple[str | None, ...] | str | None" = None,
        kinds: "tuple[str, ...]" = (),
        offered: "tuple[tuple[OptionValue, ...], tuple[OptionValue, ...]] | None" = None,
        scores: "int | None" = None,
        conflicts: "tuple[Conflict, ...]" = (),
        refuses: "Callable[[Options, DiceSet], str] | None" = None,
    ) -> None:
        """`text` has all words about the rule in one string, because many short ones take much memory on the Pico.

        Its first line is about the rule, each other line about one value. Empty parts at the end can be left out:

            rule ID | label | meaning | topic
            value | label | what the value means | sentence | sentence ...

        A value without a label is its own label (0: "none"). The sentences are those of "how to play", which sorts
        them by topic (the digit at its end is for the order in the topic) and fills in what is in { }. A line "on"
        has those of all values that have none of their own and are not off. A rule without a topic is explained with
        its meaning; the tables of points explain those with the topic "table". A ~ is a space that stays in its line.

        The other arguments are the attributes.
        """
        self.key = key
        self.values = values
        self.text = text
        if span:
            self.span = span
        if rule_class:
            self.rule_class = rule_class
        if kinds:
            self.kinds = kinds
        if offered:
            self.offered = offered
        if scores is not None:
            self.scores = scores
        if conflicts:
            self.conflicts = conflicts
        if refuses:
            self.refuses = refuses

    @property
    def rule(self) -> str:
        """The ID in the rule sheet, such as "DT-06"."""
        return self.text.split(" | ", 1)[0]

    @property
    def label(self) -> str:
        """The name of the rule, which fits a line of the OLED."""
        return self.text.split(" | ", 2)[1]

    @property
    def meaning(self) -> str:
        """The rule in a few words."""
        return self.text.split("\n", 1)[0].split(" | ")[2]

    def _parts(self, value: "OptionValue") -> "list[str]":
        """Returns the label of a value, what it means, and the sentences of the text about it."""
        start = f"\n{value} |"
        begin = self.text.find(start) + len(start)
        if begin < len(start):
            return ["", ""]
        end = self.text.find("\n", begin)
        parts = [part.strip() for part in (self.text[begin:] if end < 0 else self.text[begin:end]).split("|")]
        return parts if len(parts) > 1 else parts + [""]

    def label_of(self, value: "OptionValue") -> str:
        """Returns what a list shows for a value, such as "must roll" for hot_dice=forced, or "1 000" for points."""
        label = self._parts(value)[0]
        if label or value == 0:
            return label or "none"
        return points_text(value) if type(value) is int else str(value)

    def detail(self, value: "OptionValue") -> str:
        """Returns what a value means, as the end of the meaning of the rule, or "" if that needs no words."""
        return self._parts(value)[1]

    def sentence_of(self, value: "OptionValue") -> str:
        """Returns what the rule with this value means, such as "When all dice score: you must roll all again."."""
        detail = self.detail(value)
        words = self.meaning[0].upper() + self.meaning[1:]
        if not detail:
            return words + "."
        return f"{words}. No: {detail}." if value == "no" else f"{words}: {detail}."

    def how_to_play(self, value: "OptionValue") -> "tuple[str, list[str]]":
        """Returns the topic of the rule, and what "how to play" says of it with this value."""
        head = self.text.split("\n", 1)[0].split(" | ")
        topic = head[3] if len(head) > 3 else ""
        found = self._parts(value)[2:]
        if not found and value not in OFF_VALUES:
            found = self._parts(ON)[2:] if topic else [f"{self.label} {{value}}: {self.meaning}."]
        return topic or "turn9", found

    def fits(self, kind: str) -> bool:
        """Returns whether the rule is possible with that kind of dice."""
        return not self.kinds or kind in self.kinds

    def offers(self, kind: str, target: int) -> "list[OptionValue]":
        """Returns the values to choose from with that kind of dice; points only if the `target` is above them."""
        is_cubes = kind == _CUBES
        if self.offered:
            return list(self.offered[is_cubes])
        step = 1 if is_cubes else _STEP
        return [
            value
            for value in self.values
            if type(value) is not int or 0 <= value <= _MOST_COUNTED or abs(value) < target and value % step == 0
        ]

    def class_for(self, value: "OptionValue") -> "str | None":
        """Returns the class of the house rule for a value as "module:Class", or None if the game has the rule."""
        if isinstance(self.rule_class, tuple):
            return self.rule_class[self.values.index(value)]
        return None if value == self.values[0] else self.rule_class

    def read(self, text: str) -> "OptionValue":
        """Returns the value of which `text` is the text, as in key=value. Raises BadOption with the possible values."""
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
        """Returns the possible values as text, such as "no or yes" or "0, 500 or any multiple of 50 from 0 to 5000"."""
        words = [_in_quotes(value, quote) for value in self.values]
        if self.span:
            words.append(f"any multiple of {self.span[2]} from {self.span[0]} to {self.span[1]}")
        if len(words) == 1:
            return words[0]
        return ", ".join(words[:-1]) + " or " + words[-1]


def _in_quotes(value: "OptionValue", quote: str) -> str:
    return f"{quote}{value}{quote}" if isinstance(value, str) else str(value)


def number_in_quotes(value: object) -> "int | None":
    """Returns the whole number that a text is, also in quotes or spaces of its own, or None for anything else."""
    bare = value.replace(" ", "").strip("'\"") if isinstance(value, str) else ""
    return int(bare) if is_whole(bare) else None


_FACES = const(6)  # without a sun
_FIVE = const(5)
_LOWEST = const(500)  # of the targets of other dice than the five cubes


def _refuse_other_dice(values: "Options", dice_set: "DiceSet") -> str:
    """The cubes are five."""
    if dice_set.kind != _CUBES or values["dice"] == _FIVE:
        return ""
    return f"dice={values['dice']} does not go with these dice: there are five cubes"


def _refuse_cheap_straight(values: "Options", dice_set: "DiceSet") -> str:
    """A straight that is built must be worth more than the dice that it can replace."""
    most = sum(dice_set.singles) + (max(dice_set.singles) if values["wild_die"] == "yes" else 0)
    short = str(values["short_straights"])
    if short != "none":
        most = max(most, int(short.split("/")[1]))
    if values["straight_gather"] == "no" or int(values["straight"]) > most:
        return ""
    gathered = f"straight_gather=yes does not go with straight={values['straight']}"
    return f"{gathered}: it must be more than the {most} points it may replace"


def _refuse_endless_keeping(values: "Options", dice_set: "DiceSet") -> str:
    """Where every die scores and must be kept, each keep is hot dice."""
    if values["must_keep_all"] == "no" or values["hot_dice"] != "forced" or min(dice_set.singles[:_FACES]) == 0:
        return ""
    return "must_keep_all=yes does not go with hot_dice=forced: every die scores, so no turn could ever be banked"


def _refuse_endless_pressing(values: "Options", dice_set: "DiceSet") -> str:
    """Something must score besides three alike, or be banked at a bust."""
    others = max(dice_set.singles) or values["straight"] or values["three_pairs"] or values["short_straights"] != "none"
    if values["press_on"] == "no" or values["no_risk"] == "yes" or others:
        return ""
    return "press_on=yes: only three alike score, so no turn could ever be banked"


def _refuse_unreachable_target(values: "Options", dice_set: "DiceSet") -> str:
    """An exact target must be above the first bank, and a multiple of all points."""
    target = int(values["target"])
    if values["end"] != "exact":
        return ""
    if int(values["opening"]) > target:
        first = f"opening={values['opening']} does not go with target={target} and end=exact"
        return f"{first}: the first bank would be past the target"
    if target % _common_divisor(values, dice_set):
        return f"target={target} does not go with end=exact: no points of these dice add up to it"
    return ""


def _common_divisor(values: "Options", dice_set: "DiceSet") -> int:
    """Returns the greatest number that divides all points by which a score can change."""
    found = list(dice_set.singles + dice_set.triples + dice_set.fives)
    if values["multiples"] == "fixed":
        found.append(1000)
    for option in OPTIONS:
        value = values[option.key]
        if option.scores == 0:
            found += [abs(int(number)) for number in str(value).split("/") if is_whole(number)]
        elif option.scores and value != option.values[0]:
            found.append(option.scores)
    divisor = 0
    for points in found:
        while points:
            divisor, points = points, divisor % points
    return divisor or 1


def _refuse_low_target(values: "Options", dice_set: "DiceSet") -> str:
    """Only the cubes score so little."""
    if dice_set.kind == _CUBES or int(values["target"]) >= _LOWEST:
        return ""
    return f"target={values['target']} is for five cubes: use a multiple of 500"


_ANY = const((0, 5000, 50))
_LOW = const((0, 5000, 5))  # five cubes count in fives
_NO_YES = const(("no", "yes"))
_PIPS = const(("pips", "own-pips"))
_CARDS = const(("pips", "own-pips", "grand", "own"))  # six faces that a straight can run through


def _switch(
    key: str,
    text: str,
    rule_class: "str | None" = None,
    kinds: "tuple[str, ...]" = (),
    scores: "int | None" = None,
    conflicts: "tuple[Conflict, ...]" = (),
    refuses: "Callable[[Options, DiceSet], str] | None" = None,
) -> Option:
    """Returns the row of a house rule that is on or off."""
    return Option(key, _NO_YES, text, None, rule_class, kinds, None, scores, conflicts, refuses)


def _combination(key: str, values: "tuple[OptionValue, ...]", text: str) -> Option:
    """Returns the row of a combination of six dice with any points."""
    return Option(key, values, text, _ANY, None, _CARDS, scores=0)


OPTIONS = (
    Option(
        "dice",
        (6, 5, 7),
        "TT-01 | Dice | how many dice a turn starts with | table",
        offered=((5, 6, 7), (5,)),
        conflicts=(
            (5, "straight", ON, "a straight needs six dice"),
            (5, "three_pairs", ON, "three pairs need six dice"),
            (5, "two_triplets", ON, "two triplets need six dice"),
            (5, "six_alike", ON, "six alike need six dice"),
            (5, "six_ones", ON, "six 1s need six dice"),
            (7, "straight_gather", ON, "seven dice are never one of each face"),
        ),
        refuses=_refuse_other_dice,
    ),
    Option(
        "hot_dice",
        ("optional", "forced"),
        "TT-07 | Hot dice | when all dice score | hot\n"
        "optional | may bank | roll all again or bank | All {dice} score? Hot dice! Roll all {dice} again, or bank.\n"
        "forced | must roll | you must roll all again | All {dice} score? Hot dice! You must roll all {dice} again.",
    ),
    Option(
        "multiples",
        ("triples", "doubling", "adding", "fixed"),
        "TT-09 | 4+ alike | a fourth die alike, and each one more | alike\n"
        "triples | no extra | it scores only what it scores alone "
        "| A fourth die alike scores only if it scores alone.\n"
        "doubling | doubles | it doubles the points\n"
        "adding | adds | it adds the points of the three\n"
        "fixed | fixed | 1 000, 2 000, 3 000 | {seven}",
    ),
    Option("three_ones", (1000, 300), "TT-08 | Three 1s | points of three 1s | table", kinds=("pips",)),
    _combination(
        "straight", (0, 200, 1500, 2500, 3000), "TT-10 | Straight | points of one of each face in one roll | table"
    ),
    _switch(
        "straight_gather",
        "TG-10 | Build straight | you may build a straight over several rolls | points2\n"
        "no | | it counts in one roll only\n"
        "yes | | | You may build a straight over several rolls if all kept dice are different. "
        "It replaces their points.",
        "keeping:GatherStraight",
        _CARDS,
        conflicts=((ON, "straight", OFF, "a straight must count to be built, so set straight too"),),
        refuses=_refuse_cheap_straight,
    ),
    _combination("three_pairs", (0, 750, 1000, 1500), "TT-10 | Three pairs | points of three pairs | table"),
    Option(
        "pairs_count",
        ("strict", "4+2"),
        "TT-10 | Pairs count | what counts as three pairs | table\n"
        "strict | 2+2+2 | three different pairs only\n"
        "4+2 | 4+2 too | also four alike and two, or six alike",
        kinds=_CARDS,
        conflicts=((ON, "three_pairs", OFF, "4+2 counts as three pairs, so set three_pairs too"),),
    ),
    _combination(
        "two_triplets", (0, 2500), "section 8 | Two triplets | points of twice three alike in one roll | table"
    ),
    Option(
        "short_straights",
        ("none", "500/750", "1250/1500"),
        "FT-07 | Runs | points of a straight 1-5, and of 2-6 | table\n1250/1500 | 1 250/1 500",
        kinds=_PIPS,
        scores=0,
    ),
    Option(
        "full_house",
        (0, 250, 500),
        "HR-02 | Full house | more points for three alike with a pair | points1\n"
        "on | | | Full house: three and two alike. The three score, and {value} more.",
        _ANY,
        scores=0,
    ),
    Option(
        "opening",
        (0, 35, 350, 500, 750, 1000),
        "DT-02 | To get in | points needed in one turn for the first bank | bank1\n"
        "0 | any\n"
        "on | | | To get in you need {value} in one turn.",
        _LOW,
        "thresholds:Opening",
    ),
    Option(
        "opening_rolls",
        (0, 3),
        "TG-08 | Rolls to get in | rolls needed in the turn of the first bank | bank2\n"
        "0 | any\n"
        "on | | | That turn must have {value} rolls or more.",
        rule_class="thresholds:Rolls",
        conflicts=((ON, "opening", OFF, "such rolls need points to get in, so set opening too"),),
    ),
    Option(
        "bank_min",
        (0, 300),
        "DT-03 | Least bank | points needed in a turn to bank it | bank3\n"
        "0 | any\n"
        "on | | | {every} bank needs {value}.",
        _LOW,
        "thresholds:LeastBank",
    ),
    _switch(
        "grow",
        "HR-04 | Beat the bank | a bank must beat the last one of the player before, until a miss | bank4\n"
        "no | | any bank will do\n"
        "yes | | | A bank must beat the last one of the player before you. After a miss that one counts no more.",
        "thresholds:Grow",
        conflicts=((ON, "end", "exact", "what is missing to the target can be less than the bank to beat"),),
    ),
    _switch(
        "no_risk",
        "HR-05 | No risk | a bust ends the turn, but its points are banked | bust\n"
        "no | | they are lost | No die scores? Bust! Your turn is over and its points are lost.\n"
        "yes | | | No die scores? Bust! Your turn is over, but its points are banked{once_in}.",
        "busts:NoRisk",
        conflicts=((ON, "rescue", ON, "a bust that banks its points leaves none to rescue"),),
    ),
    Option(
        "busts",
        ("none", -500, -1000, "all"),
        "DT-05 | Three busts | what three busts in a row cost | cost2\n"
        "none | nothing\n"
        "all | all | the whole score\n"
        "on | | | Three busts in a row cost {value}.",
        rule_class="busts:ThreeBusts",
        scores=0,
    ),
    _switch(
        "cold_start",
        "CT-06 | Cold start | three turns in a row that bust at once cost 1 000 | cost3\n"
        "no | | they cost nothing more\n"
        "yes | | | Three turns in a row that bust at once cost 1 000.",
        "busts:ColdStart",
        scores=1000,
    ),
    Option(
        "train_wreck",
        ("none", -500, "all"),
        "HR-06 | Train wreck | what a bust with all dice costs | cost1\n"
        "none | nothing\n"
        "all | all | the whole score\n"
        "on | | | A bust with all dice costs {value}.",
        rule_class="busts:TrainWreck",
        scores=0,
    ),
    _switch(
        "pick_up",
        "DT-06 | Pick up | you may start with the dice left and the points of the bank just before | turn5\n"
        "no | | with all dice\n"
        "yes | | | Once you are in, you may start with the dice left and the points of the bank just before.",
        "pick_up:PickUp",
    ),
    _switch(
        "rescue",
        "CT-05 | Rescue | you may roll the dice of the bust just before, for its points | bust2\n"
        "no | | its dice are lost\n"
        "yes | | | The next player may roll the dice of the bust. "
        "If they score, its points are saved for that player.",
        "pick_up:Rescue",
    ),
    _switch(
        "last_die",
        "CT-07 | Last die | one die left has two rolls, and adds 500, 1 000 and so on | turn3\n"
        "no | | it has one roll\n"
        "yes | | | One die left? It has two rolls. If it scores: 500 extra, next time 1 000.",
        "number_of_rolls:LastDie",
        scores=500,
    ),
    _switch(
        "second_chance",
        "HR-03 | Second chance | after a bust hold two dice or more and roll the others once | bust1\n"
        "no | | a bust ends the turn\n"
        "yes | | | Second chance: hold 2 dice or more, roll the rest once. All you hold must score with them.",
        "busts:SecondChance",
    ),
    _switch(
        "calls",
        "DT-07 | Calls | say what you will roll: +50 if right, -50 for a bust | turn4\n"
        "no | | nothing is called\n"
        "yes | | | Before a roll you may call what it will show. Right: +50. A bust: -50.",
        "calls:Calls",
        _PIPS,
        scores=50,
    ),
    _switch(
        "must_keep_all",
        "HR-01 | Keep all | every die that scores must be kept | keep\n"
        "no | | keep those you like | Press 1 to 6 below dice that score.\n"
        "yes | | | Press 1 to 6 below all dice that score.",
        "keeping:KeepAll",
        refuses=_refuse_endless_keeping,
    ),
    _switch(
        "extend",
        "HR-10 | Extend threes | a later die may join three alike kept before | join\n"
        "no | | dice of one roll only | Only dice of one roll count together.\n"
        "yes | | | Kept three alike? A later die of that face joins them and scores what it adds.",
        "keeping:Extend",
        conflicts=((ON, "multiples", OFF, "a fourth die must count, so set multiples to another value"),),
    ),
    _switch(
        "wild_die",
        "HR-07 | Wild die | one die has a sun in place of its 3: it is any face | sun\n"
        "no | | all dice are the same\n"
        "yes | | | One die has a sun in place of its 3. | The sun is any face. Next to a pair it must join the pair.",
        None,
        _PIPS,
    ),
    _switch(
        "six_alike",
        "CT-09 | Six alike | six alike in one roll win the game | rare1\n"
        "no | | they score as always\n"
        "yes | | | Six alike in one roll win the game!",
        "endings:SixAlike",
        _CARDS,
        conflicts=((ON, "six_ones", ON, "six 1s cannot both win and put the player out"),),
    ),
    _switch(
        "four_twos",
        "CT-08 | Four 2s | four 2s in one roll set your score to 0 | rare4\n"
        "no | | they score as always\n"
        "yes | | | Four 2s in one roll: your score is 0 again.",
        "endings:FourTwos",
        _PIPS,
    ),
    Option(
        "six_ones",
        ("score", "out"),
        "HR-11 | Six 1s | six 1s in one roll | rare3\n"
        "score | score | they score as always\n"
        "out | out | they put you out of the game | Six 1s in one roll: you are out of the game.",
        rule_class="endings:SixOnes",
        kinds=_PIPS,
    ),
    _switch(
        "five_alike",
        "CW-03 | Five alike | five 6s in one roll win the game, five 10s put the player out | rare2\n"
        "no | | they score as always\n"
        "yes | | | Five 6s in one roll win the game! | Five 10s in one roll: you are out of the game.",
        "endings:FiveAlike",
        (_CUBES,),
    ),
    _switch(
        "press_on",
        "HR-08 | Press on | after you keep three alike you must roll again | turn1\n"
        "no | | you may bank\n"
        "yes | | | After you keep three alike you must roll again.",
        "triples:PressOn",
        refuses=_refuse_endless_pressing,
    ),
    _switch(
        "clear",
        "HR-09 | Clear threes | a roll with the face of the three just kept is rolled again | turn2\n"
        "no | | it counts as it is\n"
        "yes | | | Does that roll show their face again? Roll it once more.",
        "triples:Clear",
        conflicts=((ON, "extend", ON, "a die that could extend the three is rolled again"),),
    ),
    Option(
        "empty_six",
        (0, 500),
        "section 8 | Empty roll | points when all dice are rolled and none scores; roll again | turn6\n"
        "0 | bust\n"
        "on | | | All {dice} dice rolled, none scores: that is {value}! Roll all again.",
        _ANY,
        "busts:EmptySix",
        scores=0,
        conflicts=(
            (ON, "train_wreck", ON, "a roll of all dice with nothing scores, so it is never a bust"),
            (ON, "cold_start", ON, "a first roll with nothing scores, so no start is cold"),
        ),
    ),
    Option(
        "max_rolls",
        (0, 3, 4, 5),
        "HR-12 | Most rolls | a turn has no more rolls: then it must be banked, or is lost\n0 | any",
        rule_class="number_of_rolls:MaxRolls",
    ),
    Option(
        "end",
        ("last-turn", "same-round", "beat-or-bust", "exact", "sudden", "last-licks"),
        "TT-20 | End | who plays on at the target | end\n"
        "last-turn | last turns | all others, one more turn "
        "| Target reached? All others have one more turn. The highest score wins.\n"
        "same-round | full round | all, until the round ends "
        "| Target reached? The round is played to its end. The highest score wins.\n"
        "beat-or-bust | beat or bust | all others, to beat it or bust "
        "| Target reached? All others have one turn to beat the best score, or bust.\n"
        "exact | exact | no one; past it a bank is 0 | A bank that goes past it scores 0. "
        "| Did the winner leave dice? The next player may roll them once. If they score, the win is undone.\n"
        "sudden | at once | no one | The first to reach the target wins at once.\n"
        "last-licks | new leads | all others, again at a new lead "
        "| Target reached? All others have one more turn. A new best score? All others have a turn again.",
        rule_class=(
            "endings:LastTurn",
            "endings:SameRound",
            "endings:BeatOrBust",
            "endings:Exact",
            "endings:Sudden",
            "endings:LastLicks",
        ),
        conflicts=(("exact", "reach", "above", "exact is the target itself, not above it"),),
        refuses=_refuse_unreachable_target,
    ),
    Option(
        "target",
        (10000, 300, 5000, 20000),
        "TT-12 | Target | points to play for | goal",
        (500, 50000, 500),
        offered=((5000, 10000, 20000), (300, 500, 1000)),
        refuses=_refuse_low_target,
    ),
    Option(
        "reach",
        ("at", "above"),
        "TT-12 | To win | what wins | goal\n"
        "at | reach it | a score at the target or above | Get {target} points.\n"
        "above | pass it | only a score above the target | Get over {target}.",
    ),
    _switch(
        "negative",
        "TT-11 | Score below 0 | penalties may take a score below 0 | cost4\n"
        "no | | 0 is the least\n"
        "yes | | | A score can fall below 0.",
    ),
    Option(
        "start",
        ("seated", "all-dice", "one-die"),
        "TT-13 | Who starts | who starts | start\n"
        "seated | player 1 | by seat, player 1 first | Player 1 starts.\n"
        "all-dice | all dice | by the best roll of all dice | The best roll of all {dice} dice starts.\n"
        "one-die | one die | by the highest roll of one die | The highest roll of one die starts.",
        rule_class="start_order:StartOrder",
    ),
)

PHASE_OPTIONS = (
    Option(
        "start",
        ("seated", "one-die"),
        "PH-02 | Who starts | the order of play | start\n"
        "seated | player 1 | by seat, player 1 first | Player 1 starts.\n"
        "one-die | one die | by the highest roll of one die | The highest roll of one die starts.",
    ),
)
"""The options of Phase 10. Its turns, points and end are different, so that no other option is possible."""


def options_for(kind: str) -> "tuple[Option, ...]":
    """Returns the options of games with a kind of dice (DiceSet.kind)."""
    return PHASE_OPTIONS if kind == _PHASE else OPTIONS


def option_named(key: str, kind: str = "") -> Option:
    """Returns the option with that key in games with a kind of dice. Raises BadOption with all keys."""
    for table in (options_for(kind), OPTIONS):
        for option in table:
            if option.key == key:
                return option
    raise BadOption(f"There is no option '{key}': use one of {', '.join([option.key for option in options_for(kind)])}")


def resolve(dice_set: "DiceSet", *rows: "Options") -> "Options":
    """Returns a value for every key. The values of each row in turn replace the defaults.

    A value of an earlier row that conflicts with one of the last row is dropped.

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
    if len(rows) > 1:
        _drop_overruled(values, defaults, rows[-1])
    _check_together(values, defaults, dice_set)
    return values


def conflicts() -> "Iterator[tuple[str, OptionValue, str, OptionValue, str]]":
    """Returns every two values that do not go together, as the key in whose row they are and the conflict."""
    for option in OPTIONS:
        for value, other, against, why in option.conflicts:
            yield option.key, value, other, against, why


def _is(value: "OptionValue", wanted: "OptionValue", default: "OptionValue") -> bool:
    """Returns whether `value` is `wanted`, which may be ON or OFF."""
    if wanted in (ON, OFF):
        return (value == default) == (wanted == OFF)
    return value == wanted


def _drop_overruled(values: "Options", defaults: "Options", chosen: "Options") -> None:
    """Sets the options of a variant that conflict with those in `chosen` to their defaults."""
    final = list(chosen)
    before = -1
    while len(final) > before:  # repeated, because a dropped option may be one that another needs
        before = len(final)
        for key, value, other, against, _ in conflicts():
            if _is(values[key], value, defaults[key]) and _is(values[other], against, defaults[other]):
                for stays, dropped in ((key, other), (other, key)):
                    if stays in final and dropped not in final:
                        values[dropped] = defaults[dropped]
                        final.append(dropped)


def _check_together(values: "Options", defaults: "Options", dice_set: "DiceSet") -> None:
    """Raises BadOption, with the reason, when two of the values (one for every key) do not go together."""
    for key, value, other, against, why in conflicts():
        if _is(values[key], value, defaults[key]) and _is(values[other], against, defaults[other]):
            raise BadOption(f"{key}={values[key]} does not go with {other}={values[other]}: {why}")
    for option in OPTIONS:
        reason = option.refuses(values, dice_set) if option.refuses else ""
        if reason:
            raise BadOption(reason)


def defaults_of(kind: str, chosen: "Options") -> "Options":
    """Returns the values of the rule sheet of a variant for every key, from the kind of its dice and its options."""
    defaults: Options = {option.key: option.values[0] for option in options_for(kind)}
    defaults.update(chosen)
    return defaults


def read_pairs(words: "list[str]") -> "Options":
    """Returns the options given as words of the form key=value. Raises BadOption."""
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
