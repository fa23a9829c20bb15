"""Records and logs that survive a power cut.

A record is a name and a value here; what it means (a game, settings) is up to the caller.
"""
