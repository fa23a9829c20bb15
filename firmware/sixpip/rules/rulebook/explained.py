"""What "how to play" says of the house rules, beside the option table: loaded only while its pages are made."""

from sixpip.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.rules.rulebook.options import OptionValue

_OFF = ("no", "none", 0)
_TEXTS = {
    "hot_dice": (
        "hot optional: All {dice} score? Hot dice! Roll all {dice} again, or bank. / forced: All {dice} score? "
        "Hot dice! You must roll all {dice} again."
    ),
    "multiples": "alike triples: A fourth die alike scores only if it scores alone. / fixed: {seven}",
    "straight_gather": (
        "points2 You may build a straight over several rolls if all kept dice are different. It replaces their points."
    ),
    "full_house": "points1 Full house: three and two alike. The three score, and {value} more.",
    "opening": "bank1 To get in you need {value} in one turn.",
    "opening_rolls": "bank2 That turn must have {value} rolls or more.",
    "bank_min": "bank3 {every} bank needs {value}.",
    "grow": "bank4 A bank must beat the last one of the player before you. After a miss that one counts no more.",
    "no_risk": (
        "bust no: No die scores? Bust! Your turn is over and its points are lost. / yes: No die scores? Bust! "
        "Your turn is over, but its points are banked{once_in}."
    ),
    "busts": "cost2 Three busts in a row cost {value}.",
    "cold_start": "cost3 Three turns in a row that bust at once cost 1 000.",
    "train_wreck": "cost1 A bust with all dice costs {value}.",
    "pick_up": "turn5 Once you are in, you may start with the dice left and the points of the bank just before.",
    "rescue": (
        "bust2 The next player may roll the dice of the bust. If they score, its points are saved for that player."
    ),
    "last_die": "turn3 One die left? It has two rolls. If it scores: 500 extra, next time 1 000.",
    "second_chance": "bust1 Second chance: hold 2 dice or more, roll the rest once. All you hold must score with them.",
    "calls": "turn4 Before a roll you may call what it will show. Right: +50. A bust: -50.",
    "must_keep_all": "keep no: Press 1 to 6 below dice that score. / yes: Press 1 to 6 below all dice that score.",
    "extend": (
        "join no: Only dice of one roll count together. / yes: Kept three alike? A later die of that face joins "
        "them and scores what it adds."
    ),
    "wild_die": "sun One die has a sun in place of its 3.\nThe sun is any face. Next to a pair it must join the pair.",
    "six_alike": "rare1 Six alike in one roll win the game!",
    "four_twos": "rare4 Four 2s in one roll: your score is 0 again.",
    "six_ones": "rare3 out: Six 1s in one roll: you are out of the game.",
    "five_alike": "rare2 Five 6s in one roll win the game!\nFive 10s in one roll: you are out of the game.",
    "press_on": "turn1 After you keep three alike you must roll again.",
    "clear": "turn2 Does that roll show their face again? Roll it once more.",
    "empty_six": "turn6 All {dice} dice rolled, none scores: that is {value}! Roll all again.",
    "end": (
        "end last-turn: Target reached? All others have one more turn. The highest score wins. / same-round: "
        "Target reached? The round is played to its end. The highest score wins. / beat-or-bust: Target reached? "
        "All others have one turn to beat the best score, or bust. / exact: A bank that goes past it scores "
        "0.\nDid the winner leave dice? The next player may roll them once. If they score, the win is undone. / "
        "sudden: The first to reach the target wins at once. / last-licks: Target reached? All others have one "
        "more turn. A new best score? All others have a turn again."
    ),
    "negative": "cost4 A score can fall below 0.",
    "reach": "goal at: Get {target} points. / above: Get over {target}.",
    "start": (
        "start seated: Player 1 starts. / all-dice: The best roll of all {dice} dice starts. / one-die: The "
        "highest roll of one die starts."
    ),
}
"""By option key: a topic, with a digit for the order in it, and a text for every value but those in _OFF; or a text for
some values, as "value: text", divided by " / ". The page fills in what is in { }; a ~ keeps two words on a line."""
_ELSEWHERE = "dice three_ones straight three_pairs pairs_count two_triplets short_straights target"
"""The options that the page itself or its tables of points show."""


def explained(key: str, value: "OptionValue") -> "tuple[str, list[str]]":
    """The topic of an option and the sentences for a value; of a house rule without a text, those of its row."""
    topic, _, text = _TEXTS.get(key, "").partition(" ")
    if text and " " not in text.partition(":")[0]:
        start = f"{value}: "
        text = "".join([part[len(start) :] for part in text.split(" / ") if part.startswith(start)])
    elif value in _OFF:
        text = ""
    elif not topic and key not in _ELSEWHERE.split():
        from sixpip.rules.rulebook.options import option_named  # a large module, which the pages do without

        row = option_named(key)
        topic, text = "turn9", f"{row.label} {{value}}: {row.meaning}."
    return topic, text.split("\n") if text else []
