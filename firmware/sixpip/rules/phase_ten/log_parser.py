"""Parses lines of logs and case files as actions of Phase 10. Game.log_line writes them.

`roll` has a face for each die thrown, in the order H1 to H6, L1 to L4. `keep` sets dice aside and `back` takes some
back, each named by its face (the leftmost die that shows it) or by the name of the die, such as H5.
"""

from sixpip.rules.core import actions
from sixpip.rules.core.errors import BadLine, Illegal
from sixpip.rules.phase_ten import dice
from sixpip.rules.phase_ten.game import PhaseTenGame


def parse(game: PhaseTenGame, words: "list[str]") -> "tuple[int | None, list[int]] | None":
    """Returns the detail of an action, and the faces it throws, as in Game.parse."""
    kind = words[0]
    if kind == actions.ROLL:
        return None, _thrown(game, words[1:])
    if kind == actions.KEEP:
        return places(game, words[1:], game.all & ~game.kept), []
    if kind == actions.BACK:
        return places(game, words[1:], game.kept), []
    return None


def _thrown(game: PhaseTenGame, words: "list[str]") -> "list[int]":
    """Returns the faces of a throw. Raises BadLine for one that its die does not have."""
    thrown = [die for die in range(game.dice) if game.throws() >> die & 1]
    if len(words) != len(thrown):
        return [0] * len(words)  # the throw then raises the error with the right number
    if game.start:
        return [_start_face(thrown[0], words[0])]
    return faces_of(thrown, words)


def faces_of(thrown: "list[int]", words: "list[str]") -> "list[int]":
    """Returns the faces with these names, one for each die of `thrown`. Raises BadLine for one that a die does not
    have.
    """
    faces = []
    for place in range(len(words)):
        die = thrown[place]
        face = dice.face_of(die, words[place])
        if face < 0:
            shown = " ".join([dice.written(die, face) for face in range(6)])
            raise BadLine(f"{dice.label(die)} has no face '{words[place]}': it shows {shown}")
        faces.append(face)
    return faces


def _start_face(die: int, word: str) -> int:
    """Returns the face in a throw for the start, where only the number counts: the name may be that of any high die."""
    for high in range(dice.HIGH):
        face = dice.face_of(high, word)
        if face >= 0:
            return face
    return faces_of([die], [word])[0]


def places(game: PhaseTenGame, words: "list[str]", among: int) -> int:
    """Returns the dice of `among` that `words` name. Raises Illegal for one that is not there, BadLine for no words."""
    if not words:
        raise BadLine("Which dice? Name them by their faces or as H1 to H6, L1 to L4")
    positions = 0
    named = {dice.label(die): die for die in range(game.dice)}
    for word in words:  # first the names of dice, so that a face does not take one of them
        if word in named:
            positions |= 1 << named[word]
    if positions & ~among:
        raise Illegal("A die named is not among those")
    for word in words:
        if word in named:
            continue
        for die in range(game.dice):
            if (among & ~positions) >> die & 1 and dice.written(die, game.faces[die]) == word:
                positions |= 1 << die
                break
        else:
            raise Illegal(f"There is no further {word} among those dice")
    return positions
