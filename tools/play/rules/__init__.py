"""The rules in a terminal (`python -m tools.play.rules`): keeps of a roll, case files, options, variants, logs."""
