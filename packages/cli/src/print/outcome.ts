import { type HookRun, type Json, type Outcome, type Shadow, writtenJson } from '@hookline/core/internal';
import type { Paint, Style } from './paint.ts';
import { columns, excerpt, oneLine } from './text.ts';

const STYLES: Readonly<Record<Outcome['decision'], Style>> = {
  block: 'red',
  ask: 'yellow',
  allow: 'green',
  none: 'dim',
};

/** The outcome for a person. Shows no output of a hook, only what the hook said through its dialect, less what `isElsewhere`. */
export function outcomeLines(
  outcome: Outcome,
  paint: Paint,
  isElsewhere: (message: Outcome['messages'][number]) => boolean = () => false,
): readonly string[] {
  return [
    `${paint('bold', outcome.event)}: ${paint(STYLES[outcome.decision], decisionWords(outcome))}`,
    ...partsOf(outcome, isElsewhere).map(([label, text]) => `  ${label.padEnd(LABEL_WIDTH)}${excerpt(text, INDENT)}`),
    ...runLines(
      outcome.hooks,
      paint,
      outcome.messages.map(({ text }) => text),
    ),
  ];
}

const LABEL_WIDTH = 9;
const INDENT = ' '.repeat(LABEL_WIDTH + 2);

function decisionWords({ decision, reason, block }: Outcome): string {
  if (block !== null) return `block (${block.effect}) by ${oneLine(block.hook)}`;
  if (decision === 'none') return 'nothing decided';
  return reason === null ? decision : `${decision}: ${excerpt(reason, INDENT)}`;
}

function partsOf(
  outcome: Outcome,
  isElsewhere: (message: Outcome['messages'][number]) => boolean,
): readonly (readonly [string, string])[] {
  return [
    ...rewrite('input', outcome.updatedInput),
    ...rewrite('output', outcome.updatedToolOutput),
    ...rewrite('prompt', outcome.updatedPrompt),
    ...outcome.additionalContext.map((text) => ['context', text] as const),
    ...outcome.messages
      .filter((message) => !isElsewhere(message))
      .map((message) => [message.level, messageText(message)] as const),
    ...Object.entries(outcome.extra).map(([name, value]) => ['extra', `${name}: ${writtenJson(value)}`] as const),
  ];
}

/** A dialect may begin a text with its code; it is not said twice. */
export const messageText = ({ text, code }: Outcome['messages'][number]): string =>
  code === null || text.startsWith(code) ? text : `${text} (${code})`;

const rewrite = (label: string, value: Json): readonly (readonly [string, string])[] =>
  value === null ? [] : [[label, typeof value === 'string' ? value : writtenJson(value)]];

const RUN_STYLES: Readonly<Record<HookRun['status'], Style>> = {
  passed: 'green',
  blocked: 'red',
  failed: 'yellow',
  timed_out: 'yellow',
  skipped: 'dim',
  background: 'dim',
};

/** One line for each hook that matched, and below it what went wrong or why it was not run; what the texts of `told` say already is left out. */
export function runLines(runs: readonly HookRun[], paint: Paint, told: readonly string[] = []): readonly string[] {
  const rows = columns(runs.map(cellsOf));
  return runs.flatMap((run, index) => [
    `  ${paint(RUN_STYLES[run.status], rows[index] ?? '')}`,
    ...remarksOn(run, told).map((remark) => `      ${excerpt(remark, '      ')}`),
  ]);
}

/** What the hooks printed, for `--debug`. */
export function printedLines(runs: readonly HookRun[]): readonly string[] {
  return runs.flatMap((run) =>
    (['stdout', 'stderr'] as const)
      .filter((stream) => run[stream] !== '')
      .map((stream) => `${oneLine(run.id)} ${stream}: ${excerpt(run[stream], '    ')}`),
  );
}

const cellsOf = (run: HookRun): readonly string[] => [
  run.shadow === undefined || run.status === 'skipped' ? run.status : wouldWords(run.shadow),
  run.status === 'skipped' ? '-' : `${run.durationMs.toFixed(run.durationMs < 10 ? 1 : 0)} ms`,
  oneLine(run.dialect),
  oneLine(run.handler),
  oneLine(run.source),
  oneLine(run.name),
];

const faultText = ({ code, message }: NonNullable<HookRun['fault']>, told: readonly string[]): string =>
  told.some((text) => text.includes(message)) ? code : `${code}: ${message}`;

const remarksOn = (run: HookRun, told: readonly string[]): readonly string[] => [
  ...[wouldReason(run)].filter((said) => said !== null),
  ...(run.fault === null ? [] : [faultText(run.fault, told)]),
  ...(run.why === null ? [] : [run.why]),
  ...(run.truncated.length === 0 ? [] : [`${run.truncated.join(' and ')} cut off`]),
];

/** What a run in shadow would have done, in two words or so: `would block`. */
export const wouldWords = (shadow: Shadow): string => {
  const actions = actionsOf(shadow);
  return actions.length === 0 ? 'in shadow' : `would ${actions.join(', ')}`;
};

/** The same with effect and reason, for a line below the run; null when there is no more to say. */
function wouldReason({ shadow }: HookRun): string | null {
  if (shadow === undefined || shadow.decision === 'none') return null;
  const effect = shadow.effect === null ? '' : ` (${shadow.effect})`;
  return `in shadow, would ${shadow.decision}${effect}${shadow.reason === null ? '' : `: ${shadow.reason}`}`;
}

const actionsOf = ({ decision, rewrites, contexts }: Shadow): readonly string[] => [
  ...(decision === 'none' ? [] : [decision]),
  ...(rewrites.length === 0 ? [] : ['rewrite']),
  ...(contexts === 0 ? [] : ['add context']),
];
