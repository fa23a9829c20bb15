"""The benchmark of the firmware on the emulated Pico (`python -m tools.check.bench`)."""
