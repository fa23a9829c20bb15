"""The league: measures on the host how strong the computer players of the ten-thousand family are.

Games are played in bulk by compiled code over tables that the players and the scorer of the firmware fill;
engine_play.py compares them with the engine move by move.
"""
