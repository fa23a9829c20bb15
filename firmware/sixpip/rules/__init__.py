"""The rules core: pure, no hardware, no clock, no files, no randomness of its own.

The engines are ten_thousand/ and phase_ten/; engine.py makes the game of any variant.
"""
