"""What is drawn: text on the OLED, faces and light on the six tiles, the tunes of the buzzer.

The view is told what to show and never decides anything. It knows no rules, no console, no hardware.
"""
