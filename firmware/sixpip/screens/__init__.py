"""The screens of the console, one file each. Screens are opened by name (app/navigation.py), never imported."""
