"""The league: measures on the host how strong the computer players of the ten-thousand family are.

Most games are played in bulk by compiled code over tables that the players and the scorer of the firmware fill;
agreement.py compares it with the engine move by move. What the tables do not cover is played by the engine itself.
"""
