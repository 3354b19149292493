// The results as a person reads them.

/** One line per row: bar, ratio with its interval, both medians and 95th percentiles, verdict. */
export function table({ rows, memory, machine, node, load, seconds }) {
  const lines = [['what', 'bar', 'ratio [95 %]', 'p50 ms', 'p95 ms', 'verdict'], ...rows.map(cellsOf)];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const text = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  return [...text, '', ...controls(rows), ...heap(memory), about({ machine, node, load, seconds })].join('\n');
}

function cellsOf(row) {
  if (row.verdict === 'not measured') return [row.title, barText(row), '–', '–', '–', `not measured: ${row.why}`];
  const pair = (key) => `${figure(row.of[key])} / ${figure(row.over[key])}`;
  return [row.title, barText(row), ratioText(row), pair('medianMs'), pair('p95Ms'), verdictText(row)];
}

/** The bar as it is compared. */
export function barText({ bar }) {
  if (bar === null) return '–';
  return bar.ratioAtMost === undefined ? `≤ ${bar.worstAtMostMs} ms` : `≤ ${bar.ratioAtMost}`;
}

/** The figure that is compared with the bar. */
export const ratioText = ({ bar, ratio, low, high, of }) =>
  bar?.worstAtMostMs === undefined
    ? `${figure(ratio)} [${figure(low)}, ${figure(high)}]`
    : `worst ${figure(of.worstMs)} ms`;

/** Three digits, without an exponent. */
export const figure = (value) => String(Number(value.toPrecision(3)));

function verdictText({ verdict, control }) {
  const doubts = [
    ...(verdict === 'undecided' ? ['the interval crosses the bar'] : []),
    ...(control === null || control.isSteady ? [] : [`noisy: the control is ${figure(control.ratio)}`]),
  ];
  return doubts.length === 0 ? verdict : `${verdict} (${doubts.join('; ')})`;
}

function controls(rows) {
  const byGroup = new Map(rows.filter(({ control }) => control).map(({ group, control }) => [group, control]));
  const texts = [...byGroup].map(
    ([group, { ratio, low, high }]) => `${group} ${figure(ratio)} [${figure(low)}, ${figure(high)}]`,
  );
  return texts.length === 0 ? [] : [`controls, a side against itself: ${texts.join(', ')}`];
}

const heap = (memory) =>
  memory === null
    ? []
    : [
        `heap after ${memory.warmUp} and after ${memory.fires} in-process fires: ${memory.beforeMb.toFixed(1)} MB, ${memory.afterMb.toFixed(1)} MB`,
      ];

const about = ({ machine, node, load, seconds }) =>
  `${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${node}, load ${load.before.oneMinute} to ${load.after.oneMinute}, ${seconds} s`;
