import type { HookRun, RecordedDecision } from '@hookline/core/internal';
import { runLines } from './outcome.ts';
import type { Paint, Style } from './paint.ts';
import { excerpt, oneLine } from './text.ts';

const INDENT = '    ';

/** One recorded decision: when, about what and how it was decided, then each hook that took part. */
export function decisionLines(decision: RecordedDecision, paint: Paint): readonly string[] {
  const head = [
    paint('dim', localTime(decision.at)),
    paint('bold', [oneLine(decision.event ?? 'unknown event'), ...subjectOf(decision), ...agentOf(decision)].join(' ')),
    paint(styleOf(decision), verdictOf(decision)),
    paint(
      'dim',
      `[${[oneLine(decision.session ?? 'no session'), ...durationOf(decision), oneLine(decision.id)].join(', ')}]`,
    ),
  ];
  return [
    head.join('  '),
    ...runLines(latestRuns(decision), paint).map((line) => `  ${line}`),
    ...plannedOf(decision).map((id) => `${INDENT}${oneLine(id)} had been started`),
    ...decision.notes.map((note) => `${INDENT}${excerpt(note, INDENT)}`),
  ];
}

function localTime(at: string): string {
  const time = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}

function subjectOf({ payload }: RecordedDecision): readonly string[] {
  const subject = payload?.['tool_name'];
  return typeof subject === 'string' ? [oneLine(subject)] : [];
}

const agentOf = ({ agent }: RecordedDecision): readonly string[] => (agent === null ? [] : [`from ${oneLine(agent)}`]);

function verdictOf({ outcome, status }: RecordedDecision): string {
  if (outcome === null) return status;
  const { decision, reason, block } = outcome;
  if (block === null) return reason === null ? decision : `${decision}: ${excerpt(reason, INDENT)}`;
  const said = block.reason === null ? '' : `: ${excerpt(block.reason, INDENT)}`;
  return `block (${oneLine(block.effect)}) by ${oneLine(block.hook)}${said}`;
}

const STYLES: Readonly<Record<string, Style>> = { block: 'red', ask: 'yellow', allow: 'green', interrupted: 'yellow' };

const styleOf = ({ outcome, status }: RecordedDecision): Style => STYLES[outcome?.decision ?? status] ?? 'dim';

const durationOf = ({ durationMs }: RecordedDecision): readonly string[] =>
  durationMs === null ? [] : [`${Math.round(durationMs)} ms`];

// What became of a background run is known only later, under the same id.
const latestRuns = ({ hooks, background }: RecordedDecision): readonly HookRun[] =>
  hooks.map((run) => background.find(({ id }) => id === run.id) ?? run);

const plannedOf = ({ outcome, planned }: RecordedDecision): readonly string[] => (outcome === null ? planned : []);
