"""Records that survive pulling the battery.

What a record means (a game, settings) is the caller's matter; here it is a name and a value.
"""
