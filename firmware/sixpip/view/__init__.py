"""Draws text on the OLED and dice on the six tiles, and plays tunes on the buzzer.

The caller decides what is shown. The rules, the console and the hardware are not known here.
"""
