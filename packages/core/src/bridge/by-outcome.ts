import type { Json, OutcomeField, OutcomeRow } from '../model/index.ts';
import type { RefusalPower } from './refusal.ts';
import { fitToHost } from './fit-to-host.ts';
import type { AnswerContent } from './answer-content.ts';
import type { AnswerTarget, AnswerPart, WrittenAnswer, Unsupported } from './answer.ts';
import { answerByExit, unsupported } from './answer.ts';

/** The answer to a host that reads an object by its outcome word. */
export function writeByOutcome(wanted: AnswerContent, target: AnswerTarget): WrittenAnswer {
  const { content, power, unsupported: lost } = fitToHost(wanted, target);
  const [word, row] = chosen(power, target);
  const values = valuesOf(content);
  const fields = Object.entries(row?.fields ?? {}).flatMap(([name, { gives, required }]) => {
    const value = values.get(gives) ?? (required ? '' : undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  const given = new Set(Object.values(row?.fields ?? {}).map(({ gives }) => gives));
  const left = [...lost, ...leftOut(content, power, given, target)];
  const { reason } = content;
  // An exit code expresses the same and is read by every version of the system.
  if (row?.does === 'stop' && reason !== null && reason !== '' && reason === reason.trim()) {
    const context = content.context.join('\n');
    if (context === '' || context !== context.trim() || !takesBothStreams(target)) return answerByExit(2, reason, left);
    const unsupportedParts = left.filter(({ part }) => part !== 'context');
    return { stdout: `${reason}\n`, stderr: `${context}\n`, exitCode: 2, unsupported: unsupportedParts };
  }
  if (word === undefined || (power === null && fields.length === 0)) return answerByExit(0, '', left);
  const object: Readonly<Record<string, Json>> = { outcome: word, ...Object.fromEntries(fields) };
  return { stdout: `${JSON.stringify(object)}\n`, stderr: '', exitCode: 0, unsupported: left };
}

/** Whether the reason of an exit is read on stdout, and what stands on stderr beside it is context. */
const takesBothStreams = ({ dialect: { answer }, row }: AnswerTarget): boolean =>
  row.block !== null && answer.exitReasons[0] === 'stdout' && answer.exitReasons.includes('stderr');

function chosen(power: RefusalPower | null, { row }: AnswerTarget): readonly [string, OutcomeRow] | readonly [] {
  const words = Object.entries(row.outcomes ?? {});
  const refusing = power?.way.by === 'word' ? power.way.word : null;
  return words.find(([word, { does }]) => (refusing === null ? does === 'proceed' : word === refusing)) ?? [];
}

/** What the fields of outcomes can hold. */
function valuesOf({ reason, context, extra, decision }: AnswerContent): ReadonlyMap<OutcomeField['gives'], string> {
  const values: readonly (readonly [OutcomeField['gives'], string | null | undefined])[] = [
    ['reason', decision === 'block' ? reason : null],
    ['context', context.length === 0 ? null : context.join('\n')],
    ['prependToPrompt', extra.prependToPrompt],
    ['appendToOutput', extra.appendToOutput],
  ];
  return new Map(values.flatMap(([gives, value]) => (value === null || value === undefined ? [] : [[gives, value]])));
}

function leftOut(
  content: AnswerContent,
  power: RefusalPower | null,
  given: ReadonlySet<OutcomeField['gives']>,
  target: AnswerTarget,
): readonly Unsupported[] {
  const wanted: readonly AnswerPart[] = [
    ...(content.decision === 'allow' || content.decision === 'ask' ? [content.decision] : []),
    ...(content.updatedInput === null || power !== null ? [] : ['updatedInput' as const]),
    ...(content.updatedPrompt === null || power !== null ? [] : ['updatedPrompt' as const]),
    ...(content.updatedToolOutput === null ? [] : ['updatedToolOutput' as const]),
    ...(content.context.length === 0 || given.has('context') ? [] : ['context' as const]),
    ...(content.messages.length === 0 ? [] : ['message' as const]),
    ...(content.quiet ? ['quiet' as const] : []),
    ...(Object.keys(content.extra) as readonly (keyof AnswerContent['extra'])[]).filter(
      (name) => !isGiven(name, given),
    ),
  ];
  return wanted.map((part) => unsupported(part, target));
}

const isGiven = (name: keyof AnswerContent['extra'], given: ReadonlySet<OutcomeField['gives']>): boolean =>
  (name === 'prependToPrompt' || name === 'appendToOutput') && given.has(name);
