"""The map of the console: every screen by the name with which it is opened.

It is one text because a module with as many short ones takes twice as long to import.
"""

TABLE = """
boot_menu menus.boot_menu:BootMenu
notice menus.notice:Notice
question menus.menu:Question
player_count menus.variant_menu:PlayerCount
player_setup menus.player_setup:PlayerSetup
opponent menus.player_setup:Opponent
seat menus.player_setup:Seat
agreements menus.player_setup:Agreements
groups menus.variant_menu:Groups
name_entry menus.player_setup:NameEntry
house_rules menus.house_rules:HouseRules
house_rule menus.house_rules:HouseRule
pause menus.pause:Pause
held_scores menus.pause:HeldScores
how_to_play menus.how_to_play:HowToPlay
points_table menus.how_to_play:PointsTable
switch_off menus.menu:SwitchOff
score_curves menus.score_curves:ScoreCurves
last_turn menus.last_turn:LastTurn
parked menus.variant_menu:Parked
settings menus.settings:SettingsMenu
led_chain menus.settings:LedChain
records menus.records:Records
record_persons menus.records:Persons
variant_records menus.records:VariantRecords
person_statistics menus.records:PersonStatistics
just_dice menus.just_dice:JustDice
pad_games menus.variant_menu:PadGames
score_pad menus.score_pad:ScorePad
last_games menus.last_games:LastGames
game_replay menus.last_games:ReplayScreen
workshop menus.workshop:Workshop
about menus.workshop:About
cell_voltage menus.workshop:CellVoltage
ten_thousand.play ten_thousand.play:TenThousandScreen
ten_thousand.call_menu ten_thousand.menus.call_menu:CallMenu
ten_thousand.scores ten_thousand.menus.results:Scores
ten_thousand.ranking ten_thousand.menus.results:TenThousandRanking
phase_ten.play phase_ten.play:PhaseTenScreen
phase_ten.scores phase_ten.menus.results:ScoreSheet
phase_ten.ranking phase_ten.menus.results:PhaseTenRanking
self_test.oled menus.self_test:Display
self_test.buttons menus.self_test:Buttons
self_test.buzzer menus.self_test:Buzzer
self_test.usb menus.self_test:OnUsb
self_test.bench menus.self_test:Bench
self_test.dice menus.self_test:EachDie
self_test.dark menus.self_test:AllDark
self_test.white menus.self_test:AllWhite
self_test.chain menus.self_test:Travel
self_test.cell menus.self_test:Cell
self_test.cell_off menus.self_test:CellOff
self_test.charge menus.self_test:Charge
self_test.heat menus.self_test:Heat
self_test.fair menus.fair_dice:Fair
self_test.storage menus.self_test:Storage
"""
"""Every screen: its name, its module below screens/ and its class. A name with a dot belongs to an engine or to the
self-test, whose steps have the order of their lines here."""


def find(name: str) -> str:
    """The module and the class of the screen with that name, as "module:Class". Raises ValueError."""
    begin = TABLE.index(f"\n{name} ") + len(name) + 2
    return TABLE[begin : TABLE.index("\n", begin)]
