// Draws the ratios against their bars; one scale for all, because each ratio is divided by its bar.
import { barText, ratioText } from './table.mjs';

const WIDTH = 1000;
const LEFT = 400;
const RIGHT = 680;
const TOP = 64;
const LINE = 26;
const LEAST = 0.05;
const MOST = 5;
const TICKS = [0.1, 0.25, 0.5, 1, 2, 4];

/** An SVG that follows the reader's light or dark setting. */
export function chart({ rows, machine, node, load }) {
  const shown = rows.filter(({ bar }) => bar !== null);
  const bottom = TOP + shown.length * LINE;
  const caption = `${machine.cores} cores, Node ${node}, load ${load.before.oneMinute} to ${load.after.oneMinute}; lines are 95 % intervals; npm run bench repeats it`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 56}" role="img" aria-labelledby="title">`,
    '<title id="title">hookline measured against its bars</title>',
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${bottom + 56}" rx="6"/>`,
    text(16, 28, 'head', 'Measured against the bar: left of the line is better'),
    text(RIGHT + 20, 52, 'small', 'ratio [95 %]'),
    text(WIDTH - 100, 52, 'small', 'bar'),
    ...TICKS.flatMap((tick) => [
      `<line class="${tick === 1 ? 'bar' : 'grid'}" x1="${place(tick)}" x2="${place(tick)}" y1="${TOP - 6}" y2="${bottom}"/>`,
      text(place(tick), bottom + 16, 'tick', tick === 1 ? 'the bar' : `× ${tick}`),
    ]),
    ...shown.flatMap((row, index) => drawRow(row, TOP + index * LINE + LINE / 2)),
    text(16, bottom + 44, 'small', caption),
    '</svg>',
  ].join('\n')}\n`;
}

function drawRow(row, y) {
  const title = text(16, y + 4, 'label', row.title);
  const bar = text(WIDTH - 100, y + 4, 'small', barText(row));
  if (row.verdict === 'not measured') return [title, text(RIGHT + 20, y + 4, 'small', 'not measured'), bar];
  const limit = row.bar.ratioAtMost ?? row.bar.worstAtMostMs;
  const isRatio = row.bar.ratioAtMost !== undefined;
  const [value, low, high] = isRatio
    ? [row.ratio, row.low, row.high]
    : [row.of.worstMs, row.of.medianMs, row.of.worstMs];
  const at = place(value / limit);
  return [
    title,
    `<line class="${row.verdict} whisker" x1="${place(low / limit)}" x2="${place(high / limit)}" y1="${y}" y2="${y}"/>`,
    row.verdict === 'met'
      ? `<circle class="met" cx="${at}" cy="${y}" r="5"/>`
      : `<path class="missed" d="M${at} ${y - 6}l6 6l-6 6l-6-6z"/>`,
    text(RIGHT + 20, y + 4, 'value', ratioText(row)),
    bar,
  ];
}

/** Where a ratio to the bar lies, on a logarithmic scale; what is off the scale lies at its edge. */
function place(share) {
  const inside = Math.min(Math.max(share, LEAST), MOST);
  const fraction = Math.log(inside / LEAST) / Math.log(MOST / LEAST);
  return Number((LEFT + fraction * (RIGHT - LEFT)).toFixed(1));
}

const text = (x, y, kind, content) => `<text class="${kind}" x="${x}" y="${y}">${escaped(content)}</text>`;
const escaped = (content) => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.head { font-size: 16px; font-weight: 600; }
.small, .tick { font-size: 12px; fill: #59636e; }
.tick { text-anchor: middle; }
.value { font-variant-numeric: tabular-nums; }
.paper { fill: #ffffff; }
.grid { stroke: #d1d9e0; }
.bar { stroke: #1f2328; stroke-width: 1.5; }
.whisker { stroke-width: 2; }
.met { fill: #1a7f37; stroke: #1a7f37; }
.missed { fill: #bc4c00; stroke: #bc4c00; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .small, .tick { fill: #9198a1; }
  .paper { fill: #0d1117; }
  .grid { stroke: #3d444d; }
  .bar { stroke: #f0f6fc; }
  .met { fill: #3fb950; stroke: #3fb950; }
  .missed { fill: #f0883e; stroke: #f0883e; }
}
`;
