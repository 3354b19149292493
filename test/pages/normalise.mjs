// What differs from run to run says nothing about a page.

const RULES = [
  [/\u001b\[[0-9;]*m/g, ''],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?/g, 'TIME'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, 'DATE'],
  [/\b\d{2}:\d{2}:\d{2}(?:\.\d+)?\b/g, 'CLOCK'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'ID'],
  [/\b(?=[a-z]*\d)[0-9a-hjkmnp-tv-z]{26}\b/g, 'ID'],
  [/\b(?=[a-f]*\d)[0-9a-f]{12,}\b/g, 'DIGEST'],
  [/(?<![\w.])[\d,]+(?:\.\d+)?(?=\s?(?:ms|µs|us|s|seconds?|min|minutes?)\b)/g, 'N'],
  [/("(?:duration|time|elapsed|took|took_ms|ms|at)\w*":\s?)[\d.]+/gi, '$1N'],
  [/(?<![\w.])[\d,]+(?:\.\d+)?(?=\s?(?:[kKMG]i?B|bytes)\b)/g, 'N'],
  [/(?<![\w.])[\d,]+(?:\.\d+)?(?=(?: \w+)?(?:\/s| per second| a second)\b)/g, 'N'],
  [/\b(pid|process) \d+/gi, '$1 N'],
  [/(?<=\btime=")[\d.]+(?=")/g, 'N'],
  [/\bv\d+\.\d+\.\d+\b/g, 'VERSION'],
  [/\bhookline@\d+\.\d+/g, 'hookline@VERSION'],
  [/(\/tmp\/[\w.-]*)-[A-Za-z0-9]{6}\b/g, '$1-TEMP'],
  // Columns grow with what stands in them.
  [/(?<=\S) {2,}/g, '  '],
];

/** A text without its times, durations, digests, ids and temporary names. */
export const normalise = (text) =>
  RULES.reduce((rest, [pattern, plain]) => rest.replace(pattern, plain), text).trimEnd();

/** Whether the shown lines are what came; a line of three dots stands for any lines. */
export function isSame(shown, came) {
  const pattern = shown.map((line) => (line.trim() === '...' ? null : normalise(line)));
  return matches(trimmed(pattern), trimmed(came.map(normalise)));
}

const trimmed = (lines) => lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);

function matches(pattern, lines) {
  if (pattern.length === 0) return lines.length === 0;
  const [first, ...rest] = pattern;
  if (first !== null) return first === lines[0] && matches(rest, lines.slice(1));
  return Array.from({ length: lines.length + 1 }, (_, skipped) => skipped).some((skipped) =>
    matches(rest, lines.slice(skipped)),
  );
}
