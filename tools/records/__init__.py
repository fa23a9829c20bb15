"""Prints the records and statistics of a console from a backup or from a folder of saves: `python -m tools.records`."""
