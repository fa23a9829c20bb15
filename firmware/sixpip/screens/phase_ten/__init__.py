"""The screens of Phase 10 dice: the ten dice on tiles and OLED, the turn, the score sheet."""
