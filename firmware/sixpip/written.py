"""How numbers are written for players, everywhere alike."""


def points(value: int) -> str:
    """Points as text with a space between thousands (`1 250`, `-500`)."""
    return f"{value:,}".replace(",", " ")
