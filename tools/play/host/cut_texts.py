"""Notes every text that does not fit where a screen draws it."""

from sixpip.view.text import WIDTH, Canvas, big_text_width, text_width

_CAPS = 28  # pixels of a key cap in the bottom line and the gap behind it


def note_cut_texts(canvas: Canvas) -> list[str]:
    """Returns a list that gets every text drawn from now on that does not fit on the OLED or in the bottom line."""
    cut: list[str] = []
    write, digits, labels = canvas.at, canvas.big, canvas.choice

    def at(x: int, row: int, text: str, end: int = WIDTH) -> int:
        after = write(x, row, text, end)
        if after < x + 6 * len(text) or x < 0:
            cut.append(text)
        return after

    def big(row: int, text: str, x: int = -1) -> int:
        if big_text_width(text) > WIDTH:
            cut.append(text)
        return digits(row, text, x)

    def choice(roll: str, bank: str) -> None:
        if roll and bank and 2 * _CAPS + text_width(roll) + 3 + text_width(bank) > WIDTH:
            cut.append(f"ROLL {roll} BANK {bank}")
        labels(roll, bank)

    canvas.at, canvas.big, canvas.choice = at, big, choice  # type: ignore[method-assign]
    return cut
