import { AGENTS, type AgentTable, DIALECTS } from '@hookline/core/internal';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { THIS_PROCESS } from '../../call/caller.ts';
import { denial, toolCall } from '../../testing/payloads.ts';
import { eventually } from '../../testing/place.ts';
import { startDeadline } from './deadline.ts';
import { answerTo, type EntryCall } from './decide.ts';
import { timeoutMs } from './entry.ts';

const [AGENT] = AGENTS as readonly [AgentTable];

/** An entry of an agent that waits for a few seconds, in a home with one hook. */
function callWith(command: string): EntryCall & { readonly home: string } {
  const home = mkdtempSync(join(tmpdir(), 'hookline-deadline-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, '.qoder'));
  writeFileSync(
    join(home, '.qoder/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
  );
  const dialect = DIALECTS.find(({ id }) => id === AGENT.dialect);
  if (dialect === undefined) throw new Error('no dialect');
  const row = AGENT.events['PreToolUse'];
  const agent = { ...AGENT, events: { ...AGENT.events, PreToolUse: { ...row, timeoutSeconds: 2.5 } } } as AgentTable;
  const entry = { agent, dialect, event: 'PreToolUse', word: '', failsOpen: false, mayAllow: false };
  const gone = new AbortController();
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  const caller = { ...THIS_PROCESS, env, folder: () => home, gone: gone.signal };
  const deadline = startDeadline(timeoutMs(entry, { native: 'PreToolUse', name: 'PreToolUse' }), 0);
  onTestFinished(() => deadline.clear());
  return { entry, caller, deadline, home };
}

const said = async (payload: Promise<string>, call: EntryCall): Promise<unknown> => {
  const answer = await answerTo(payload, call);
  return typeof answer === 'number' ? answer : JSON.parse(answer.stdout);
};

it('a hook that takes longer than the agent waits is ended, and the event refused', async () => {
  const call = callWith('echo $$ >pid.txt; sleep 60');
  const input = toolCall().replace('"cwd":"/"', `"cwd":"${call.home}"`);
  expect(await said(Promise.resolve(input), call)).toEqual(
    denial(expect.stringMatching(/no decision within 2 s, and the agent waits for 2\.5 s; refused/)),
  );
  const pid = Number(readFileSync(join(call.home, 'pid.txt'), 'utf8'));
  await eventually(() => {
    try {
      process.kill(pid, 0);
      return null;
    } catch {
      return true;
    }
  });
});

it('a payload that never ends is refused', async () => {
  const call = callWith('exit 0');
  expect(await said(new Promise<string>(() => undefined), call)).toEqual(
    denial(expect.stringMatching(/no decision within 2 s/)),
  );
});

it('the time that was spent before counts', async () => {
  const deadline = startDeadline(10_000, 9_000);
  await expect(deadline.within(new Promise(() => undefined))).rejects.toThrow('no decision within 8 s');
});
