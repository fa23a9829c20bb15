// The case of Sixpip, rev A, not yet built. Choose `part` here, or with -D on the command line.
// Each part is at its assembled position, or in print orientation with for_printing = true.
// Dimensions come from dimensions.scad (written from hardware/dimensions.py); tabletop.scad is the variant for 65 mm modules.

include <dimensions.scad>

part = "assembly";  // body, lid, diffuser, tray, oled_rest, key, roll, bank, menu, assembly, exploded
for_printing = false;
carrier = true;     // false: stock modules, panel buttons and a perfboard instead of the two boards

include <shapes.scad>
include <body.scad>
include <lid.scad>
include <inside.scad>

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
}

// Prints visible faces on the bed.
module print_orientation(name) {
  if (name == "body" || name == "tray" || name == "oled_rest") one(name);
  else translate([0, 0, depth]) rotate([180, 0, 0]) one(name);
}

// For pictures: `pips` lit pips on the diffuser of a die.
module face(pips) {
  spots = [[[3, 3]], [[1, 1], [5, 5]], [[1, 1], [3, 3], [5, 5]], [[1, 1], [1, 5], [5, 1], [5, 5]],
           [[1, 1], [1, 5], [3, 3], [5, 1], [5, 5]], [[1, 0.6], [1, 3], [1, 5.4], [5, 0.6], [5, 3], [5, 5.4]]][pips - 1];
  for (spot = spots) translate([(spot[0] - 3) * cell, (spot[1] - 3) * cell, 0])
    box([1.9 * cell, 1.9 * cell], depth - 0.3, depth);
}

// `apart` separates the layers, for the exploded view.
module all(apart = 0) {
  color("#30343c") one("body");
  translate([0, 0, 8 * apart]) color("#4a5a78") one("lid");
  for (c = [0 : tile_columns - 1], r = [0 : tile_rows - 1]) translate([0, 0, 4.2 * apart]) at(tile_center(c, r)) {
    color("#23211f") diffuser();
    color("#ffd890") face(c + r * tile_columns + 1);
  }
  if (carrier) handheld_inside(apart); else panel_buttons();
}

module handheld_inside(apart) {
  color("#d8a030") translate([0, 0, 5.4 * apart]) {
    for (c = [0 : tile_columns - 1]) at(key_center(c, 0)) cap(key_cap);
    for (name = ["roll", "bank", "menu"]) one(name);
  }
  color("#e8e4d8") {
    translate([0, 0, 2 * apart]) one("tray");
    translate([0, 0, 4.6 * apart]) one("oled_rest");
  }
  color("#2f6f3f") translate([0, 0, 0.9 * apart]) carrier_board();
  for (c = [0 : tile_columns - 1]) translate([0, 0, 3.1 * apart]) at(tile_center(c, 0)) {
    color("#246030") tile_board();
    color("#f4f4ec") leds();
  }
  translate([0, 0, 5.4 * apart]) at([oled_x, oled_y]) {
    color("#101418") box([oled_width, oled_height], roof_z - 0.1 - oled_thickness, roof_z - 0.1);
    color("#b8e8ff") box([21.7, 10.9], roof_z - 0.2, roof_z);
  }
  color("#b0b4bc") at([battery_x, battery_y]) box([battery_length, battery_width], floor, floor + battery_thickness);
  color("#2050a0") at([boost_right - boost_length / 2, boost_y]) box([boost_length, boost_width], boost_top - pcb, boost_top);
}

module panel_buttons() {
  shift = [0, height - margin - head / 2];
  color("#c8ccd4") at([toggle_x, 0] + shift) { rod(6, depth, depth + 4); rod(3, depth, depth + 12); }
  color("#101418") at([width / 2, 0] + shift) box([oled_width, oled_height], roof_z - oled_thickness, roof_z - 0.2);
  color("#b8e8ff") at([width / 2, 0] + shift) box([21.7, 10.9], roof_z - 0.2, roof_z);
  color("#d8a030") {
    for (c = [0 : tile_columns - 1], r = [0 : tile_rows - 1]) at(key_center(c, r)) rod(14, depth, depth + 4);
    for (k = [1 : 3]) at([panel_x(k), 0] + shift) rod(14, depth, depth + 4);
  }
}

if (part == "assembly") all();
else if (part == "exploded") all(18);
else if (for_printing) print_orientation(part);
else one(part);
