// Written by `python -m hardware.dimensions` from hardware/dimensions.py: change it there. All in mm.
// The tabletop build: stock modules in two rows, panel buttons, a perfboard. Rev A, not yet built.
// Modules and OLED are held against the lid with hot glue. Needs a bed of 220 x 220 mm or more.

include <case.scad>

tile_size = 65;  // assumed: DFRobot DFR0459 and modules like it: measure yours
tile_pitch = 67;  // decided: from one module to the next
tile_columns = 3;  // decided: modules in a row
tile_rows = 2;  // decided: rows of modules
key_strip = 18;  // decided: panel buttons below each row, their nuts up to 16 across
depth = 36;  // decided: panel buttons reach panel_reach behind the front, above cell and perfboard
split_z = 18;  // decided: where body and lid meet: above the Pico's USB opening
tile_z = 29.1;  // decided: back of the modules: their light boxes are as deep as the handheld's
led_height = 1.6;  // assumed: WS2812B 5050; compare with its sheet
boost_y = 60;  // decided: long axis of the boost, USB socket in the right wall
battery_x = 110;  // decided: middle of the battery bay, clear of perfboard and boost
battery_y = 60;  // decided: middle of the battery bay
carrier = false;
