import { describe, expect, test } from 'vitest';
import type { ReportParts } from '../../../../test/support/hooks.ts';
import { aFrame, aHook, anEvent, aReport, aWorld } from '../../../../test/support/hooks.ts';
import type { Handler, Request } from '../model/index.ts';
import type { Ports, Ran } from './ports.ts';
import { runHook } from './run-dialect.ts';

const EVENT = anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });

interface Told {
  readonly requests: Request[];
}

async function run(
  dialect: string,
  handler: Handler,
  parts: ReportParts = {},
  over: Partial<Ports> = {},
): Promise<Told & { readonly ran: Ran }> {
  const told: Told = { requests: [] };
  const ports = aWorld((request) => {
    told.requests.push(request);
    return Promise.resolve(aReport(parts));
  }, over);
  const step = { hook: aHook({ dialect, handler, statusMessage: 'checking' }), background: false, why: 'x' };
  const firing = { decisionId: 'd', ports, signal: undefined, nextRunId: () => 'd-1', background: 'kept' } as const;
  const ran = await runHook(step, aFrame(dialect, EVENT), firing);
  if (!('verdict' in ran)) throw new Error('the hook was not waited for');
  return { ...told, ran };
}

const COMMAND: Handler = { kind: 'command', form: 'shell', shell: 'bash', script: 'exit 0' };

describe('a hook that is waited for', () => {
  test('is asked for as one that is waited for', async () => {
    const { requests } = await run('qoder', COMMAND);
    expect(requests).toMatchObject([{ kind: 'command', background: false }]);
  });

  test('is told of when it starts, with what it wants to be shown meanwhile', async () => {
    const starts: unknown[] = [];
    await run('qoder', COMMAND, {}, { onStart: (hook) => starts.push(hook) });
    expect(starts).toEqual([{ id: 'test:guard', name: 'guard', status: 'checking' }]);
  });

  test('is told of when it has said something, with the event as it saw it', async () => {
    const said: unknown[] = [];
    const { ran } = await run('qoder', COMMAND, { exit: 2, stderr: 'no' }, { onSaid: (each) => said.push(each) });
    expect(said).toEqual([{ decisionId: 'd', step: ran.step, saw: EVENT, verdict: ran.verdict, report: ran.report }]);
    expect(ran.verdict).toMatchObject({ decision: 'block', reason: 'no' });
  });

  test('that blocks without saying why has the words of its dialect in its debug line', async () => {
    const lines: string[] = [];
    const onDebug = (line: string): unknown => lines.push(line);
    await run('agent-hooks', COMMAND, { stdout: { decision: 'deny' } }, { onDebug });
    expect(lines.at(-1)).toBe("[HOOK DEBUG] Reason: Blocked by hook 'guard'");
  });
});
