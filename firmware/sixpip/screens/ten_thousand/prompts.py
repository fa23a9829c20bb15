"""What the OLED says while the player decides: what ROLL and BANK do now, and what that costs.

The pages of what has happened stand in pages.py. No rule stands here: the game says what is legal.
"""

from sixpip.port import TYPE_CHECKING, const
from sixpip.rules import actions
from sixpip.rules.errors import Illegal
from sixpip.rules.stages import READY, ROLLED, bits
from sixpip.screens.notice import wrap
from sixpip.view.text import ARROW, COLUMNS, points

if TYPE_CHECKING:
    from sixpip.rules.ten_thousand.game import Game
    from sixpip.screens.ten_thousand.play import PlayScreen
    from sixpip.view.text import Canvas

_UNDER_HEAD = const(7)  # pixels from the top: the line below who and score


def head(screen: "PlayScreen", canvas: "Canvas", player: int, score: int) -> None:
    """Who it is about and the banked score."""
    canvas.both(0, screen.session.names[player], points(score))
    canvas.rule(_UNDER_HEAD)


def say(canvas: "Canvas", row: int, words: str) -> None:
    """Words in the middle of a row; what is too long for it is said shorter, or begins on the row above."""
    if len(words) > COLUMNS:
        words = words.replace("score nothing", "score 0")
    lines = wrap(words, COLUMNS)
    for place in range(len(lines)):
        canvas.centre(row + 1 - len(lines) + place, lines[place])


def ask(screen: "PlayScreen", canvas: "Canvas") -> None:
    """What the player can do now, and what it costs."""
    game = screen.game
    legal = game.legal()
    if game.pending and not game.offered() and game.stage == READY:
        start_order(screen, canvas)
        canvas.choice(str(game.dice_next()), "")
        return
    head(screen, canvas, screen.player, screen.score)
    if actions.TAKE in legal:
        _offer(screen, canvas)
    elif game.pending:
        _second_chance(screen, canvas)
    elif game.stage == READY:
        _ready(screen, canvas)
    else:
        _choose(screen, canvas)


# Before the first turn


