// The lid: front and upper walls, windows for dice and OLED, holes for buttons, posts for screws.

sound_hole = 1.6;

module lid() {
  difference() {
    union() {
      hood();
      for (p = lid_posts) at(p) rod(post, lid_post_z, roof_z + tiny);
      if (carrier) oled_frame();
    }
    for (p = lid_posts) at(p) rod(insert_hole, lid_post_z - 1, lid_post_z + thread);
    for (c = [0 : tile_columns - 1], r = [0 : tile_rows - 1]) {
      at(tile_center(c, r)) box([window, window], roof_z - 1, depth + 1);
      at(key_center(c, r)) rod(carrier ? key_cap + 2 * gap : panel_hole, roof_z - 1, depth + 1);
    }
    shift = [0, carrier ? 0 : height - margin - head / 2 - action_y];
    at([carrier ? oled_x : width / 2, oled_y] + shift) oled_window();
    action_holes(shift);
    for (p = dots) at(p) rod(dot_width + 0.2, roof_z - 1, depth + 1);
    at([carrier ? buzzer_x : 3 * inset, buzzer_y] + shift) sound_holes();
    labels();
  }
}

module hood() {
  difference() {
    slab(split_z, depth);
    slab(0, roof_z, wall);
    slab(0, split_z + lip_height + 0.2, wall / 2);   // clearance for the tongue of the body
  }
}

module oled_window() {
  box([window_width, window_height], roof_z - 1, depth + 1);
  hull() {
    box([window_width, window_height], roof_z + 0.8, roof_z + 0.9);
    box([window_width + 2.4, window_height + 2.4], depth, depth + 0.1);
  }
}

// Positions the OLED board; open at its pins.
module oled_frame() {
  at([oled_x, oled_y]) difference() {
    box([oled_width + 2 * gap + 2.4, oled_height + 2 * gap + 2.4], roof_z - 2.2, roof_z + tiny);
    box([oled_width + 2 * gap, oled_height + 2 * gap], 0, roof_z);
    translate([0, oled_height / 2, 0]) box([14, 6], 0, roof_z);
  }
}

module action_holes(shift) {
  if (carrier) {
    at([roll_x, action_y]) rod(action_cap + 2 * gap, roof_z - 1, depth + 1);
    at([bank_x, action_y]) round_box(action_cap + 2 * gap, 2, roof_z - 1, depth + 1);
    at([menu_x, action_y]) rod(key_cap + 2 * gap, roof_z - 1, depth + 1);
  } else {
    for (k = [1 : 3]) at([panel_x(k), action_y] + shift) rod(panel_hole, roof_z - 1, depth + 1);
    at([toggle_x, action_y] + shift) rod(toggle_hole, roof_z - 1, depth + 1);
  }
}

module sound_holes() {
  for (ring = [0 : 2], k = [0 : max(6 * ring - 1, 0)]) rotate(k * 60 / max(ring, 1))
    translate([2.6 * ring, 0, 0]) rod(sound_hole, roof_z - 1, depth + 1, $fn = 12);
}

// Engraved in the face. CHARGE and DATA are at the edges above the two USB openings.
module labels() {
  data_y = carrier ? pico_y : perf_place[1];
  at([3.4, data_y]) rotate(90) label_text("DATA", 2.8, depth);
  at([width - 3.2, boost_y]) rotate(-90) label_text("CHARGE", 2.8, depth);
  for (c = [0 : tile_columns - 1], r = [0 : tile_rows - 1])   // numbers of the dice, next to their buttons
    at(key_center(c, r) - [carrier ? 9 : 14, 0]) label_text(str(c + r * tile_columns + 1), 3.6, depth);
  if (carrier) {
    for (label = [["ROLL", roll_x], ["BANK", bank_x], ["MENU", menu_x]])
      at([label[1], action_y - 12.5]) label_text(label[0], 3.6, depth);
    at([40, action_y]) label_text("SIXPIP", 8, depth);
    at([switch_x - 4.5, height - 5]) label_text("O", 2.6, depth);
    at([switch_x + 4.5, height - 5]) label_text("I", 2.6, depth);
  } else {
    panel_y = height - margin - head / 2;
    for (label = [["ROLL", panel_x(1)], ["BANK", panel_x(2)], ["MENU", panel_x(3)], ["POWER", toggle_x]])
      at([label[1], panel_y - 12.5]) label_text(label[0], 3.6, depth);
    at([toggle_x - 8, panel_y - 4.5]) label_text("O", 2.6, depth);   // next to the nut, not behind the lever
    at([toggle_x - 8, panel_y + 4.5]) label_text("I", 2.6, depth);
  }
}

// Letters 0.4 deep below a surface; in pictures ($ink) they are filled. The font is included with OpenSCAD.
$ink = false;
module label_text(letters, size, surface) {
  translate([0, 0, surface - 0.4]) linear_extrude($ink ? 0.42 : 1)
    text(letters, size = size, font = "Liberation Sans:style=Bold", halign = "center", valign = "center", $fn = 4);
}
