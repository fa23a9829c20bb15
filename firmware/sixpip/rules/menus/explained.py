"""What "how to play" says of the house rules, beside the option table: loaded only while its pages are made."""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.rules.setup.options import Option, OptionValue

_TEXTS = {
    "hot_dice": (
        "hot All {dice} score? Hot dice! Roll all {dice} again, or bank. / All {dice} score? Hot dice! You must "
        "roll all {dice} again."
    ),
    "multiples": "alike A fourth die alike scores only if it scores alone. /  /  / {seven}",
    "straight_gather": (
        "points2 You may build a straight over several rolls if all kept dice are different. It replaces their points."
    ),
    "full_house": "points1 Full house: three and two alike. The three score, and {value} more.",
    "opening": "bank1 To get in you need {value} in one turn.",
    "opening_rolls": "bank2 That turn must have {value} rolls or more.",
    "bank_min": "bank3 {every} bank needs {value}.",
    "grow": "bank4 A bank must beat the last one of the player before you. After a miss that one counts no more.",
    "no_risk": (
        "bust No die scores? Bust! Your turn is over and its points are lost. / No die scores? Bust! Your turn is"
        " over, but its points are banked{once_in}."
    ),
    "busts": "cost2 Three busts in a row cost {value}.",
    "cold_start": "cost3 Three turns in a row that bust at once cost 1~000.",
    "train_wreck": "cost1 A bust with all dice costs {value}.",
    "pick_up": "turn5 Once you are in, you may start with the dice left and the points of the bank just before.",
    "rescue": (
        "bust2 The next player may roll the dice of the bust. If they score, its points are saved for that player."
    ),
    "last_die": "turn3 One die left? It has two rolls. If it scores: 500 extra, next time 1~000.",
    "second_chance": "bust1 Second chance: hold 2 dice or more, roll the rest once. All you hold must score with them.",
    "calls": "turn4 Before a roll you may call what it will show. Right: +50. A bust: -50.",
    "must_keep_all": "keep Press 1 to 6 below dice that score. / Press 1 to 6 below all dice that score.",
    "extend": (
        "join Only dice of one roll count together. / Kept three alike? A later die of that face joins them and "
        "scores what it adds."
    ),
    "wild_die": "sun One die has a sun in place of its 3.\nThe sun is any face. Next to a pair it must join the pair.",
    "six_alike": "rare1 Six alike in one roll win the game!",
    "four_twos": "rare4 Four 2s in one roll: your score is 0 again.",
    "six_ones": "rare3 Six 1s in one roll: you are out of the game.",
    "five_alike": "rare2 Five 6s in one roll win the game!\nFive 10s in one roll: you are out of the game.",
    "press_on": "turn1 After you keep three alike you must roll again.",
    "clear": "turn2 Does that roll show their face again? Roll it once more.",
    "empty_six": "turn6 All {dice} dice rolled, none scores: that is {value}! Roll all again.",
    "end": (
        "end Target reached? All others have one more turn. The highest score wins. / Target reached? The round "
        "is played to its end. The highest score wins. / Target reached? All others have one turn to beat the "
        "best score, or bust. / A bank that goes past it scores 0.\nDid the winner leave dice? The next player "
        "may roll them once. If they score, the win is undone. / The first to reach the target wins at once. / "
        "Target reached? All others have one more turn. A new best score? All others have a turn again."
    ),
    "negative": "cost4 A score can fall below 0.",
    "reach": "goal Get {target} points. / Get over {target}.",
    "start": "start Player 1 starts. / The best roll of all {dice} dice starts. / The highest roll of one die starts.",
}
"""By option key: a topic, with a digit for the order in it, and a text for each value, divided by " / ", or one text
for every value but the first. The page fills in what is in { }; a ~ keeps two words on a line."""


def explained(option: "Option", value: "OptionValue") -> "tuple[str, list[str]]":
    """The topic of a house rule and the sentences for a value; those of the option table where there are no others."""
    words = _TEXTS.get(option.key, "")
    if option.rule_class and not words:
        words = f"turn9 {option.label} {{value}}: {option.meaning}."
    topic, _, text = words.partition(" ")
    texts = text.split(" / ")
    if len(texts) > 1:
        text = texts[option.values.index(value)]
    elif value == option.values[0]:
        text = ""
    return topic, text.split("\n") if text else []
