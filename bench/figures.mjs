// The results as a table of docs/contribute/speed.md, between its two marks.
import { barText, figure, ratioText } from './table.mjs';

const [BEGIN, END] = ['<!-- figures -->', '<!-- /figures -->'];

/** The page with the figures of these results, and everything else as it was. */
export function withFigures(page, results) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/contribute/speed.md needs its marks ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n${figures(results)}\n${END}${after}`;
}

function figures({ rows, machine, node, load, measuredAt, memory }) {
  return [
    '| work | bar | ratio [95 %] | medians in ms | |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(lineOf),
    '',
    `Measured on ${measuredAt.slice(0, 10)}: ${machine.cores} cores, ${machine.memoryGb} GB, Node ${node}, load ${load.before.oneMinute} to ${load.after.oneMinute}.`,
    `Heap after ${memory.warmUp} and after ${memory.fires} in-process events: ${memory.beforeMb.toFixed(1)} MB and ${memory.afterMb.toFixed(1)} MB.`,
  ].join('\n');
}

function lineOf(row) {
  if (row.verdict === 'not measured') return `| ${row.title} | ${barText(row)} | | | not measured: ${row.why} |`;
  const medians = `${figure(row.of.medianMs)} / ${figure(row.over.medianMs)}`;
  const verdict = row.bar === null ? 'for scale' : row.verdict;
  return `| ${row.title.replace(/^for scale: /, '')} | ${barText(row)} | ${ratioText(row)} | ${medians} | ${verdict} |`;
}
