"""Power cuts and wear: a session on the emulated Pico with every flash operation noted, and what can be made of it.

A person at the buttons is in hands.py, what that person does in session.py, the flash as a cut leaves it in
images.py, and the firmware's own storage on such an image in disk.py. Judging is the tests' and tools/wear's matter.
"""
