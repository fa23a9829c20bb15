"""Sixpip: an electronic dice console. The folders and what each may import: see CONTRIBUTING.md."""

VERSION = "0.1.0"


def points(value: int) -> str:
    """Points as text with a space between thousands (`1 250`, `-500`)."""
    return f"{value:,}".replace(",", " ")
