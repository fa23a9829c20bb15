"""The map of the console: every screen by the name with which it is opened.

Navigation imports this table each time that a screen is opened, and unloads it again: it takes 4 KB.
"""

SCREENS = {
    "boot_menu": "boot_menu:BootMenu",
    "notice": "notice:Notice",
    "player_count": "player_setup:PlayerCount",
    "player_setup": "player_setup:PlayerSetup",
    "opponent": "opponent:Opponent",
    "seat": "seat:Seat",
    "name_entry": "name_entry:NameEntry",
    "house_rules": "house_rules:HouseRules",
    "house_rule": "house_rules:HouseRule",
    "reset_rules": "reset_rules:ResetRules",
    "pause": "pause:Pause",
    "leave_game": "pause:LeaveGame",
    "settings": "settings:SettingsMenu",
    "led_chain": "settings:LedChain",
    "confirm_own_tiles": "settings:ConfirmOwnTiles",
    "workshop": "workshop:Workshop",
    "about": "workshop:About",
    "new_firmware": "workshop:NewFirmware",
    "ten_thousand.play": "ten_thousand.play:TenThousandScreen",
    "ten_thousand.call_menu": "ten_thousand.call_menu:CallMenu",
    "ten_thousand.scores": "ten_thousand.scores:Scores",
    "ten_thousand.ranking": "ten_thousand.ranking:TenThousandRanking",
    "phase_ten.play": "phase_ten.play:PhaseTenScreen",
    "phase_ten.scores": "phase_ten.score_sheet:ScoreSheet",
    "phase_ten.ranking": "phase_ten.ranking:PhaseTenRanking",
    "self_test.oled": "self_test.lights:Display",
    "self_test.buttons": "self_test.checks:Buttons",
    "self_test.buzzer": "self_test.checks:Buzzer",
    "self_test.usb": "self_test.checks:OnUsb",
    "self_test.bench": "self_test.lights:Bench",
    "self_test.dice": "self_test.lights:EachDie",
    "self_test.dark": "self_test.lights:AllDark",
    "self_test.white": "self_test.lights:AllWhite",
    "self_test.chain": "self_test.lights:Travel",
    "self_test.cell": "self_test.checks:Cell",
    "self_test.cell_off": "self_test.checks:CellOff",
    "self_test.heat": "self_test.lights:Heat",
    "self_test.fair": "self_test.checks:Fair",
    "self_test.storage": "self_test.checks:Storage",
}
"""Every screen: its name, its module below screens/ and its class. A name with a dot belongs to an engine or to the
self-test."""
