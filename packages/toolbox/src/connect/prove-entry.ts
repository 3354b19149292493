import {
  type AgentTable,
  describeHook,
  type Hook,
  issueCanary,
  readHooks,
  runDescribed,
  stateFolder,
} from '@hookline/core/internal';
import { AGENTS_AREA, type OwnProgram } from './own-program.ts';
import { type Check, error, ok, warning } from '../prove/doctor/check.ts';
import { type AgentPlace, dialectOfAgent, type RegisteredFile } from './plan-connection.ts';

/** Looks whether some file switches the entry off here; then runs the very entry as the agent would, with an event that must be refused. */
export async function proofChecks(
  agent: AgentTable,
  { settings, entries }: RegisteredFile,
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
  { timeoutMs }: Hook,
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
