// Draws the ratios against their bars; one scale for all, because each ratio is divided by its bar.
import { barText, ratioText } from './table.mjs';

const LETTER = 7.2; // a wide guess at 13 pixels, so that no column runs into the next with any font
const GAP = 24;
const SCALE = 300;
const TOP = 84;
const LINE = 26;
const LEAST = 0.05;
const MOST = 5;
const TICKS = [0.1, 0.25, 1, 4];

/** An SVG that follows the reader's light or dark setting. */
export function chart({ rows, machine, node, load }) {
  const shown = rows.filter(({ bar }) => bar !== null);
  const columns = columnsFor(shown);
  const bottom = TOP + shown.length * LINE;
  const caption = `${machine.cores} cores, Node ${node}, load ${load.before.oneMinute} to ${load.after.oneMinute}; npm run bench repeats it`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns.width} ${bottom + 56}" role="img" aria-labelledby="title">`,
    '<title id="title">hookline measured against its bars</title>',
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${columns.width}" height="${bottom + 56}" rx="6"/>`,
    text(16, 28, 'head', 'Time of the first / time of the second, against the bar: left of the line is better'),
    ...legend(),
    text(columns.value, TOP - 12, 'small', 'ratio [95 %]'),
    text(columns.bar, TOP - 12, 'small', 'bar'),
    ...TICKS.flatMap((tick) => [
      `<line class="${tick === 1 ? 'bar' : 'grid'}" x1="${place(tick, columns)}" x2="${place(tick, columns)}" y1="${TOP - 6}" y2="${bottom}"/>`,
      text(place(tick, columns), bottom + 16, 'tick', tick === 1 ? 'the bar' : `× ${tick}`),
    ]),
    ...shown.flatMap((row, index) => drawRow(row, TOP + index * LINE + LINE / 2, columns)),
    text(16, bottom + 44, 'small', caption),
    '</svg>',
  ].join('\n')}\n`;
}

/** Where the columns begin: each as wide as its longest text. */
function columnsFor(rows) {
  const widest = (texts) => Math.ceil(Math.max(...texts.map((each) => each.length)) * LETTER) + GAP;
  const scale = 16 + widest(rows.map(({ title }) => title));
  const value = scale + SCALE + GAP;
  const bar = value + widest(rows.map((row) => valueText(row)));
  const verdict = bar + widest(rows.map(barText));
  return { scale, value, bar, verdict, width: verdict + widest(['not measured']) };
}

const valueText = (row) => (row.verdict === 'not measured' ? '–' : ratioText(row));

function drawRow(row, y, columns) {
  const words = [
    text(16, y + 4, 'label', row.title),
    text(columns.value, y + 4, 'value', valueText(row)),
    text(columns.bar, y + 4, 'small', barText(row)),
    text(columns.verdict, y + 4, `small ${row.verdict.replace(' ', '-')}-word`, row.verdict),
  ];
  if (row.verdict === 'not measured') return words;
  const limit = row.bar.ratioAtMost ?? row.bar.worstAtMostMs;
  const [value, low, high] =
    row.bar.ratioAtMost === undefined
      ? [row.of.worstMs, row.of.medianMs, row.of.worstMs]
      : [row.ratio, row.low, row.high];
  return [
    ...words,
    `<line class="${row.verdict} whisker" x1="${place(low / limit, columns)}" x2="${place(high / limit, columns)}" y1="${y}" y2="${y}"/>`,
    mark(row.verdict, place(value / limit, columns), y),
  ];
}

/** Told apart by shape as well as colour. */
const MARKS = {
  met: (x, y) => `<circle class="met" cx="${x}" cy="${y}" r="4.5"/>`,
  missed: (x, y) => `<path class="missed" d="M${x} ${y - 6}l6 6l-6 6l-6-6z"/>`,
  undecided: (x, y) => `<rect class="undecided" x="${x - 4.5}" y="${y - 4.5}" width="9" height="9"/>`,
};
const mark = (verdict, x, y) => MARKS[verdict](Number(x.toFixed(1)), y);

const legend = () => [
  mark('met', 21, 48),
  text(32, 52, 'small', 'met: the whole 95 % interval'),
  mark('missed', 245, 48),
  text(257, 52, 'small', 'missed'),
  mark('undecided', 335, 48),
  text(347, 52, 'small', 'undecided: the interval crosses the bar'),
];

/** Where a ratio to the bar lies, on a logarithmic scale; what is off the scale lies at its edge. */
function place(share, { scale }) {
  const inside = Math.min(Math.max(share, LEAST), MOST);
  const fraction = Math.log(inside / LEAST) / Math.log(MOST / LEAST);
  return Number((scale + fraction * SCALE).toFixed(1));
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
.undecided { fill: #ffffff; stroke: #9a6700; stroke-width: 2; }
.missed-word { fill: #bc4c00; }
.undecided-word { fill: #9a6700; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .small, .tick { fill: #9198a1; }
  .paper { fill: #0d1117; }
  .grid { stroke: #3d444d; }
  .bar { stroke: #f0f6fc; }
  .met { fill: #3fb950; stroke: #3fb950; }
  .missed { fill: #f0883e; stroke: #f0883e; }
  .undecided { fill: #0d1117; stroke: #d29922; }
  .missed-word { fill: #f0883e; }
  .undecided-word { fill: #d29922; }
}
`;
