"""Queries to the rules core. Exit status: 0 success, 1 a case or a log is wrong, 2 bad input."""

import json
import os
import sys
from pathlib import Path

from sixpip.app.house_rules.custom_variants import load_variants
from sixpip.rules.core.errors import BadLine, BadOption, sentence
from sixpip.rules.rulebook import options, variants
from sixpip.rules.rulebook.variants import PHASE
from sixpip.rules.ten_thousand.game import TenThousandGame
from sixpip.rules.ten_thousand.log_parser import show_roll
from tools.files import BadFile, read_text
from tools.play.rules import cases, phases, rating, replay
from tools.play.rules.meanings import meaning_with_values
from tools.play.share import codec
from tools.terminal import Parser, command, print_message

_MOST_BYTES = 1 << 20
"""Of a case file or a log."""


def _parser() -> Parser:
    parser = Parser(prog="python -m tools.play.rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    keeps = commands.add_parser(
        "keeps", help="list every legal keep of a roll with its points, or what phase dice make"
    )
    keeps.add_argument("variant", metavar="VARIANT")
    keeps.add_argument("words", nargs="*", metavar="FACE|key=value")
    keeps.add_argument("--json", action="store_true", help="print JSON")
    check = commands.add_parser("check", help="run case files")
    check.add_argument("files", nargs="+", metavar="FILE")
    option = commands.add_parser("options", help="list the house rules of a variant")
    option.add_argument("variant", metavar="VARIANT")
    commands.add_parser("variants", help="list the variants")
    replay = commands.add_parser("replay", help="describe a game turn by turn from its log or the link to it")
    replay.add_argument("log", metavar="LOG|LINK")
    replay.add_argument("--rate", action="store_true", help="show what each decision of a log cost, as for a link")
    replay.add_argument("--variants", metavar="DIR", help="the folder of the own variant that was played")
    link = commands.add_parser("link", help="print the link that opens a game, from its log")
    link.add_argument("log", metavar="LOG")
    link.add_argument("--page", default=rating.PAGE, metavar="URL", help=f"of game.html in the demo ({rating.PAGE})")
    link.add_argument("--variants", metavar="DIR", help="the folder of the own variant that was played")
    return parser


@command
def main(arguments: list[str]) -> int:
    """Runs one command; returns the exit status."""
    # argparse does not accept positional arguments on both sides of a flag
    flags = [word for word in arguments if word == "--json"]
    parsed = _parser().parse_args([word for word in arguments if word != "--json"] + flags)
    try:
        if parsed.command == "keeps":
            return _keeps(parsed.variant, parsed.words, parsed.json)
        if parsed.command == "check":
            return _check(parsed.files)
        if parsed.command == "options":
            return _options(parsed.variant)
        if parsed.command == "replay":
            return _replay(parsed.log, parsed.variants, parsed.rate)
        if parsed.command == "link":
            return _link(parsed.log, parsed.variants, parsed.page)
        return _variants()
    except (BadLine, BadOption, codec.BadLink, codec.TooLong) as error:
        print_message(sentence(error))
        return 2


def _keeps(variant: str, words: list[str], as_json: bool) -> int:
    faces = [word for word in words if "=" not in word]
    row = options.read_pairs([word for word in words if "=" in word])
    if variants.variant_named(variant).dice_set is PHASE:
        return phases.show(variant, faces, as_json)
    game = TenThousandGame(variant, row)
    if not 1 <= len(faces) <= game.dice:
        raise BadLine(f"A roll of {variant} has 1 to {game.dice} dice, not {len(faces)}")
    show_roll(game, faces)
    keeps = [(cases.written(game, key), points) for key, points in cases.keeps_of(game).items()]
    keeps.sort(key=lambda keep: (-keep[1], len(keep[0]), keep[0]))
    if as_json:
        listed = [{"faces": shown, "points": points} for shown, points in keeps]
        best = keeps[0][1] if keeps else 0
        is_bust = not keeps and not (game.options["empty_six"] and len(faces) == game.dice)
        print(json.dumps({"variant": variant, "roll": faces, "keeps": listed, "best": best, "bust": is_bust}))
        return 0
    if not keeps:
        print(_bust(game, len(faces)))
    for shown, points in keeps:
        hot = "  hot dice" if len(shown) == len(faces) == game.dice else ""
        print(f"{points:6}  {' '.join(shown)}{hot}")
    return 0


def _bust(game: TenThousandGame, dice: int) -> str:
    """What happens where nothing scores: a bust, unless the house rule empty_six helps a roll of all dice."""
    value = game.options["empty_six"]
    if not value:
        return "bust: nothing scores"
    if dice == game.dice:
        return f"no bust: nothing scores, so all {dice} dice score {value} and are rolled again (empty_six={value})"
    return f"bust: nothing scores (a roll of all {game.dice} dice would score {value}: empty_six={value})"


def _check(files: list[str]) -> int:
    ran = 0
    wrong: list[str] = []
    unreadable: list[str] = []
    for name in files:
        try:
            text = _text_of(name, "a case file")
        except BadLine as error:
            unreadable.append(sentence(error))
            continue
        runner = cases.Runner(name).run(text)
        ran += runner.cases
        wrong += runner.mismatches
        unreadable += runner.unreadable
    for fault in wrong + unreadable:
        print_message(fault)
    print(f"{ran} cases in {len(files)} files, {len(wrong)} wrong, {len(unreadable)} lines unreadable")
    return 2 if unreadable else 1 if wrong else 0


def _text_of(name: str, what: str) -> str:
    """The text of a file. Raises BadLine."""
    try:
        return read_text(Path(name), _MOST_BYTES)
    except BadFile as error:
        raise BadLine(f"{name}: {error}: give the path of {what}") from error


def _replay(name: str, folder: str | None, rate: bool) -> int:
    _load(folder)
    is_link = codec.is_link(name) and not os.path.exists(name)
    text = codec.plain_log(codec.decode(name)) if is_link else _text_of(name, "a log")
    try:
        if is_link or rate:
            rating.describe(text, print)
        else:
            replay.describe(text, print)
    except replay.BrokenLog as error:
        print_message(f"{'The link' if is_link else name}: {error}")
        return error.status
    return 0


def _link(name: str, folder: str | None, page: str) -> int:
    _load(folder)
    text = _text_of(name, "a log")
    try:
        replay.describe(text, lambda line: None)
    except replay.BrokenLog as error:
        print_message(f"{name}: {error}")
        return error.status
    print(codec.link(text, page))
    return 0


def _load(folder: str | None) -> None:
    """Loads the own variants of a folder, and prints what is wrong with others."""
    for file, reason in load_variants(folder) if folder else ():
        print_message(f"{file}: {reason}")


def _options(name: str) -> int:
    variant = variants.variant_named(name)
    values = options.resolve(variant.dice_set, variant.options)
    for option in options.options_for(variant.dice_set.kind):
        if option.fits(variant.dice_set.kind):
            words = meaning_with_values(option)
            print(f"{option.key}={values[option.key]}  ({option.rule}) {words}: {option.choices()}")
    return 0


def _variants() -> int:
    for variant in variants.VARIANTS:
        row = " ".join([f"{key}={value}" for key, value in variant.options.items()])
        print(f"{variant.name}  {variant.title}, {' '.join(variant.dice_set.faces)}: {row or 'the defaults'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
