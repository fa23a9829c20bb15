// Draws the scores of a game, turn by turn, as a picture to share: a line for each player, distinguished by its color, its
// dashes and its name.

const COLORS = ["#ffb454", "#6cc8ff", "#ff7f9f", "#9be37b", "#cfa3ff", "#f3efe6"];
const DASHES = [[], [14, 8], [3, 8], [22, 8, 3, 8], [8, 4], [28, 10]];
const LEFT = 96;
const RIGHT = 250;
const TOP = 96;
const BOTTOM = 64;
const FONT = "ui-rounded, system-ui, sans-serif";

/** Points as text with a space between thousands, as on the console. */
export const inPoints = (points) => String(points).replace(/\B(?=(\d{3})+$)/g, " ");

/** `game`: title, names, turns (each with the scores after it), scores at the start; ratings as texts, once they are known. */
export function drawCurves(canvas, game) {
  const pen = canvas.getContext("2d");
  const { width, height } = canvas;
  const rows = [game.scores, ...game.turns.map((turn) => turn.scores)];
  const all = rows.flat();
  const most = Math.max(...all, 1);
  const least = Math.min(...all, 0);
  const x = (turn) => LEFT + (turn * (width - LEFT - RIGHT)) / Math.max(1, rows.length - 1);
  const y = (score) => height - BOTTOM - ((score - least) * (height - TOP - BOTTOM)) / (most - least);

  pen.fillStyle = "#1b1d22";
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#e9e6df";
  pen.font = `600 36px ${FONT}`;
  pen.fillText(`Sixpip: ${game.title}`, 32, 58);
  drawScale(pen, least, most, y, LEFT, width - RIGHT);

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
  drawNames(pen, game, rows.at(-1), y, width - RIGHT + 16);
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

/** The name, score and rating of each player, next to the end of the line and not over each other. */
function drawNames(pen, game, scores, y, left) {
  const order = game.names.map((_, player) => player).sort((one, other) => scores[other] - scores[one]);
  let free = 0;
  for (const player of order) {
    const top = Math.max(y(scores[player]), free);
    free = top + 58;
    pen.fillStyle = COLORS[player];
    pen.font = `600 22px ${FONT}`;
    pen.fillText(`${game.names[player]} ${inPoints(scores[player])}`, left, top);
    pen.font = `18px ${FONT}`;
    if (game.ratings) pen.fillText(`error rating ${game.ratings[player]}`, left, top + 24);
  }
}
