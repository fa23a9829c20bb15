"""Prints the records and statistics of a console from a backup or a folder of saves: `python -m tools.play.records`."""
