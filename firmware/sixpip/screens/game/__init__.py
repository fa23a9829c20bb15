"""What the game screens of all engines share."""
