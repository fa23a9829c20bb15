// Parts between body and lid: diffusers, tray behind the tiles, OLED support, button caps, dots; and both boards for
// pictures.

web = 0.8;          // walls between the cells: two lines with a 0.4 mm nozzle
play = 0.1;         // clearance in the stack of lid, diffuser, tile, tray and carrier
pin = 1.5;

// One per die, centered on it: a rim on the edge of the tile, and a light box for each LED up to the window.
module diffuser() {
  wall_bottom = tile_front + led_height + 0.06;
  difference() {
    union() {
      box([field + 2.4, field + 2.4], tile_front, roof_z - 1.5);
      hull() {   // slanted, so that the rim needs no support; it touches the edges of the window
        box([field + 2.4, field + 2.4], roof_z - 1.55, roof_z - 1.5);
        box([field + 0.4, field + 0.4], roof_z + 0.15, roof_z + 0.2);
      }
      box([field + 0.4, field + 0.4], roof_z - tiny, depth - 0.2);
    }
    box([field - 0.8, field - 0.8], tile_front - 1, wall_bottom);
    for (c = [0 : cells - 1], r = [0 : cells - 1]) light_box(c, r, wall_bottom);
  }
}

// The outer light boxes are 0.4 smaller, so that the outer wall is 0.6 thick.
module light_box(c, r, bottom) {
  side = cell - web;
  limit = field / 2 - 0.4;
  low = [for (k = [c, r]) max(-limit, (k - cells / 2) * cell + web / 2)];
  high = [for (k = [c, r]) min(limit, (k - cells / 2) * cell + web / 2 + side)];
  translate([low[0], low[1], bottom - tiny]) cube([high[0] - low[0], high[1] - low[1], depth - 0.2 - diffuser_front - bottom]);
}

// Presses the tiles forward and positions them with pins; open at their connectors and cables.
module tray() {
  top = tile_z - play;
  difference() {
    translate([margin + 0.5, tile_center(0, 0)[1] - tile_size / 2, carrier_front])
      cube([tile_columns * tile_pitch - 1, tile_size, top - carrier_front]);
    for (c = [0 : tile_columns - 1]) at(tile_center(c, 0)) {
      for (side = [-1, 1]) translate([side * tile_plug_x, tile_size / 2 - tile_plug_depth / 2 + 1, 0])
        box([tile_plug_width, tile_plug_depth + 2], 0, depth);
      translate([0, -2, 0]) box([18, 15], 0, depth);
    }
  }
  for (c = [0 : tile_columns - 1], hole = tile_holes) at(tile_center(c, 0) + hole) rod(pin, top - tiny, tile_front - 0.3);
}

// Presses the OLED against the lid; open at the top for its pins.
module oled_rest() {
  bottom = oled_y - oled_height / 2;
  top = oled_pins_y - 3;
  back = roof_z - oled_thickness - 2 * play;
  translate([oled_x - oled_width / 2 + 0.5, bottom + 0.5, carrier_front]) difference() {
    cube([oled_width - 1, top - bottom, back - carrier_front]);
    translate([2, 2, -1]) cube([oled_width - 5, top, depth]);
  }
}

// A flange holds the cap in the lid, and a recess centers it on the switch.
module cap(size, square = false) {
  press = carrier_front + tact_height;
  low = press - 0.5;
  difference() {
    union() {
      if (square) { round_box(size + 3, 2, low, roof_z - gap); round_box(size, 2, low, depth + 1.2); }
      else { rod(size + 3, low, roof_z - gap); rod(size, low, depth + 1.2); }
    }
    rod(3.9, low - 1, press + 0.05);
  }
}

// A pin through the lid, glued from behind, that is felt as a dot: the lid is printed face down and can have none.
module dot() {
  rod(dot_flange, roof_z - 0.9, roof_z - 0.05);
  rod(dot_width, roof_z - 0.5, depth + dot_height - 0.5);
  rod_to(dot_width, dot_width - 0.8, depth + dot_height - 0.5 - tiny, depth + dot_height);
}

module carrier_board() {
  difference() {
    slab(carrier_z, carrier_front, carrier_gap);
    for (p = concat(case_screws, carrier_screws)) at(p) rod(screw_hole, 0, depth);
  }
}

module tile_board() {
  difference() {
    box([tile_size, tile_size], tile_z, tile_front);
    for (hole = tile_holes) at(hole) rod(tile_hole, 0, depth);
  }
}

module leds() {
  for (c = [0 : cells - 1], r = [0 : cells - 1]) translate([(c - (cells - 1) / 2) * cell, (r - (cells - 1) / 2) * cell, 0])
    box([led_body, 2], tile_front - tiny, tile_front + led_height);
}
