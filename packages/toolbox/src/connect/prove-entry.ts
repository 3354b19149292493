import {
  type AgentTable,
  describeHook,
  dialectOfAgent,
  type Hook,
  issueCanary,
  readHooks,
  runDescribed,
  sha256,
  stateFolder,
} from '@hookline/core/internal';
import { spawn } from 'node:child_process';
import { connectionOf } from './connections.ts';
import { AGENTS_AREA, type OwnProgram } from './own-program.ts';
import { type Check, error, ok, warning } from '../prove/doctor/check.ts';
import { type AgentPlace, type RegisteredFile } from './plan-connection.ts';

/** Looks whether some file switches the entry off here; then runs the very entry as the agent would, with an event that must be refused. */
export async function proofChecks(
  agent: AgentTable,
  { scope, settings, entries }: RegisteredFile,
  place: AgentPlace,
  own: OwnProgram,
): Promise<readonly Check[]> {
  const native = toolEvent(agent);
  const entry = entries.find(({ event }) => event === native);
  if (entry === undefined)
    return [
      warning(
        AGENTS_AREA,
        agent.id,
        `no entry for ${native ?? 'tool calls'}: hooks guard no tool call of it`,
        `run: hookline connect ${agent.id}`,
      ),
    ];
  const { proof } = agent.registration;
  if (proof !== undefined) return [await wholeFileCheck(agent, { proof, scope, settings }, place)];
  const read = await readHooks(agent.dialect, place);
  const isEntry = (hook: Hook): boolean =>
    hook.file === settings.file && hook.event === native && holds(hook, entry.word);
  const found = read.entries.find(({ hook }) => isEntry(hook));
  const hook = found?.hook;
  return [
    ...(found?.off === undefined || found.off === null
      ? []
      : [
          error(
            AGENTS_AREA,
            agent.id,
            `no hook guards tool calls in ${place.project}: ${found.off}`,
            `take the switch out; what an administrator places stays on: hookline connect ${agent.id} --scope managed`,
          ),
        ]),
    ...(hook === undefined ? [] : [await canaryCheck(agent, hook, place, own)]),
  ];
}

interface WholeFile extends Pick<RegisteredFile, 'scope' | 'settings'> {
  readonly proof: string;
}

/** A file that is ours alone is loaded as the agent loads it, but only as we have written it. */
async function wholeFileCheck(
  agent: AgentTable,
  { proof, scope, settings: { file, text } }: WholeFile,
  place: AgentPlace,
): Promise<Check> {
  const known = scope === 'managed' ? null : connectionOf({ agent: agent.id, scope, file }, place);
  if (known === null || text === null || sha256(text) !== known.after)
    return warning(
      AGENTS_AREA,
      agent.id,
      `${file} is not as hookline has written it here, and was not tried`,
      `run: hookline connect ${agent.id}${scope === 'user' ? '' : ` --scope ${scope}`}`,
    );
  const { reason, withdraw, tool_name: tool, tool_input: input } = issueCanary(stateFolder(place.env, place.home));
  try {
    const startedAt = performance.now();
    const said = await printedBy(proof, [place.project, tool, JSON.stringify(input)], { text, env: place.env });
    const sent = {
      isRefused: said.includes(reason),
      tookMs: Math.round(performance.now() - startedAt),
      seen: said.trim() === '' ? 'the call was let through' : said.trim(),
    };
    const { timeoutSeconds } = agent.events[toolEvent(agent) ?? ''] ?? { timeoutSeconds: 0 };
    return canaryResult(agent, { timeoutMs: timeoutSeconds * 1000 }, sent, '');
  } finally {
    withdraw();
  }
}

/** What a program prints. */
function printedBy(
  program: string,
  words: readonly string[],
  { text, env }: { readonly text: string; readonly env: AgentPlace['env'] },
): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, ...words], {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LONGEST_MS,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (printed += piece));
  child.stdin.on('error', () => undefined).end(text);
  return new Promise((resolve) =>
    child.on('error', ({ message }) => resolve(message)).on('close', () => resolve(printed)),
  );
}

const LONGEST_MS = 120_000;

const holds = ({ handler }: Hook, word: string): boolean => JSON.stringify(handler).includes(word);

/** The agent's name for the event before a tool call. */
const toolEvent = (agent: AgentTable): string | null =>
  Object.entries(dialectOfAgent(agent).events).find(([, { means }]) => means.includes('PreToolUse'))?.[0] ?? null;

async function canaryCheck(
  agent: AgentTable,
  hook: Hook,
  place: AgentPlace,
  { startServer }: OwnProgram,
): Promise<Check> {
  const first = await sendCanary(hook, place);
  if (first.isRefused || hook.handler.kind !== 'http') return canaryResult(agent, hook, first, '');
  // Between sessions no server runs; the first entry of a session starts it.
  await startServer();
  return canaryResult(agent, hook, await sendCanary(hook, place), ' (its server was started for that)');
}

interface SentCanary {
  readonly isRefused: boolean;
  readonly tookMs: number;
  /** What came instead of a refusal. */
  readonly seen: string;
}

async function sendCanary(hook: Hook, place: AgentPlace): Promise<SentCanary> {
  const description = describeHook(hook, place.project);
  if (description === null) throw new TypeError('an entry of a file is no function');
  const { reason, withdraw, ...canary } = issueCanary(stateFolder(place.env, place.home));
  try {
    const event = { ...canary, hook_event_name: 'PreToolUse' as const, session_id: 'canary', cwd: place.project };
    const startedAt = performance.now();
    const { decision, block, hooks } = await runDescribed(description, event, place);
    const [run] = hooks;
    return {
      // A fault that refuses is no proof: the entry itself must have said no.
      isRefused: decision === 'block' && run?.status === 'blocked' && block?.reason?.includes(reason) === true,
      tookMs: Math.round(performance.now() - startedAt),
      seen: run?.fault?.message ?? `the answer was ${decision}`,
    };
  } finally {
    withdraw();
  }
}

function canaryResult(
  { id }: AgentTable,
  { timeoutMs }: Pick<Hook, 'timeoutMs'>,
  { isRefused, tookMs, seen }: SentCanary,
  note: string,
): Check {
  return isRefused
    ? ok(AGENTS_AREA, id, `its entry refuses a canary in ${tookMs} ms, and may take ${timeoutMs / 1000} s${note}`)
    : error(
        AGENTS_AREA,
        id,
        `its entry does not refuse a canary: ${seen}`,
        `run: hookline connect ${id}; if that does not help: hookline disconnect ${id}`,
      );
}
