"""Power loss simulation: records the flash operations of a session and makes the flash image after each possible cut.

session.py has the scripted session, scripted_player.py presses the buttons, images.py makes the images, disk.py runs
the firmware's storage on an image, boot_state.py boots the console from one. Also used by tools/check/flash_wear.py.
"""
