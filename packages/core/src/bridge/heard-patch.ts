import { isAbsolute, resolve } from 'node:path';
import { foldAcross, type Folded, NOTHING_SAID } from '../engine/fold.ts';
import type { AgentTable, AnyEvent, Json, JsonObject, Message, Outcome } from '../model/index.ts';
import { isJsonObject, REFUSALS } from '../model/index.ts';
import { type PatchedFile, readPatch } from '../text/patch.ts';

/** A tool call that changes several files at once by a patch. */
export interface HeardPatch {
  /** The agent's name for the tool. */
  readonly tool: string;
  /** The same event as one about each file, with the tool that would do that; null: the patch cannot be read. */
  readonly parts: readonly AnyEvent[] | null;
}

/** The patch of a tool call; null: it has none. `given` is the event in the agent's names, `event` the neutral one. */
export function patchIn({ patchTools = {} }: AgentTable, given: AnyEvent, event: AnyEvent): HeardPatch | null {
  const { tool_name: tool, tool_input: input, cwd } = given;
  const row = typeof tool === 'string' && Object.hasOwn(patchTools, tool) ? patchTools[tool] : undefined;
  if (typeof tool !== 'string' || row === undefined) return null;
  const files = readPatch(textOf(row.field === null ? input : isJsonObject(input) ? input[row.field] : undefined));
  if (files === null) return { tool, parts: null };
  const folder = typeof cwd === 'string' && isAbsolute(cwd) ? cwd : '/';
  return { tool, parts: files.flatMap((file) => callsOf(file, folder).map((call) => ({ ...event, ...call }))) };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

interface FileCall {
  readonly tool_name: 'Write' | 'Edit';
  readonly tool_input: JsonObject;
}

/** The calls of other tools that would do the same to a file; of one that goes, no text is known. */
function callsOf({ does, path, movedTo, before, after }: PatchedFile, folder: string): readonly FileCall[] {
  const file_path = resolve(folder, path);
  if (does === 'add') return [{ tool_name: 'Write', tool_input: { file_path, content: after } }];
  const edited: FileCall = { tool_name: 'Edit', tool_input: { file_path, old_string: before, new_string: after } };
  if (movedTo === null) return [edited];
  // What the patch does not show of the file is moved with it.
  return [edited, { tool_name: 'Write', tool_input: { file_path: resolve(folder, movedTo), content: after } }];
}

/**
 * What hooks have decided about the files of a patch, as one outcome: the strictest counts, a permission only where all
 * give it, and a rewritten file is a refusal that says so, since it cannot be put into the patch.
 */
export function outcomeOfPatch(parts: readonly Outcome[], whole: Outcome | null): Outcome {
  const all = [...parts.map(withoutRewrite), ...(whole === null ? [] : [whole])];
  const folded = all.reduce<Folded>((before, each) => foldAcross(before, { ...each, messages: [] }), NOTHING_SAID);
  const isAllowed = all.every(({ decision }) => decision === 'allow');
  const isPermitted = all.every(({ extra }) => extra.permission?.['behavior'] === 'allow');
  const { permission, ...extra } = folded.extra;
  const [first] = all;
  if (first === undefined) throw new TypeError('a patch has at least one outcome');
  return {
    ...first,
    ...folded,
    ...(folded.decision === 'allow' && !isAllowed ? { decision: 'none', reason: null } : {}),
    extra: permission?.['behavior'] === 'allow' && !isPermitted ? extra : folded.extra,
    messages: once(all.flatMap(({ messages }) => messages)),
    hooks: all.flatMap(({ hooks }) => hooks),
    diagnostics: all.at(-1)?.diagnostics ?? [],
  };
}

const once = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map((message) => [`${message.hook} ${message.text}`, message])).values(),
];

function withoutRewrite(outcome: Outcome): Outcome {
  const { event, updatedInput, decision, extra } = outcome;
  const rewritten = updatedInput ?? extra.permission?.['updatedInput'] ?? null;
  if (rewritten === null || decision === 'block') return { ...outcome, updatedInput: null };
  const why = 'a hook has rewritten what the patch does to a file, and that cannot be put into the patch';
  const { permission: _replaced, ...rest } = extra;
  return {
    ...refusedPatch(
      { ...outcome, updatedInput: null, extra: rest },
      `${why}. Use this instead: ${JSON.stringify(rewritten)}`,
    ),
    event,
  };
}

/**
 * A patch that cannot be read, where hooks were to be asked about its files: refused, if the event can be. `unaskable`:
 * so many more are about some files only.
 */
export function outcomeOfUnreadPatch(outcome: Outcome, tool: string, unaskable: number): Outcome {
  const asked = outcome.hooks.filter(({ status }) => status !== 'skipped').length + unaskable;
  const isGate = REFUSALS[outcome.event] === 'deny_tool';
  if (!isGate || asked === 0 || outcome.decision === 'block') return outcome;
  const which = asked === 1 ? 'a hook was' : `${asked} hooks were`;
  return refusedPatch(
    outcome,
    `hookline cannot read which files this ${tool} changes; refused, because ${which} to be asked about each of them`,
  );
}

const refusedPatch = (outcome: Outcome, reason: string): Outcome => ({
  ...outcome,
  decision: 'block',
  reason: null,
  block: { effect: REFUSALS[outcome.event] ?? 'deny_tool', reason, hook: 'hookline' },
});
