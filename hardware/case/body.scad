// The body: back and lower walls, bays for battery and boost converter, posts, slots for air, and openings for two USB
// plugs, the charging lights, the switch and BOOTSEL.

pico_usb_z = carrier_z - pico_header - pico_pcb - pico_usb_height / 2;
boost_top = floor + boost_rest + pcb;
boost_usb_z = boost_top + boost_usb_height / 2;
boost_right = width - wall - boost_wall_gap;
rib = 1.2;

bootsel = [pico_x + bootsel_in, pico_y + bootsel_off];
bootsel_z = carrier_z - pico_header - pico_pcb - bootsel_height;   // end of the button

perf_z = floor + perf_rest;         // tabletop: perfboard with the Pico soldered directly, without sockets
perf_usb_z = perf_z + pcb + pico_header + pico_pcb + pico_usb_height / 2;
perf_place = [wall + 1 + perf_width / 2, perf_y];

module body() {
  difference() {
    union() {
      shell();
      tongue();
      for (p = screws) at(p) rod(body_post, floor - tiny, body_post_top);
      if (carrier) at(bootsel) rod(bootsel_hole + 3, floor - tiny, bootsel_z - 0.8);   // guides the pin
    }
    for (p = screws) at(p) screw_well();
    if (carrier) usb_notch(0, pico_y, pico_usb_z); else usb_notch(0, perf_place[1], perf_usb_z);
    usb_notch(width, boost_y, boost_usb_z);
    if (carrier) switch_notch();
    light_hole();
    vents();
    if (carrier) at(bootsel) { rod(bootsel_hole, -1, depth); rod_to(bootsel_hole + 2, bootsel_hole, -tiny, 1); }
    back_labels();
  }
  battery_bay();
  boost_bay();
  if (!carrier) perf_posts();
}

// Counterbore and hole. The cone between them needs no support and seats a countersunk or a cylindrical head.
module screw_well() {
  rod(screw_hole + 0.2, -1, depth);
  rod(screw_head, -1, screw_seat);
  rod_to(screw_head, screw_hole, screw_seat - tiny, screw_seat + (screw_head - screw_hole) / 2);
}

module shell() {
  difference() {
    slab(0, split_z);
    slab(floor, depth, wall);
  }
}

// The inner half of the wall extends into the lid.
module tongue() {
  difference() {
    slab(split_z - tiny, split_z + lip_height, wall / 2 + 0.15);
    slab(0, depth, wall);
  }
}

// Open at the top where the lid closes it, so that the printer needs no bridge; openings further down are closed windows.
module usb_notch(x, y, z) {
  tall = split_z - z - usb_height / 2 > 3 ? usb_height : depth;
  translate([x - 2 * wall, y - usb_width / 2, z - usb_height / 2]) cube([4 * wall, usb_width, tall]);
}

// The lever projects through the wall, which is thinner around it for access with a thumb.
module switch_notch() {
  low = carrier_z - switch_height - 0.3;
  translate([switch_x - 4, height - 2 * wall, low]) cube([8, 4 * wall, depth]);
  translate([switch_x - 8, height - wall / 2, low - 1.5]) cube([16, wall, depth]);
}

// One slot shows both charging lights: they are in line behind it.
module light_hole() {
  translate([width - 2 * wall, boost_y + boost_light_y - boost_light_hole / 2, boost_top])
    cube([4 * wall, boost_light_hole, 2 * boost_light_hole]);
}

// Air passes from wall to wall. None of the slots is opposite the cell; each ends in a bridge as short as its width.
module vents() {
  for (x = vents_low) vent_slot(x, 0);
  for (x = vents_high) vent_slot(x, height);
}

module vent_slot(x, y) {
  translate([x - vent_width / 2, y - 2 * wall, vent_bottom]) cube([vent_width, 4 * wall, vent_top - vent_bottom]);
}

// Engraved in the back, to be read from behind.
module back_labels() {
  if (carrier) back_label(bootsel + [4, -5.5], "BOOTSEL", 3.6);
  back_label([4.5, carrier ? pico_y : perf_place[1]], "DATA", 3.6, 90);
  back_label([width - 4.5, boost_y], "CHARGE", 3.6, -90);
}

module back_label(place, letters, size, angle = 0) {
  at(place) rotate([0, 180, 0]) rotate(angle) label_text(letters, size, 0);
}

module battery_bay() {
  at([battery_x, battery_y]) difference() {
    box([battery_length + 2 * rib, battery_width + 2 * rib], floor - tiny, floor + 5);
    box([battery_length, battery_width], 0, depth);
    box([battery_length - 24, battery_width + 9], floor + 1.5, depth);   // space for fingers and wires
    box([battery_length + 9, battery_width - 24], floor + 1.5, depth);
  }
}

// Four supports, ribs on three sides, and two pegs through the holes of the board. The case wall is the fourth side.
module boost_bay() {
  left = boost_right - boost_length;
  for (x = [left + 2, boost_right - 2], y = [-1, 1])
    translate([x, boost_y + y * (boost_width / 2 - 2), 0]) box([3.6, 3.6], floor - tiny, floor + boost_rest);
  for (y = [-1, 1]) translate([boost_right - boost_peg_in, boost_y + y * boost_peg_apart / 2, 0])
    rod(2.2, floor - tiny, boost_top + boost_peg_over);
  difference() {
    translate([left - rib - gap, boost_y - boost_width / 2 - rib - gap, floor - tiny])
      cube([boost_length / 2, boost_width + 2 * (rib + gap), boost_rest + pcb + 0.5]);
    translate([left - gap, boost_y - boost_width / 2 - gap, 0]) cube([boost_length, boost_width + 2 * gap, depth]);
    translate([left - 2 * rib, boost_y - 6, floor + 1]) cube([3 * rib, 12, depth]);   // wires
  }
}

module perf_posts() {
  for (x = [-1, 1], y = [-1, 1]) at(perf_place + [x * (perf_width / 2 - perf_hole), y * (perf_height / 2 - perf_hole)]) difference() {
    rod(6, floor - tiny, perf_z);
    rod(1.7, floor + 0.6, depth);   // M2 screws cut their own thread
  }
}
