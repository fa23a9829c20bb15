"""For the board: compiles the firmware, makes images for its flash, installs it, and copies saves."""
