"""Rolls, keeps and take-backs of Phase 10 in a link (codec.py). The dice differ, so that their order stays."""

from sixpip.rules.phase_ten import dice
from tools.play.share.range_coder import Reader, Writer

_FACES = 6


class PhaseTray:
    """The ten dice on the table."""

    def __init__(self, coder: Writer | Reader) -> None:
        self._coder = coder
        self._faces = [0] * dice.DICE
        self._kept = 0
        self._rolls = 0
        """Of this turn."""

    def state(self) -> str:
        """What the next line depends on."""
        return f"{self._rolls} {self._kept.bit_count()}"

    def fit(self, kind: str, words: list[str]) -> list[str] | None:
        """The words of a line that can be coded, as they are coded; else None."""
        if kind == "roll":
            thrown = self._thrown(len(words) == dice.DICE)
            fits = len(words) == len(thrown) and all(dice.face_of(die, word) >= 0 for die, word in zip(thrown, words))
            return words if fits else None
        positions = self._positions(words, self._among(kind))
        return self._named(positions, self._among(kind)) if positions else None

    def code(self, kind: str, words: list[str]) -> list[str]:
        """Codes the words of a line that fits."""
        if kind == "roll":
            return self._code_roll(words)
        if kind in ("keep", "back"):
            return self._code_positions(kind, words)
        self._kept = self._rolls = 0
        return []

    def _code_roll(self, words: list[str]) -> list[str]:
        coder = self._coder
        if coder.number(f"new turn {self.state()}", 2, int(bool(self._kept) and len(words) == dice.DICE)):
            self._kept = self._rolls = 0
        self._rolls = min(self._rolls + 1, _FACES)
        thrown = self._thrown(False)
        for at, die in enumerate(thrown):
            self._faces[die] = coder.uniform(_FACES, dice.face_of(die, words[at]) if words else 0)
        return [dice.written(die, self._faces[die]) for die in thrown]

    def _code_positions(self, kind: str, words: list[str]) -> list[str]:
        among = self._among(kind)
        wanted = self._positions(words, among)
        positions = 0
        for die in range(dice.DICE):
            if among >> die & 1:
                positions |= self._coder.number(f"{kind} {int(die >= dice.HIGH)}", 2, wanted >> die & 1) << die
        named = self._named(positions, among)
        self._kept ^= positions
        return named

    def _among(self, kind: str) -> int:
        """The dice that can be set aside, or those that can be taken back."""
        return dice.ALL & ~self._kept if kind == "keep" else self._kept

    def _thrown(self, all_dice: bool) -> list[int]:
        """The dice of the next roll."""
        return [die for die in range(dice.DICE) if all_dice or not self._kept >> die & 1]

    def _positions(self, words: list[str], among: int) -> int:
        """The dice that a line names, as the log parser finds them; 0 if one of them is not there."""
        labels = {dice.label(die): die for die in range(dice.DICE)}
        positions = sum(1 << labels[word] for word in words if word in labels)
        if positions & ~among:
            return 0
        for word in words:
            if word in labels:
                continue
            free = among & ~positions
            shown = [die for die in range(dice.DICE) if free >> die & 1 and self._word(die) == word]
            if not shown:
                return 0
            positions |= 1 << shown[0]
        return positions

    def _named(self, positions: int, among: int) -> list[str]:
        """The words for some dice: the face, or the name of the die where one left of it shows the same."""
        words = []
        left: list[str] = []
        for die in range(dice.DICE):
            word = self._word(die)
            if positions >> die & 1:
                words.append(dice.label(die) if word in left else word)
            elif among >> die & 1:
                left.append(word)
        return words

    def _word(self, die: int) -> str:
        return dice.written(die, self._faces[die])
