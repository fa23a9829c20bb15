"""What a house rule and its values mean, for command lines and documents."""

from sixpip.rules.rulebook.options import Option


def meaning_with_values(option: Option) -> str:
    """Returns the meaning of a house rule with that of each value, by the keys of files and command lines."""
    details = [(value, option.detail(value)) for value in option.values if value != "no"]
    named = [f"{value}: {detail}" for value, detail in details if detail]
    return f"{option.meaning} ({'; '.join(named)})".replace("~", " ") if named else option.meaning
