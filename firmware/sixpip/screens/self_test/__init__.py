"""The self-test of the workshop: the bring-up of hardware/BRINGUP.md on the screen, step by step, by the same codes.

What ROLL and BANK do is step.py's, what is tried stands in lights.py and checks.py, and when in order.py. Imported
only when it is picked.
"""
