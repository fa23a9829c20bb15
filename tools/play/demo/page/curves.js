// Draws the scores of a game, turn by turn, as a picture to share: a line for each player, distinguished by its color, its
// dashes and its name.

const COLORS = ["#ffb454", "#6cc8ff", "#ff7f9f", "#9be37b", "#cfa3ff", "#f3efe6"];
const DASHES = [[], [14, 8], [3, 8], [22, 8, 3, 8], [8, 4], [28, 10]];
const LEFT = 96;
const TOP = 96;
const BOTTOM = 64;
const EDGE = 24; // nothing is drawn nearer to the right and the lower edge
const ROW = 58; // the name and the rating of a player
const BELOW = 24; // from the name to the rating
const RATING_WIDTH = 210;
const NARROW = 560; // pixels of a phone
const SMALL = [600, 720]; // of the picture there, so that its letters can be read
const FONT = "ui-rounded, system-ui, sans-serif";
const NAME_FONT = `600 22px ${FONT}`;

/** Points as text with a space between thousands, as on the console. */
export const inPoints = (points) => String(points).replace(/\B(?=(\d{3})+$)/g, " ");

/** `game`: title, names, turns (each with the scores after it), scores at the start; ratings as texts, once they are known. */
export function drawCurves(canvas, game) {
  if (canvas.clientWidth && canvas.clientWidth < NARROW) [canvas.width, canvas.height] = SMALL;
  const pen = canvas.getContext("2d");
  const { width, height } = canvas;
  const rows = [game.scores, ...game.turns.map((turn) => turn.scores)];
  const all = rows.flat();
  const most = Math.max(...all, 1);
  const least = Math.min(...all, 0);
  const labels = game.names.map((name, player) => `${name} ${inPoints(rows.at(-1)[player])}`);
  pen.font = NAME_FONT;
  const right = width - EDGE - Math.max(...labels.map((label) => pen.measureText(label).width), RATING_WIDTH);
  const x = (turn) => LEFT + (turn * (right - 16 - LEFT)) / Math.max(1, rows.length - 1);
  const y = (score) => height - BOTTOM - ((score - least) * (height - TOP - BOTTOM)) / (most - least);

  pen.fillStyle = "#1b1d22";
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#e9e6df";
  pen.font = `600 36px ${FONT}`;
  pen.fillText(`Sixpip: ${game.title}`, 32, 58);
  drawScale(pen, least, most, y, LEFT, right - 16);

  pen.lineWidth = 4;
  pen.lineJoin = "round";
  game.names.forEach((_, player) => {
    pen.strokeStyle = COLORS[player];
    pen.setLineDash(DASHES[player]);
    pen.beginPath();
    rows.forEach((scores, turn) => pen.lineTo(x(turn), y(scores[player])));
    pen.stroke();
  });
  pen.setLineDash([]);
  drawNames(pen, game, labels, rows.at(-1).map(y), right, height - EDGE - BELOW);
}

/** Horizontal lines with their scores. */
function drawScale(pen, least, most, y, left, right) {
  const power = 10 ** Math.floor(Math.log10(most - least));
  const step = [0.2, 0.5, 1, 2].map((part) => part * power).find((size) => (most - least) / size <= 6) ?? power;
  pen.strokeStyle = "#ffffff22";
  pen.fillStyle = "#b9b7b0";
  pen.font = `20px ${FONT}`;
  pen.textAlign = "right";
  pen.lineWidth = 1;
  for (let score = Math.ceil(least / step) * step; score <= most; score += step) {
    pen.beginPath();
    pen.moveTo(left, y(score));
    pen.lineTo(right, y(score));
    pen.stroke();
    pen.fillText(inPoints(Math.round(score)), left - 10, y(score) + 7);
  }
  pen.textAlign = "left";
}

/** The name, score and rating of each player, near the end of the line, not over each other and above `bottom`. */
function drawNames(pen, game, labels, ends, left, bottom) {
  const order = labels.map((_, player) => player).sort((one, other) => ends[one] - ends[other]);
  let free = 0;
  order.forEach((player, place) => {
    const top = Math.min(Math.max(ends[player], free), bottom - ROW * (order.length - 1 - place));
    free = top + ROW;
    pen.fillStyle = COLORS[player];
    pen.font = NAME_FONT;
    pen.fillText(labels[player], left, top);
    pen.font = `18px ${FONT}`;
    if (game.ratings) pen.fillText(`error rating ${game.ratings[player]}`, left, top + BELOW);
  });
}
