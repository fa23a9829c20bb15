"""The rules on the command line (`python -m tools.rules`): keeps of a roll, case files, options, variants, logs."""
