import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../packages/cli/src/call/caller.ts';

/** Every stage between an event and its outcome: a module of the core, and the function that is made to throw. */
const STAGES: readonly (readonly [string, string])[] = [
  ['settings/settings.ts', 'settingsOf'],
  ['load/load.ts', 'loadSources'],
  ['load/merge.ts', 'mergeSources'],
  ['trust/judge-project.ts', 'projectReader'],
  ['hook-set/hook-set.ts', 'assemble'],
  ['trust/covered-content.ts', 'ownSources'],
  ['trust/hook-gate.ts', 'createProjectGate'],
  ['engine/admit.ts', 'admit'],
  ['engine/confirm.ts', 'confirm'],
  ['engine/routes.ts', 'routesOf'],
  ['engine/frame.ts', 'frameAs'],
  ['engine/plan.ts', 'plan'],
  ['engine/encode.ts', 'encode'],
  ['handlers/command.ts', 'runCommand'],
  ['handlers/process/preflight.ts', 'preflight'],
  ['handlers/process/supervise.ts', 'supervise'],
  ['engine/decode.ts', 'decode'],
  ['engine/hook-run.ts', 'hookRun'],
  ['engine/fold.ts', 'fold'],
  ['engine/fold.ts', 'foldAcross'],
  ['engine/outcome.ts', 'outcomeOf'],
  ['record/entry.ts', 'startEntry'],
  ['record/entry.ts', 'endEntry'],
];

/** A hook that lets everything pass, in a dialect that lets an action go on when a hook fails. */
const HOOKS = {
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 0' }] }] },
};

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-own-failure-'));
  for (const place of ['home/.qoder/settings.json', 'project/.qoder/settings.json']) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), JSON.stringify(HOOKS));
  }
});

afterEach(() => {
  vi.doUnmock(planted);
  vi.resetModules();
  rmSync(folder, { recursive: true, force: true });
});

let planted = '';

describe.each(STAGES)('a throw in %s, %s', (module, name) => {
  beforeEach(() => {
    planted = join(import.meta.dirname, '../../packages/core/src', module);
    vi.resetModules();
    vi.doMock(planted, async (original) => ({
      ...(await original<object>()),
      [name]: () => {
        throw new Error('planted');
      },
    }));
  });

  test('is a refusal with exit code 2 that says so', async () => {
    const { status, out, err } = await fire({});
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ decision: 'block', block: { effect: 'deny_tool' } });
    expect(err).toMatch(/planted/);
  });

  test('lets the action go on with HOOKLINE_ON_ERROR=proceed, and says so', async () => {
    const { status, out, err } = await fire({ HOOKLINE_ON_ERROR: 'proceed' });
    expect(status).not.toBe(2);
    expect(JSON.parse(out)).toMatchObject({ block: null });
    expect(`${out}${err}`).toMatch(/planted/);
  });
});

test('without a throw nothing is refused', async () => {
  expect(await fire({})).toMatchObject({ status: 0, err: '' });
});

async function fire(more: Readonly<Record<string, string>>): Promise<{ status: number; out: string; err: string }> {
  const { FIRE } = await import('../../packages/cli/src/commands/fire.ts');
  const { parseArguments } = await import('../../packages/cli/src/call/arguments.ts');
  const said = { out: '', err: '' };
  const project = join(folder, 'project');
  const env = {
    PATH: process.env['PATH'],
    HOME: join(folder, 'home'),
    HOOKLINE_STATE_DIR: join(folder, 'state'),
    ...more,
  };
  const caller: Caller = {
    env,
    folder: () => project,
    readText: () => '',
    isTerminal: () => false,
    writeOut: (text) => void (said.out += text),
    writeErr: (text) => void (said.err += text),
    gone: null,
  };
  const words = ['--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}', '--json'];
  return { status: await FIRE.run(parseArguments(FIRE, words), caller), ...said };
}
