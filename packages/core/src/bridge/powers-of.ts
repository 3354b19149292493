import type { Dialect, Effect, EventRow, FieldMeaning, Verdict } from '../model/index.ts';
import { powersToRefuse } from './refusal.ts';
import type { AnswerPart } from './answer.ts';
import { isAnswerUnread } from './answer.ts';

/** One part of an answer that counts on an event, with an example. */
export interface HookPower {
  readonly part: AnswerPart;
  readonly example: Verdict;
}

/**
 * All parts of an answer that count on an event; empty where the host reads none. Throws on an event that the dialect
 * does not have.
 */
export function powersOf(dialect: Dialect, native: string): readonly HookPower[] {
  const row = Object.hasOwn(dialect.events, native) ? dialect.events[native] : undefined;
  if (row === undefined) throw new TypeError(`${dialect.id} has no event "${native}"`);
  if (isAnswerUnread({ dialect, row })) return [];
  if (row.text === 'worktree-path-from-cwd')
    return [...refusals(dialect, row), { part: 'worktreePath', example: EXAMPLES.worktreePath }];
  return [...refusals(dialect, row), ...permissions(dialect, native, row), ...fields(dialect, native, row)];
}

const refusals = (dialect: Dialect, row: EventRow): readonly HookPower[] =>
  powersToRefuse(dialect, row).flatMap(({ effect, isSilent }) => {
    const example = refusalOf(effect);
    const silent: HookPower = { part: 'reason', example: { ...example, reason: null } };
    return [{ part: 'block', example }, ...(isSilent ? [silent] : [])];
  });

const permissions = ({ answer }: Dialect, native: string, { block }: EventRow): readonly HookPower[] =>
  (['ask', 'allow'] as const).flatMap((decision) => {
    const isKnown = answer.decisions.some(
      ({ words, on, askOn }) =>
        Object.values(words).includes(decision) &&
        (on?.includes(native) ?? true) &&
        (decision === 'allow' || (askOn?.includes(native) ?? true)),
    );
    return isKnown && block !== null ? [{ part: decision, example: { decision, reason: 'because' } }] : [];
  });

function fields({ answer }: Dialect, native: string, row: EventRow): readonly HookPower[] {
  const keyed = answer.fields
    .filter(({ on, onlyForMcp }) => (on?.includes(native) ?? true) && onlyForMcp !== true)
    .map(({ gives }) => gives);
  const worded = Object.values(row.outcomes ?? {}).flatMap((outcome) =>
    Object.values(outcome.fields).flatMap(({ gives }) => (gives === 'reason' || gives === 'record' ? [] : [gives])),
  );
  const noted = row.annotation !== undefined && row.block === null ? (['appendToOutput'] as const) : [];
  const meanings = new Set<FieldMeaning>([...keyed, ...worded, ...noted]);
  if (row.context === 'dropped' || row.context === 'keeps-working') meanings.delete('context');
  return [...meanings].flatMap((part) => {
    if (part === 'log' || part === 'checked' || part === 'nextInput') return [];
    const example = part === 'appendToOutput' ? noteOf(row) : EXAMPLES[part];
    const needsBlock = row.block !== null && countsOnlyBesideBlock(answer, native, part);
    return [{ part, example: needsBlock ? { ...refusalOf(row.block), ...example } : example }];
  });
}

const countsOnlyBesideBlock = ({ fields }: Dialect['answer'], native: string, part: FieldMeaning): boolean =>
  fields
    .filter(({ gives, on }) => gives === part && (on?.includes(native) ?? true))
    .some(({ onlyBesideBlock }) => onlyBesideBlock === true);

const refusalOf = (effect: Effect): Verdict => ({ decision: 'block', effect, reason: 'because' });

/** An appended text must have the form that the row gives it. */
const noteOf = ({ annotation = '{reason}' }: EventRow): Verdict => ({
  extra: { appendToOutput: annotation.replaceAll('{reason}', 'because') },
});

const EXAMPLES: Readonly<Record<Exclude<FieldMeaning, 'log' | 'checked' | 'nextInput' | 'appendToOutput'>, Verdict>> = {
  updatedInput: { updatedInput: { example: true } },
  updatedToolOutput: { updatedToolOutput: 'an output' },
  updatedPrompt: { updatedPrompt: 'a prompt' },
  context: { context: ['a context'] },
  message: { messages: [{ level: 'info', text: 'a message', hook: '' }] },
  quiet: { quiet: true },
  sessionTitle: { extra: { sessionTitle: 'a title' } },
  worktreePath: { extra: { worktreePath: '/a/tree' } },
  watchPaths: { extra: { watchPaths: ['/a/file'] } },
  retry: { extra: { retry: true } },
  clearContext: { extra: { clearContext: true } },
  action: { extra: { action: 'accept' } },
  content: { extra: { action: 'accept', content: { example: true } } },
  permission: { extra: { permission: { behavior: 'allow' } } },
  prependToPrompt: { extra: { prependToPrompt: 'a text' } },
  defer: { extra: { defer: true } },
  displayContent: { extra: { displayContent: 'a text' } },
  initialUserMessage: { extra: { initialUserMessage: 'a prompt' } },
  reloadSkills: { extra: { reloadSkills: true } },
  suppressOriginalPrompt: { extra: { suppressOriginalPrompt: true } },
  terminalSequence: { extra: { terminalSequence: '\u0007' } },
  classifierContext: { extra: { classifierContext: 'a text' } },
  artifacts: { extra: { artifacts: ['a file'] } },
  llmRequest: { extra: { llmRequest: { model: 'another' } } },
  llmResponse: { extra: { llmResponse: { candidates: [{ content: { role: 'model', parts: ['a text'] } }] } } },
  toolConfig: { extra: { toolConfig: { mode: 'NONE', allowedFunctionNames: [] } } },
  modifiedResponse: { extra: { modifiedResponse: 'an answer' } },
  tailToolCallRequest: { extra: { tailToolCallRequest: { name: 'a tool', args: {} } } },
};
