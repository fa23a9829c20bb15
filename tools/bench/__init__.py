"""What the firmware costs on the Pico, measured on an emulated one (`python -m tools.bench`)."""
