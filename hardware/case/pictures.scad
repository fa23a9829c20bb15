// Only for pictures: the assembled and the exploded console, parts in place, words. Nothing here is printed.

function part_color(name) = name == "diffuser" ? "white" : name == "lid" ? "#4f7cac" : "#8a94a4";

// For pictures: the pips on the diffuser of a die, as the firmware lights them.
module face(pips) {
  spots = [[[3, 3]], [[1, 1], [5, 5]], [[1, 1], [3, 3], [5, 5]], [[1, 1], [1, 5], [5, 1], [5, 5]],
           [[1, 1], [1, 5], [3, 3], [5, 1], [5, 5]], [[1, 0.6], [1, 3], [1, 5.4], [5, 0.6], [5, 3], [5, 5.4]]][pips - 1];
  for (spot = spots) translate([(spot[0] - 3) * cell, (spot[1] - 3) * cell, 0])
    box([1.9 * cell, 1.9 * cell], depth - 0.3, depth);
}

// For pictures: a word at the right of the exploded view, facing its camera.
module caption(words, z) {
  color("#1c1c1c") translate([width + 26, height / 2 - 6, z]) rotate([58, 0, -25]) linear_extrude(0.1)
    text(words, size = 9, font = "Liberation Sans:style=Bold", valign = "center", $fn = 8);
}

// `apart` separates the layers, for the exploded view.
module all(apart = 0) {
  color("#5c6470") one("body");
  translate([0, 0, 14 * apart]) {
    color("#4f7cac") one("lid");
    color("white") labels($ink = true);
    color("#f0b428") for (p = dots) at(p) dot();
  }
  for (c = [0 : tile_columns - 1], r = [0 : tile_rows - 1]) translate([0, 0, 6.2 * apart]) at(tile_center(c, r)) {
    color("white") diffuser();
    color("#e0802a") face(c + r * tile_columns + 1);
  }
  if (carrier) handheld_inside(apart); else panel_buttons();
}

module handheld_inside(apart) {
  color("#f0b428") translate([0, 0, 9 * apart]) {
    for (c = [0 : tile_columns - 1]) at(key_center(c, 0)) cap(key_cap);
    for (name = ["roll", "bank", "menu"]) one(name);
  }
  translate([0, 0, 3.2 * apart]) color("#c9b28f") one("tray");
  translate([0, 0, 8 * apart]) color("#b06fc0") one("oled_rest");
  color("#2f8f4f") translate([0, 0, 1.6 * apart]) carrier_board();
  for (c = [0 : tile_columns - 1]) translate([0, 0, 4.8 * apart]) at(tile_center(c, 0)) {
    color("#7a3fa0") tile_board();
    color("#f4f4ec") leds();
  }
  translate([0, 0, 9 * apart]) at([oled_x, oled_y]) {
    color("#101418") box([oled_width, oled_height], roof_z - 0.1 - oled_thickness, roof_z - 0.1);
    color("#b8e8ff") box([21.7, 10.9], roof_z - 0.2, roof_z);
  }
  if (apart > 0) for (layer = [["lid", 14], ["caps, OLED", 9], ["OLED support", 8], ["diffusers", 6.2], ["tiles", 4.8],
                               ["tray", 3.2], ["carrier", 1.6], ["body, cell, converter", 0]])
    caption(layer[0], layer[1] * apart + 10);
  cell_and_converter();
}

module cell_and_converter() {
  color("#d8dce4") at([battery_x, battery_y]) box([battery_length, battery_width], floor + 1, floor + battery_thickness);
  color("#2060c0") at([boost_right - boost_length / 2, boost_y]) box([boost_length, boost_width], boost_top - pcb, boost_top);
  color("#e8e4d8") at([boost_right - 10.7, boost_y - 7.9]) box([7.9, 7.5], boost_top, boost_top + 5.5);
  color("#c0c0c0") at([boost_right - 2, boost_y]) box([5.6, 7.6], boost_top, boost_top + boost_usb_height);
}

// The lid with caps, diffusers and tiles, seen from behind: the tiles have their numbers on the back.
module filled_lid() {
  color("#4f7cac") one("lid");
  color("#f0b428") {
    for (c = [0 : tile_columns - 1]) at(key_center(c, 0)) cap(key_cap);
    for (name = ["roll", "bank", "menu"]) one(name);
  }
  for (c = [0 : tile_columns - 1]) at(tile_center(c, 0)) {
    color("white") diffuser();
    color("#7a3fa0") tile_board();
    color("#e8e4d8") for (side = [-1, 1]) translate([side * tile_plug_x, tile_size / 2 - 3.4, 0])
      box([6.9, 6.4], tile_z - tile_plug_height, tile_z);
    color("white") translate([0, -5, tile_z]) rotate([0, 180, 0]) linear_extrude(0.3)
      text(str(c + 1), size = 10, font = "Liberation Sans:style=Bold", halign = "center", valign = "center", $fn = 8);
  }
}

module panel_buttons() {
  shift = [0, height - margin - head / 2];
  color("#c8ccd4") at([toggle_x, 0] + shift) { rod(6, depth, depth + 4); rod(3, depth, depth + 12); }
  color("#101418") at([width / 2, 0] + shift) box([oled_width, oled_height], roof_z - oled_thickness, roof_z - 0.2);
  color("#b8e8ff") at([width / 2, 0] + shift) box([21.7, 10.9], roof_z - 0.2, roof_z);
  color("#f0b428") {
    for (c = [0 : tile_columns - 1], r = [0 : tile_rows - 1]) at(key_center(c, r)) rod(14, depth, depth + 4);
    for (k = [1 : 3]) at([panel_x(k), 0] + shift) rod(14, depth, depth + 4);
  }
}
