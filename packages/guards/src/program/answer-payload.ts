import {
  writeAnswer,
  type Dialect,
  parsePayload,
  type HostAnswer,
  isJsonObject,
  type JsonObject,
  type AnyEvent,
  powersOf,
  type WrittenAnswer,
  type Verdict,
} from '@hookline/core/internal';
import type { Guard, OptionValues } from '../guard/guard.ts';
import type { World } from '../guard/world.ts';
import { realWorld } from './real-world.ts';

/** The output and exit code of a hook. */
export type Printed = Pick<WrittenAnswer, 'stdout' | 'stderr' | 'exitCode'>;

/** A guard with its settings, and the system of its host. */
export interface Post {
  readonly guard: Guard;
  readonly options: OptionValues;
  readonly dialect: Dialect;
  /** The event that it is installed for, by the system's name. */
  readonly native: string;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly cwd: string;
}

/**
 * Parses the system's payload, lets the guard decide, and writes the answer in the system's format. A failure of a
 * guard that refuses is a refusal.
 */
export async function answerPayload(text: string, post: Post): Promise<Printed> {
  let native = Object.hasOwn(post.dialect.events, post.native) ? post.native : null;
  try {
    const payload: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (!isJsonObject(payload)) throw new Error('the event is not a JSON object');
    const heard = parsePayload(post.dialect, payload, {
      env: post.env,
      cwd: post.cwd,
      toolNames: 'native',
      event: post.native,
    });
    if (!heard.ok) throw new Error(heard.why);
    native = heard.native;
    if (!listensTo(post.guard, heard.event)) return SILENT;
    const world = realWorld(
      { project: heard.project ?? post.cwd, home: post.home, can: powers(post.dialect, native) },
      post.env,
    );
    const answer = await inTime(post, post.guard.judge(withOwnInput(heard.event, payload, post), post.options, world));
    return writeAnswer(post.dialect, native, verdictOf(answer), heard.event);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error), native, post);
  }
}

const SILENT: Printed = { stdout: '', stderr: '', exitCode: 0 };

const listensTo = ({ listens }: Guard, { hook_event_name, tool_name }: AnyEvent): boolean =>
  listens.some(
    ({ event, tools }) =>
      event === hook_event_name && (tools === null || (typeof tool_name === 'string' && tools.includes(tool_name))),
  );

function powers(dialect: Dialect, native: string): World['can'] {
  const parts = new Set(powersOf(dialect, native).map(({ part }) => part));
  return {
    block: parts.has('block'),
    ask: parts.has('ask'),
    rewriteInput: parts.has('updatedInput'),
    rewritePrompt: parts.has('updatedPrompt'),
    tellModel: parts.has('context'),
  };
}

/** A rewritten input is returned to the system, so it must have that system's own fields. */
function withOwnInput(event: AnyEvent, payload: JsonObject, { guard, dialect, native, env, cwd }: Post): AnyEvent {
  if (!guard.rewrites) return event;
  const given = parsePayload(dialect, payload, { env, cwd, toolNames: 'given', event: native });
  return given.ok && given.event['tool_input'] !== undefined
    ? { ...event, tool_input: given.event['tool_input'] }
    : event;
}

function inTime(post: Post, answer: Promise<HostAnswer>): Promise<HostAnswer> {
  const seconds = post.guard.seconds(post.options);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it took longer than ${seconds} s`)), seconds * 1000 + 2000);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const verdictOf = ({
  decision,
  reason,
  additionalContext,
  systemMessage,
  updatedInput,
  updatedPrompt,
}: HostAnswer): Verdict => ({
  ...(decision === undefined || decision === 'none' ? {} : { decision }),
  ...(reason === undefined ? {} : { reason }),
  ...(updatedInput === undefined ? {} : { updatedInput }),
  ...(updatedPrompt === undefined ? {} : { updatedPrompt }),
  ...(additionalContext === undefined ? {} : { context: [additionalContext].flat() }),
  ...(systemMessage === undefined ? {} : { messages: [{ level: 'info', text: systemMessage, hook: '' }] }),
});

/** The system's own format is used where it has one; else exit code 2 is a refusal in every system. */
function failed(why: string, native: string | null, { guard, dialect }: Post): Printed {
  const reason = `${guard.name}: the guard itself failed: ${why}`;
  if (guard.onFailure === 'let-pass') return { ...SILENT, stderr: `${reason}\n` };
  if (native === null) return { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
  return writeAnswer(dialect, native, { decision: 'block', reason });
}
