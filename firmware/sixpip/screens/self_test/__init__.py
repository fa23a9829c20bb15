"""The self-test: the bring-up of hardware/BRINGUP.md on the screen, step by step, with the same codes.

step.py has the base class and the order; lights.py, checks.py and fair.py have the steps.
"""
