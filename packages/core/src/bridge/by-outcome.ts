import type { Json, OutcomeField, OutcomeRow } from '../model/index.ts';
import type { Power } from './refusal.ts';
import { reword } from './reword.ts';
import type { Saying } from './decision-parts.ts';
import type { Listener, SaidPart, SpokenAnswer, Unsaid } from './answer.ts';
import { byExit, unsaid } from './answer.ts';

/** The answer to a host that reads an object by its outcome word. */
export function sayByWord(wanted: Saying, listener: Listener): SpokenAnswer {
  const { saying, power, unsaid: lost } = reword(wanted, listener);
  const [word, row] = chosen(power, listener);
  const values = valuesOf(saying);
  const fields = Object.entries(row?.fields ?? {}).flatMap(([name, { gives, required }]) => {
    const value = values.get(gives) ?? (required ? '' : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  const given = new Set(Object.values(row?.fields ?? {}).map(({ gives }) => gives));
  const left = [...lost, ...leftOut(saying, power, given, listener)];
  const { reason } = saying;
  // What an exit says as well needs no word: every reader of exits knows it.
  if (row?.does === 'stop' && reason !== null && reason !== '' && reason === reason.trim()) {
    const context = saying.context.join('\n');
    if (context === '' || context !== context.trim() || !takesBothStreams(listener)) return byExit(2, reason, left);
    const unsaidParts = left.filter(({ part }) => part !== 'context');
    return { stdout: `${reason}\n`, stderr: `${context}\n`, exitCode: 2, unsaid: unsaidParts };
  }
  if (word === undefined || (power === null && fields.length === 0)) return byExit(0, '', left);
  const object: Readonly<Record<string, Json>> = { outcome: word, ...Object.fromEntries(fields) };
  return { stdout: `${JSON.stringify(object)}\n`, stderr: '', exitCode: 0, unsaid: left };
}

/** Whether the reason of an exit is read on stdout, and what stands on stderr beside it is context. */
const takesBothStreams = ({ dialect: { answer }, row }: Listener): boolean =>
  row.block !== null && answer.exitReasons[0] === 'stdout' && answer.exitReasons.includes('stderr');

function chosen(power: Power | null, { row }: Listener): readonly [string, OutcomeRow] | readonly [] {
  const words = Object.entries(row.outcomes ?? {});
  const refusing = power?.way.by === 'word' ? power.way.word : null;
  return words.find(([word, { does }]) => (refusing === null ? does === 'proceed' : word === refusing)) ?? [];
}

/** What the fields of outcomes can hold. */
function valuesOf({ reason, context, extra, decision }: Saying): ReadonlyMap<OutcomeField['gives'], string> {
  const values: readonly (readonly [OutcomeField['gives'], string | null | undefined])[] = [
    ['reason', decision === 'block' ? reason : null],
    ['context', context.length === 0 ? null : context.join('\n')],
    ['prependToPrompt', extra.prependToPrompt],
    ['appendToOutput', extra.appendToOutput],
  ];
  return new Map(values.flatMap(([gives, value]) => (value === null || value === undefined ? [] : [[gives, value]])));
}

function leftOut(
  saying: Saying,
  power: Power | null,
  given: ReadonlySet<OutcomeField['gives']>,
  listener: Listener,
): readonly Unsaid[] {
  const wanted: readonly SaidPart[] = [
    ...(saying.decision === 'allow' || saying.decision === 'ask' ? [saying.decision] : []),
    ...(saying.updatedInput === null || power !== null ? [] : ['updatedInput' as const]),
    ...(saying.updatedPrompt === null || power !== null ? [] : ['updatedPrompt' as const]),
    ...(saying.updatedToolOutput === null ? [] : ['updatedToolOutput' as const]),
    ...(saying.context.length === 0 || given.has('context') ? [] : ['context' as const]),
    ...(saying.messages.length === 0 ? [] : ['message' as const]),
    ...(saying.quiet ? ['quiet' as const] : []),
    ...(Object.keys(saying.extra) as readonly (keyof Saying['extra'])[]).filter((name) => !isGiven(name, given)),
  ];
  return wanted.map((part) => unsaid(part, listener));
}

const isGiven = (name: keyof Saying['extra'], given: ReadonlySet<OutcomeField['gives']>): boolean =>
  (name === 'prependToPrompt' || name === 'appendToOutput') && given.has(name);
