"""The map of the console: every screen by the name with which it is opened.

It is one text because a module with as many short ones takes twice as long to import.
"""

TABLE = """
boot_menu start.boot_menu:BootMenu
notice notice:Notice
question menu:Question
player_count start.boot_menu:PlayerCount
player_setup start.player_setup:PlayerSetup
opponent start.player_setup:Opponent
seat start.player_setup:Seat
agreements start.player_setup:Agreements
groups start.player_setup:Groups
name_entry start.player_setup:NameEntry
house_rules start.house_rules:HouseRules
house_rule start.house_rules:HouseRule
pause play.pause:Pause
held_scores play.pause:HeldScores
how_to_play start.how_to_play:HowToPlay
as_before start.player_setup:AsBefore
points_table start.how_to_play:PointsTable
switch_off menu:SwitchOff
score_curves history.score_curves:ScoreCurves
last_turn play.last_turn:LastTurn
parked start.boot_menu:Parked
settings settings:SettingsMenu
led_chain settings:LedChain
records history.records:Records
record_people history.records:People
variant_records history.records:VariantRecords
person_statistics history.records:PersonStatistics
just_dice extras.just_dice:JustDice
pad_games start.boot_menu:PadGames
score_pad extras.score_pad:ScorePad
last_games history.last_games:LastGames
luck history.luck:LuckAndChoices
game_replay history.last_games:ReplayScreen
workshop workshop.workshop:Workshop
about workshop.workshop:About
cell_voltage workshop.workshop:CellVoltage
ten_thousand.play ten_thousand.screen:TenThousandScreen
ten_thousand.call_menu ten_thousand.call_menu:CallMenu
ten_thousand.scores ten_thousand.score_sheets:Scores
ten_thousand.ranking ten_thousand.score_sheets:TenThousandRanking
phase_ten.play phase_ten.screen:PhaseTenScreen
phase_ten.scores phase_ten.score_sheets:ScoreSheet
phase_ten.ranking phase_ten.score_sheets:PhaseTenRanking
self_test.oled workshop.self_test:Display
self_test.buttons workshop.self_test:Buttons
self_test.buzzer workshop.self_test:Buzzer
self_test.usb workshop.self_test:OnUsb
self_test.bench workshop.self_test:Bench
self_test.dice workshop.self_test:EachDie
self_test.dark workshop.self_test:AllDark
self_test.white workshop.self_test:AllWhite
self_test.chain workshop.self_test:MovingPixels
self_test.cell workshop.self_test:Cell
self_test.cell_off workshop.self_test:CellOff
self_test.charge workshop.self_test:Charge
self_test.heat workshop.self_test:HeatTest
self_test.fair workshop.fair_dice:FairDice
self_test.storage workshop.self_test:Storage
"""
"""Every screen: its name, its module below screens/ and its class. A name with a dot belongs to an engine or to the
self-test, whose steps have the order of their lines here."""


def path_of(name: str) -> str:
    """Returns the module and the class of the screen with that name, as "module:Class". Raises ValueError."""
    begin = TABLE.index(f"\n{name} ") + len(name) + 2
    return TABLE[begin : TABLE.index("\n", begin)]
