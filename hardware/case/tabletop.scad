// The tabletop build: stock 65 mm modules in two rows of three, panel buttons, a perfboard. Same parts, other numbers.
// Rev A, not yet built. Modules and OLED are held against the lid with hot glue; the case closes with M3 x 20.
// Needs a printer with a bed of 220 x 220 mm or more.

include <case.scad>

tile_size = 65;      // assumed: DFRobot DFR0459 and modules like it
tile_pitch = 67;
tile_columns = 3;
tile_rows = 2;
key_strip = 18;
depth = 36;          // panel buttons reach 20 mm behind the front (assumed)
split_z = 16;
tile_z = 29.1;       // WS2812B 5050: 1.6 high, the rest of the depth is the light box
led_height = 1.6;
boost_y = 60;
battery_x = 110;
battery_y = 60;
carrier = false;
