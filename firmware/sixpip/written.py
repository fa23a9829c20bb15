"""How numbers are written for players, everywhere alike."""


def points(value: int) -> str:
    """Points as text with a space between thousands (`1 250`, `-500`)."""
    text = str(abs(value))
    parts = ""
    while len(text) > 3:
        parts = " " + text[-3:] + parts
        text = text[:-3]
    return ("-" if value < 0 else "") + text + parts
