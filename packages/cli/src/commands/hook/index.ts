import { AGENTS, stateFolder } from '@hookline/core/internal';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type Arguments, type Command, isGiven } from '../../call/arguments.ts';
import { type Caller, THIS_PROCESS } from '../../call/caller.ts';
import { type OptionRow, OPTIONS } from '../../call/options.ts';
import { argumentsFor } from '../../process/this-program.ts';
import { defaultSocket } from '../../resident/socket-place.ts';
import { untilHttpIsServed } from '../../resident/until-served.ts';
import { startDeadline } from './deadline.ts';
import { answerTo } from './decide.ts';
import { aboutOf, type Entry, ENTRY, entryOf, FAIL, MAY_ALLOW, timeoutMs } from './entry.ts';
import { readPayload } from './stdin.ts';

const SERVE = {
  name: 'serve',
  about: 'Also start the resident server, if there is none, and end when it takes requests by http.',
} satisfies OptionRow;

export const HOOK = {
  name: 'hook',
  about: 'Answer an event of a connected agent: its payload on stdin, its answer on stdout.',
  words: { usage: 'AGENT [EVENT]', min: 1, max: 2, completes: AGENTS.map(({ id }) => id) },
  options: [FAIL, MAY_ALLOW, SERVE, ENTRY, OPTIONS.help],
  examples: [
    {
      does: 'what an agent’s entry for an event runs',
      line: 'hookline hook claude PreToolUse',
    },
  ],
  exits: {
    0: 'the answer, if any, is on stdout',
    1: 'with --fail open: nothing could be decided',
    2: 'refused, where the agent is refused by exit status or the event is not known; the reason is on stderr',
  },
  run: hook,
  source: (): string => '-',
} satisfies Command & { readonly source: unknown };

/** Hears the event of an agent, runs its hooks, and answers in the agent's words. */
async function hook(given: Arguments, caller: Caller = THIS_PROCESS): Promise<number> {
  const entry = entryOf(given, caller.env);
  const isOwnProcess = caller.gone === null;
  const isStarting = isGiven(given, SERVE) && isOwnProcess ? startServer(caller) : null;
  const deadline = startDeadline(timeoutMs(entry, aboutOf(entry)), isOwnProcess ? performance.now() : 0);
  try {
    const answer = await answerTo(readPayload(caller), { entry, caller, deadline });
    if (typeof answer === 'number') return answer;
    if (answer.stdout !== '') caller.writeOut(answer.stdout);
    if (answer.stderr !== '') caller.writeErr(answer.stderr);
    // The agent waits for the end of this process, so that its next event does not find a server that only starts.
    if (isStarting !== null && usesHttp(entry))
      await untilHttpIsServed(stateIn(caller), () => isStarting() && !deadline.signal.aborted);
    return answer.exitCode;
  } finally {
    deadline.clear();
  }
}

/** The next event finds it. Never from within a hook, which gives null; else whether it has not ended yet. */
function startServer({ env }: Caller): (() => boolean) | null {
  if ((env['HOOKLINE_RUN'] ?? '') !== '') return null;
  const server = spawn(process.execPath, argumentsFor('serve', resolve(defaultSocket(env))), {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  });
  let hasEnded = false;
  const end = (): void => void (hasEnded = true);
  server.on('error', end).on('exit', end); // this event is answered all the same
  server.unref();
  return () => !hasEnded;
}

const usesHttp = ({ agent }: Entry): boolean => Object.values(agent.events).some(({ ways }) => ways.includes('http'));

const stateIn = ({ env }: Caller): string => stateFolder(env, env['HOME'] || homedir());
