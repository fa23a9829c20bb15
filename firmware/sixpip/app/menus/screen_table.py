"""The map of the console: every screen by the name with which it is opened.

Navigation imports this table each time that a screen is opened, and unloads it again. It is a tuple of short texts
because a dict of the same size needs a large block of memory.
"""

TABLE = (
    "boot_menu boot_menu:BootMenu",
    "notice notice:Notice",
    "player_count variant_menu:PlayerCount",
    "player_setup player_setup:PlayerSetup",
    "opponent player_setup:Opponent",
    "seat player_setup:Seat",
    "agreements player_setup:Agreements",
    "groups variant_menu:Groups",
    "name_entry player_setup:NameEntry",
    "house_rules house_rules:HouseRules",
    "house_rule house_rules:HouseRule",
    "reset_rules house_rules:ResetRules",
    "pause pause:Pause",
    "how_to_play how_to_play.screen:HowToPlay",
    "points_table how_to_play.screen:PointsTable",
    "switch_off menu:SwitchOff",
    "take_back pause:TakeBack",
    "score_curves score_curves:ScoreCurves",
    "last_turn last_turn:LastTurn",
    "leave_game pause:LeaveGame",
    "parked variant_menu:Parked",
    "delete_parked variant_menu:DeleteParked",
    "settings settings:SettingsMenu",
    "led_chain settings:LedChain",
    "confirm_own_tiles settings:ConfirmOwnTiles",
    "records records:Records",
    "record_persons records:Persons",
    "variant_records records:VariantRecords",
    "person_statistics records:PersonStatistics",
    "delete_records records:DeleteRecords",
    "workshop workshop:Workshop",
    "about workshop:About",
    "cell_voltage workshop:CellVoltage",
    "new_firmware workshop:NewFirmware",
    "ten_thousand.play ten_thousand.play:TenThousandScreen",
    "ten_thousand.call_menu ten_thousand.call_menu:CallMenu",
    "ten_thousand.scores ten_thousand.scores:Scores",
    "ten_thousand.ranking ten_thousand.ranking:TenThousandRanking",
    "phase_ten.play phase_ten.play:PhaseTenScreen",
    "phase_ten.scores phase_ten.score_sheet:ScoreSheet",
    "phase_ten.ranking phase_ten.ranking:PhaseTenRanking",
    "self_test.oled self_test:Display",
    "self_test.buttons self_test:Buttons",
    "self_test.buzzer self_test:Buzzer",
    "self_test.usb self_test:OnUsb",
    "self_test.bench self_test:Bench",
    "self_test.dice self_test:EachDie",
    "self_test.dark self_test:AllDark",
    "self_test.white self_test:AllWhite",
    "self_test.chain self_test:Travel",
    "self_test.cell self_test:Cell",
    "self_test.cell_off self_test:CellOff",
    "self_test.charge self_test:Charge",
    "self_test.heat self_test:Heat",
    "self_test.fair fair_dice:Fair",
    "self_test.storage self_test:Storage",
)
"""Every screen: its name, its module below screens/ and its class. A name with a dot belongs to an engine or to the
self-test."""


def find(name: str) -> str:
    """The module and the class of the screen with that name, as "module:Class". Raises KeyError."""
    for line in TABLE:
        if line.startswith(name + " "):
            return line[len(name) + 1 :]
    raise KeyError(name)
