"""The rules on the command line: keeps of a roll, case files, options and variants (`python -m tools.rules`)."""
