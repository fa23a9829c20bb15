// Derived dimensions, positions of dice and buttons, and shapes used by several parts.

$fn = 40;
tiny = 0.01;
gap = 0.3;          // between printed parts that move or fit into each other (assumed: a well-calibrated printer)
lip_height = 1.5;   // body and lid overlap by half a wall
thread = 6.5;       // depth of the insert holes

width = tile_columns * tile_pitch + 2 * margin;
row_height = tile_pitch + key_strip;
height = head + tile_rows * row_height + 2 * margin;
cell = (tile_size - 1) / cells;
field = cells * cell;                     // side of the lit square of one die
window = field + 0.8;
carrier_front = carrier_z + pcb;
roof_z = depth - roof;                    // inside of the lid
tile_front = tile_z + pcb;

function tile_center(c, r) = [margin + tile_pitch * (c + 0.5),
                              margin + (tile_rows - 1 - r) * row_height + key_strip + tile_pitch / 2];
function key_center(c, r) = [tile_center(c, r)[0], tile_center(c, r)[1] - tile_pitch / 2 - key_strip / 2 + 0.5];
function panel_x(k) = width / 2 + 12 + panel_step * k;   // tabletop: ROLL, BANK, MENU

// Without the carrier, the screws are in the corners and next to the keep buttons between the two rows of dice.
inset = wall + 5;
between = margin + (tile_rows - 1) * row_height + key_strip / 2;
corners = [[inset, inset], [width - inset, inset], [inset, height - inset], [width - inset, height - inset]];
screws = carrier ? case_screws : concat(corners, [[inset, between], [width - inset, between]]);
lid_posts = carrier ? concat(case_screws, carrier_screws) : screws;
lid_post_z = carrier ? carrier_front : split_z;
body_post_top = (carrier ? carrier_z : split_z) - 0.1;

module at(point) { translate([point[0], point[1], 0]) children(); }

// A slab with rounded corners between two heights, `inside` mm smaller than the case on all sides.
module slab(bottom, top, inside = 0) {
  r = max(corner - inside, 0.5);
  translate([inside, inside, bottom]) linear_extrude(top - bottom)
    offset(r) offset(-r) square([width - 2 * inside, height - 2 * inside]);
}

module box(size, bottom, top) { translate([-size[0] / 2, -size[1] / 2, bottom]) cube([size[0], size[1], top - bottom]); }

module rod(d, bottom, top) { translate([0, 0, bottom]) cylinder(d = d, h = top - bottom); }

// A cone between two heights.
module rod_to(d1, d2, bottom, top) { translate([0, 0, bottom]) cylinder(d1 = d1, d2 = d2, h = top - bottom); }

module round_box(size, r, bottom, top) {
  translate([0, 0, bottom]) linear_extrude(top - bottom) offset(r) square([size - 2 * r, size - 2 * r], center = true);
}
