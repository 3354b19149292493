import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anEvent } from '../../../../test/support/hooks.ts';
import { describeHook } from '../load/hook-description.ts';
import { runDescribed } from './described-hook.ts';
import type { AnyEvent, Hook, HookDescription, Outcome } from '../model/index.ts';
import { readHooks } from '../hook-set/read-hooks.ts';

/** A project with these files, and a home beside it; both go away with the test. */
function aProject(files: Readonly<Record<string, unknown>>): { readonly project: string; readonly home: string } {
  const root = mkdtempSync(join(tmpdir(), 'hookline-described-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const places = { project: join(root, 'project'), home: join(root, 'home') };
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(path, 0o755);
  }
  return places;
}

const env = { PATH: process.env['PATH'] ?? '' };

/** Written down and read again, as a file would hold it. */
async function described(
  id: string,
  places: { readonly project: string; readonly home: string },
): Promise<HookDescription> {
  const { project } = await readHooks(id, { ...places, env });
  const [description] = project.map((hook: Hook) => describeHook(hook, places.project));
  if (description === undefined || description === null) throw new Error('there is no hook');
  return JSON.parse(JSON.stringify(description)) as HookDescription;
}

async function fired(id: string, files: Readonly<Record<string, unknown>>, event: AnyEvent): Promise<Outcome> {
  const places = aProject(files);
  const description = await described(id, places);
  return runDescribed(description, { ...event, cwd: places.project }, { ...places, env });
}

const bash = (command: string): AnyEvent => anEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command } });

const kolega = (matcher: string): Readonly<Record<string, unknown>> => ({
  'project/.kolega/hooks.json': {
    schema_version: 1,
    hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: './guard.sh' }] }] },
  },
  'project/guard.sh': '#!/bin/sh\necho no >&2\nexit 2\n',
});

test('a hook that was written down decides as its own system has it', async () => {
  const outcome = await fired('kolega', kolega('Bash'), bash('ls'));
  expect(outcome.block).toEqual({ effect: 'deny_tool', reason: 'no', hook: 'kolega:host:./guard.sh' });
});

test('its matcher is asked again', async () => {
  expect((await fired('kolega', kolega('Write|Ed.*'), bash('ls'))).hooks).toEqual([]);
});

test('an event that is not its own runs nothing', async () => {
  expect((await fired('kolega', kolega('Bash'), anEvent('Stop'))).hooks).toEqual([]);
});

test('both parts of a matcher over tool and input are kept', async () => {
  const files = {
    'project/.agents/hooks/guard/HOOK.md':
      '---\nname: guard\ndescription: d\ntrigger: before_tool\nmatcher:\n  tool: Bash\n  pattern: push\n---\n',
    'project/.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\necho "$HOOK_DIR" >&2\nexit 2\n',
  };
  expect((await fired('agent-hooks', files, bash('git status'))).hooks).toEqual([]);
  const { block } = await fired('agent-hooks', files, bash('git push'));
  expect(block?.reason).toMatch(/\/project\/\.agents\/hooks\/guard$/);
});

test('a rule about the tool call is kept', async () => {
  const files = {
    'project/.qoder/settings.json': {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', if: 'Bash(git *)', command: 'echo no >&2; exit 2' }] }] },
    },
  };
  expect((await fired('qoder', files, bash('ls'))).decision).toBe('none');
  expect((await fired('qoder', files, bash('ls && git push'))).decision).toBe('block');
});

test('what its file says about failures is kept, and its rule is tested as its own system does', async () => {
  const files = {
    'project/.claude/settings.json': {
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'command', if: 'Bash(git *)', command: 'exit 1', onFailure: 'block' }] }],
      },
    },
  };
  expect((await fired('claude', files, bash('ls'))).decision).toBe('none');
  expect((await fired('claude', files, bash('git push'))).decision).toBe('block');
  // A command that cannot be taken apart runs the hook; by the other rule about tool calls it would not.
  expect((await fired('claude', files, bash('( ls )'))).decision).toBe('block');
});

test('a program inside the project is found wherever the project lies', async () => {
  const description = await described('agent-hooks', aProject(folderHook));
  const other = aProject(folderHook);
  const event = { ...bash('ls'), cwd: other.project };
  const outcome = await runDescribed(description, event, { ...other, env });
  expect(outcome.block?.reason).toBe('moved');
});

const folderHook = {
  'project/.agents/hooks/guard/HOOK.md': '---\nname: guard\ndescription: d\ntrigger: before_tool\n---\n',
  'project/.agents/hooks/guard/scripts/run.sh': '#!/bin/sh\necho moved >&2\nexit 2\n',
};

test('an event or a dialect that does not exist is a mistake of the caller', async () => {
  const description = await described('kolega', aProject(kolega('Bash')));
  await expect(runDescribed({ ...description, event: 'Never' }, bash('ls'), { env })).rejects.toThrow(
    'there is no event "Never" in "kolega"',
  );
});

test('a function of a host cannot be written down', () => {
  const hook = { handler: { kind: 'function', call: () => undefined } } as unknown as Hook;
  expect(describeHook(hook, '/project')).toBeNull();
});