def start_order(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Who has thrown what for the start, whose throw it is, who must throw again: a line for each player."""
    game = screen.game
    canvas.both(0, "WHO STARTS?", "highest")
    canvas.invert(0)
    shown = screen.result.player if screen.mode != "ask" else game.player
    for seat in range(game.players):
        thrown = screen.threw[seat]
        waits = game.still_to_throw() >> seat & 1
        if not game.pending and seat == game.player:
            thrown += " best"
        elif waits and thrown:
            thrown += " tied"  # throws again
        elif not waits and not thrown:
            thrown = "has thrown"  # before the console was switched off
        canvas.both(seat + 1, (ARROW if seat == shown else " ") + screen.session.names[seat], thrown)


# A turn opens


def _ready(screen: "PlayScreen", canvas: "Canvas") -> None:
    """The dice are in hand: a turn opens, or some are thrown once more."""
    game = screen.game
    dice = game.dice_next()
    if game.kept or game.rolls:
        canvas.shout(screen.again or ("throw again" if game.rolls else "taken up"))
        canvas.big(2, points(game.points))
        words = "throw this one" if dice == 1 else f"throw all {dice}" if dice == game.dice else f"throw these {dice}"
        say(canvas, screen.low, screen.hint or words)
    else:
        canvas.centre(2, "your turn" if game.to_beat() < 0 else "your last turn")
        say(canvas, 4, screen.hint or standing(screen))
    can_call = actions.CALL in game.legal()
    canvas.choice(str(dice), "call" if can_call else "")
    _called(screen, canvas)


def _called(screen: "PlayScreen", canvas: "Canvas") -> None:
    """In the bottom line, where BANK does nothing then: what is called."""
    call = called(screen.game)
    if call:
        canvas.right(7, ARROW + call)


def follow(game: "Game") -> bool:
    """Whether a roll could be called once dice are kept."""
    return actions.CALL in game.house_rules.extra_actions(game, ())


def called(game: "Game") -> str:
    """What the next roll is called to show, "" for nothing."""
    if game.options["calls"] != "yes":
        return ""
    from sixpip.rules.ten_thousand.house_rules.calls import WORDS

    call = game.house_rules.record()["calls"][0]
    return WORDS[call] if call >= 0 else ""


def standing(screen: "PlayScreen") -> str:
    """What the player has to reach, in a few words."""
    game = screen.game
    beat = game.to_beat()
    score = game.scores[screen.player]
    if beat >= 0:
        return f"beat {points(beat)}"
    if not game.opened[screen.player] and game.options["opening"]:
        return f"{points(int(game.options['opening']))} to get in"
    if game.options["end"] == "exact":
        return f"exactly {points(int(game.options['target']) - score)} more"
    others = [game.scores[player] for player in range(game.players) if player != screen.player]
    if not others:
        return f"turn {game.turns[screen.player] + 1}"
    ahead = score - max(others)
    if ahead > 0:
        return f"ahead by {points(ahead)}"
    return f"behind by {points(-ahead)}" if ahead else ""


def _offer(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Something to take up or refuse: dice and points of the player before, or a win to be rolled off."""
    game = screen.game
    dice = bits(game.offered())
    question = str(game.pending.question(game)) if game.pending else ""
    hitter = getattr(game.pending, "hitter", -1)
    if hitter >= 0:
        canvas.centre(2, f"{screen.session.names[hitter]} has {points(game.scores[hitter])}")
        canvas.centre(3, question)
        say(canvas, screen.low, screen.hint or "a score undoes it")
        canvas.choice(str(dice), "let it win")
        return
    say(canvas, 2, question)
    canvas.centre(3, "or start fresh")
    odds = screen.odds.in_words(dice, screen.marked(game.offered())) if screen.odds else ""
    if game.to_beat() >= 0 or not odds:
        canvas.centre(4, odds)
        odds = standing(screen)
    say(canvas, screen.low, screen.hint or odds)
    canvas.choice("take", "fresh")


def _second_chance(screen: "PlayScreen", canvas: "Canvas") -> None:
    """A bust that may still be saved by dice held and the others thrown."""
    game = screen.game
    held = actions.ROLL in game.legal()
    kept = bits(screen.chosen)
    can_roll = held or 2 <= kept < bits(game.rolled)
    canvas.shout("A SECOND CHANCE")
    if screen.hint:
        say(canvas, 3, screen.hint)
    elif can_roll:
        canvas.centre(2, "all you hold must")
        canvas.centre(3, "score with the throw")
    else:
        canvas.centre(2, "hold 2 dice or more")
        canvas.centre(3, "and throw the others")
    canvas.centre(screen.low, f"{points(game.points)} to be saved" if game.points else "")
    dice = game.dice_next() if held else bits(game.rolled) - kept
    canvas.choice(str(dice) if can_roll else "", "" if held else "let it be")


# A roll lies on the table


def _choose(screen: "PlayScreen", canvas: "Canvas") -> None:
    """Turn points, the worth of the choice, what to press and what it costs."""
    game = screen.game
    worth = _worth(screen)
    canvas.big(1, points(game.points + max(worth, 0)))
    dice = game.dice_next(screen.chosen)
    can_roll = worth >= 0 if screen.chosen else game.stage != ROLLED
    reason = _bank_reason(screen)
    gain = _gain(screen, worth)
    banked = game.house_rules.bank_value(game, gain)
    if screen.hint:
        say(canvas, screen.low, screen.hint)
    elif not can_roll:
        canvas.centre(4, "" if game.points else standing(screen))
        canvas.centre(screen.low, "choose what to keep")
    else:
        canvas.centre(4, reason or _warning(screen, dice, gain, banked))
        _risk(screen, canvas, worth, dice)
    keeps = game.stage == ROLLED and follow(game)  # then the roll can be called before it is thrown
    bank = "" if reason else points(banked)
    if reason and actions.CALL in game.legal():
        bank = "call"
    canvas.choice(("keep" if keeps else str(dice)) if can_roll else "", bank)
    _called(screen, canvas)


def _risk(screen: "PlayScreen", canvas: "Canvas", worth: int, dice: int) -> None:
    """What the choice is worth and how often the next roll busts, or how to call it."""
    game = screen.game
    gained = f"+{points(worth)}" if worth else ""
    if actions.CALL in game.legal():
        canvas.centre(screen.low, "KEEP: call the roll")
        return
    odds = ""
    if screen.odds:
        kept = game.kept | screen.chosen
        thrown = game.all if kept == game.all else game.all & ~kept
        odds = screen.odds.in_words(dice, screen.marked(thrown))
    if len(gained) + len(odds) < COLUMNS:
        canvas.both(screen.low, gained, odds)
    else:
        canvas.centre(screen.low, odds)


def _warning(screen: "PlayScreen", dice: int, gain: int, banked: int) -> str:
    """What to know of banking or rolling on."""
    if banked < gain:
        return f"past {points(int(screen.game.options['target']))}: worth 0"
    if (screen.game.kept | screen.chosen) == screen.game.all:
        return f"hot: roll {dice} or bank"
    return ""


def _worth(screen: "PlayScreen") -> int:
    """Points of the dice now chosen; -1 when the choice is not legal, 0 with none chosen."""
    if not screen.chosen:
        return 0
    try:
        return screen.game.keep_points(screen.chosen)
    except Illegal:
        return -1


def _gain(screen: "PlayScreen", worth: int) -> int:
    """The points that BANK would bank: with nothing chosen the best keep counts (TT-03)."""
    game = screen.game
    keep = screen.chosen or game.best_keep()
    if keep and worth >= 0 and game.options["last_die"] == "yes" and (game.kept | keep) == game.all:
        from sixpip.rules.record import from_record

        after = from_record(game.record())  # that keep brings a bonus: try it
        after.apply((actions.KEEP, keep), screen.app.dice)
        return after.points
    return game.points + (max(worth, 0) if screen.chosen or not keep else game.keep_points(keep))


def _bank_reason(screen: "PlayScreen") -> str:
    """Why BANK does nothing now; "" when it banks."""
    try:
        return screen.game.bank_refusal(screen.chosen) or ""
    except Illegal as error:
        return str(error.args[0])
