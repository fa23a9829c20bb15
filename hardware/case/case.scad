// The case of Sixpip, not yet built. Choose `part` here, or with -D on the command line.
// Each part is at its assembled position, or in print orientation with for_printing = true.
// Dimensions come from dimensions.scad (written from hardware/dimensions.csv); tabletop.scad is the variant for 65 mm modules.

include <dimensions.scad>

part = "assembly";  // body, lid, diffuser, tray, oled_rest, key, roll, bank, menu, dot, assembly, exploded, back, filled_body, filled_lid
for_printing = false;
carrier = true;     // false: stock modules, panel buttons and a perfboard instead of the two boards

include <shapes.scad>
include <body.scad>
include <lid.scad>
include <inside.scad>
include <pictures.scad>

module one(name) {
  if (name == "body") body();
  if (name == "lid") lid();
  if (name == "diffuser") at(tile_center(0, 0)) diffuser();
  if (name == "tray") tray();
  if (name == "oled_rest") oled_rest();
  if (name == "key") at(key_center(0, 0)) cap(key_cap);
  if (name == "roll") at([roll_x, action_y]) cap(action_cap);
  if (name == "bank") at([bank_x, action_y]) cap(action_cap, square = true);
  if (name == "menu") at([menu_x, action_y]) cap(key_cap);
  if (name == "dot") at(dots[0]) dot();
}

// Lid and diffuser are printed face down, the other parts as they are in the case: none needs support.
module print_orientation(name) {
  if (name == "lid" || name == "diffuser") translate([0, 0, depth]) rotate([180, 0, 0]) one(name);
  else one(name);
}

if (part == "assembly") all();
else if (part == "exploded") all(18);
else if (part == "back") { color("#aab4c4") one("body"); color("#1c1c1c") back_labels($ink = true); }
else if (part == "filled_body") { color("#8a94a4") one("body"); cell_and_converter(); }
else if (part == "filled_lid") translate([0, 0, depth]) rotate([180, 0, 0]) filled_lid();
else color(part_color(part)) if (for_printing) print_orientation(part); else one(part);
