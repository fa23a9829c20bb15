"""Plays the console at random for as long as asked, with power cuts and damaged files, and shortens what fails.

A run is a list of events: presses, waits, faults of the disk, power cuts. player.py draws them, console.py applies them
to the firmware on a fake board and checks it after each one, run.py shortens a list that fails.
"""
