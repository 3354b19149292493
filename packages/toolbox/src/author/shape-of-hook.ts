import type { AnswerField, Dialect, EventName, EventRow, JsonObject, PayloadField } from '@hookline/core/internal';
import type { BlockedCommand } from './blocked-commands.ts';
import { CONTEXTS, type Guard, GUARDS } from './recipes.ts';

/** What a hook from a template does, by the powers that its event and its dialect give it. */
export type HookShape =
  /** Refuses when a word is in a field of the payload; `path` is the path of the field. */
  | { readonly does: 'guard'; readonly guard: Guard; readonly path: readonly string[] }
  | ({ readonly does: 'block-commands' } & CommandGuard)
  /** Prints an answer; `gives` is what its text is used for. */
  | {
      readonly does: 'answer';
      readonly gives: 'context' | 'message';
      readonly text: string;
      readonly answer: JsonObject;
    }
  /** Creates a folder and prints its path. */
  | { readonly does: 'worktree' }
  /** Writes a line to the record. */
  | { readonly does: 'observe' };

/** Refuses command lines that run one of the commands; `path` is the path of the command line. */
export interface CommandGuard {
  readonly commands: readonly BlockedCommand[];
  readonly path: readonly string[];
}

/** The event that a hook is written for. */
export interface HookTarget {
  readonly dialect: Dialect;
  readonly native: string;
  readonly neutral: EventName;
  readonly row: EventRow;
  readonly name: string;
}

/** A guard of commands; null where the event is not about a command that can be refused. */
export function blockShape({ row }: HookTarget, commands: readonly BlockedCommand[]): HookShape | null {
  const isAboutCalls = row.means.includes('PreToolUse') && row.block !== null;
  const path = isAboutCalls ? pathTo(row.fields, 'tool_input', 'command') : null;
  return path === null ? null : { does: 'block-commands', commands, path };
}

/** The most useful thing that a hook can do there. */
export function shapeOfHook(target: HookTarget): HookShape {
  const { row } = target;
  if (row.requires === 'worktreePath') return { does: 'worktree' };
  return (
    guardShape(target) ?? (row.waits && row.answers !== 'ignored' ? answerShape(target) : null) ?? { does: 'observe' }
  );
}

function guardShape({ row, neutral }: HookTarget): HookShape | null {
  if (row.block === null) return null;
  for (const guard of GUARDS[neutral] ?? []) {
    const path = pathTo(row.fields, guard.field, guard.below);
    if (path !== null) return { does: 'guard', guard, path };
  }
  return null;
}

/**
 * The path in a payload of a neutral field, or of a key inside it; of the whole field where it is sent as a text of
 * JSON, and of a field of its own where a payload has one for the key.
 */
function pathTo(fields: readonly PayloadField[], neutral: string, below?: string): readonly string[] | null {
  const own = fields.find((each) => 'in' in each && each.in === neutral && each.field === below);
  if (own !== undefined) return [own.name];
  const field = fields.find((each) => 'from' in each && each.from.includes(neutral));
  if (field === undefined || !('from' in field)) return null;
  if (field.as === 'json-text') return [field.name];
  if (field.as === 'assistant-message') return [field.name, 'content'];
  return below === undefined ? [field.name] : [field.name, below];
}

function answerShape(target: HookTarget): HookShape | null {
  const text = CONTEXTS[target.neutral] ?? `${target.name} saw ${target.native}.`;
  return target.dialect.answer.style === 'keys' ? byKeys(target, text) : byWord(target, text);
}

/** Whether a field counts for nothing on this one of the events that a native one stands for. */
const isWithoutEffect = ({ notWhen }: AnswerField, neutral: EventName): boolean =>
  notWhen?.field === 'hook_event_name' && notWhen.isOneOf.includes(neutral);

function byKeys({ dialect, native, neutral, row }: HookTarget, text: string): HookShape | null {
  const { fields, envelope } = dialect.answer;
  for (const gives of ['context', 'message'] as const) {
    const field = fields.find(
      (each) => each.gives === gives && (each.on?.includes(native) ?? true) && !isWithoutEffect(each, neutral),
    );
    if (field === undefined || (gives === 'context' && row.context === 'dropped')) continue;
    const [head = '', ...tail] = field.key.split('.');
    const named = envelope !== null && head === envelope.key ? { [envelope.names]: native } : {};
    const inner = tail.reduceRight<JsonObject | string>((value, key) => ({ [key]: value }), text);
    const answer = { [head]: typeof inner === 'string' ? inner : { ...named, ...inner } };
    return { does: 'answer', gives, text, answer };
  }
  return null;
}

function byWord({ row }: HookTarget, text: string): HookShape | null {
  for (const [outcome, { does, fields }] of Object.entries(row.outcomes ?? {})) {
    const key = Object.entries(fields).find(([, { gives }]) => gives === 'context')?.[0];
    if (does === 'proceed' && key !== undefined)
      return { does: 'answer', gives: 'context', text, answer: { outcome, [key]: text } };
  }
  return null;
}
