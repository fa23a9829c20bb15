// Written by `python -m hardware documents` from hardware/dimensions*.csv: change it there. All lengths in mm.
// The tabletop: stock modules in two rows, panel buttons, a perfboard. Not yet built.
// Modules and OLED are held against the lid with hot glue. PRINT.md has the bed that each part needs.

include <case.scad>

tile_size = 65;  // assumed: DFRobot DFR0459 and similar modules: measure yours
tile_pitch = 67;  // decided: distance between the centers of two modules
tile_columns = 3;  // decided: modules in a row
tile_rows = 2;  // decided: rows of modules
key_strip = 18;  // decided: panel buttons below each row, nuts up to 16 across
depth = 36;  // decided: panel buttons extend panel_reach behind the front, above cell and perfboard
split_z = 18;  // decided: where body and lid meet: above the Pico's USB opening
tile_z = 29.1;  // decided: back of the modules: light boxes as deep as in the handheld
led_height = 1.6;  // assumed: WS2812B 5050; check its datasheet
boost_y = 60;  // decided: long axis of the boost converter, its USB socket in the right wall
battery_x = 110;  // decided: center of the battery bay, clear of perfboard and boost converter
battery_y = 60;  // decided: center of the battery bay
dot_off = 12.5;  // decided: dots of ROLL BANK MENU above the center of their button, outside of its nut
dot_aside = 12.5;  // decided: dots of the keep buttons outside of their nuts
vents_low = [17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 153, 157, 161, 165, 169, 173, 177, 181, 185, 189, 193];
vents_high = [17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 153, 157, 161, 165, 169, 173, 177, 181, 185, 189, 193];
dots = [[138, 205], [156.5, 205], [161.5, 205], [175, 205], [180, 205], [185, 205], [50.5, 99], [50.5, 14], [55.5, 14]];
carrier = false;
