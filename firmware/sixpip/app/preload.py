"""Imports the modules that are needed next, one at a time, while no button is pressed."""

from sixpip.port import collect_garbage, load_module, loaded_modules

_PREVIEWS = (
    "screens.preview_ten_thousand",
    "rules.phase_ten.dice",
    "screens.phase_ten.faces",
    "screens.preview_phase_ten",
)
"""The modules that show the dice of all variants in menus, each small enough to import between two presses."""

_PRELOADED = {
    "ten_thousand": (
        "rules.ten_thousand.combinations",
        "rules.ten_thousand.scorer",
        "rules.ten_thousand.house_rules.house_rule",
        "rules.ten_thousand.house_rules.rule_set",
        "rules.ten_thousand.state",
        "rules.ten_thousand.game",
        "rules.ten_thousand.log_format",
        "screens.game.dice_view",
        "screens.game.game_screen",
        "players.ten_thousand.decision",
        "screens.ten_thousand.turn_screen",
        "screens.ten_thousand.prompts",
        "screens.ten_thousand.result_pages",
        "screens.ten_thousand.event_handlers",
        "screens.ten_thousand.play",
    ),
    "phase_ten": (
        "rules.phase_ten.best_use",
        "rules.phase_ten.state",
        "rules.phase_ten.game",
        "rules.phase_ten.log_format",
        "screens.game.dice_view",
        "screens.game.game_screen",
        "players.phase_ten.decision",
        "screens.phase_ten.turn_screen",
        "screens.phase_ten.pages",
        "screens.phase_ten.play",
    ),
}
"""The modules of a game, each small enough to import between two presses (about 0.1 s on the Pico)."""


def preload_previews() -> bool:
    """Imports the next module of the previews that is not loaded; True while there are more."""
    loaded = loaded_modules()
    for module in _PREVIEWS:
        if "sixpip." + module not in loaded:
            load_module("sixpip." + module)
            return True
    return False


def preload(engine: str) -> bool:
    """Imports the next module of a game that is not loaded; True while there are more."""
    loaded = loaded_modules()
    for module in _PRELOADED[engine]:
        if "sixpip." + module not in loaded:
            collect_garbage()  # a module must not be allocated behind the garbage of the import before it
            load_module("sixpip." + module)
            return True
    return False
