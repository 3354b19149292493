import { createHooks, DIALECTS, type EventName, type HookRun, readHooks } from '@hookline/core/internal';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { convertHooks } from './convert-hooks.ts';
import { evidenceFor } from '../evidence/evidence.ts';

/** A project whose guard.sh is this script and hangs on one event, with a way to convert and to fire. */
function aProject(
  script: string,
  hook: { readonly from?: string; readonly event?: string; readonly timeout?: number } = {},
) {
  const { from = 'qoder', event = 'PreToolUse', timeout = 5 } = hook;
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-evidence-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, 'project');
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const hooks = { [event]: [{ hooks: [{ type: 'command', command: './guard.sh', timeout }] }] };
  if (from === 'qoder') write('project/.qoder/settings.json', JSON.stringify({ hooks }));
  else write('project/.kolega/hooks.json', JSON.stringify({ schema_version: 1, hooks }));
  write('project/guard.sh', `#!/bin/bash\n${script}\n`);
  chmodSync(join(project, 'guard.sh'), 0o755);
  write('bridge.mjs', '');
  const env = { PATH: process.env['PATH'] ?? '', HOOKLINE_STATE_DIR: join(root, 'state') };
  const places = { project, home: join(root, 'home'), env };
  const bridge = { file: join(root, 'bridge.mjs'), http: join(root, 'http.mjs'), assets: join(root, 'assets') };
  /** Each loss of the hook as `kind part: where it is seen`, those that are only possible with "possible". */
  const losses = async (to: string): Promise<readonly string[]> => {
    const request = { from, to, scope: 'project', output: null, toolNames: 'given', bridge } as const;
    const done = await convertHooks(request, places);
    return done.hooks.flatMap((each) =>
      each.losses.map(({ kind, part, seen }) => `${part ?? kind}: ${seen ?? 'possible'}`),
    );
  };
  const fire = async (fields: object = {}): Promise<void> => {
    const opened = await createHooks({ ...places, trust: 'all', warm: false });
    await opened.fire({ hook_event_name: event as EventName, session_id: 's', cwd: project, ...fields });
    await opened.close();
  };
  return { losses, fire, write, places, bridge };
}

describe('a power is lost for sure where the script says it', () => {
  test.each([
    ['a question', `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`, 'ask'],
    ['context', `jq -n '{hookSpecificOutput:{hookEventName:"PreToolUse",additionalContext:"x"}}'`, 'context'],
    ['a message', `echo '{"systemMessage":"x"}'`, 'message'],
    ['a turn that ends', `echo '{"continue": false}'`, 'effect'],
  ])('%s', async (_, script, part) => {
    const [used, unused] = [aProject(script), aProject('exit 0')];
    const of = (all: readonly string[]): readonly string[] => all.filter((text) => text.startsWith(`${part}:`));
    const targets = DIALECTS.filter(({ shape }) => shape.kind !== 'event-files')
      .filter(({ locations }) => locations.some(({ scope }) => scope === 'project'))
      .map(({ id }) => id)
      .filter((id) => id !== 'qoder');
    const found = await Promise.all(
      targets.map(async (to) => [of(await used.losses(to)), of(await unused.losses(to))] as const),
    );
    const lost = found.filter(([seen]) => seen.length > 0);
    expect(lost.length).toBeGreaterThan(0);
    for (const pair of lost) expect(pair).toEqual([[`${part}: in guard.sh`], [`${part}: possible`]]);
  });

  test('a refusal by exit code, on an event that the target cannot stop', async () => {
    const seen = await aProject('exit 2', { event: 'PreCompact' }).losses('kolega');
    const notSeen = await aProject('exit 1 # 2 is not the code', { event: 'PreCompact' }).losses('kolega');
    expect([seen[0], notSeen[0]]).toEqual(['block: in guard.sh', 'block: possible']);
  });

  test('a refusal whose exit code is put together while the script runs', async () => {
    const script = 'status=0; grep -q x && status=2; exit "$status"';
    expect((await aProject(script, { event: 'PreCompact' }).losses('kolega'))[0]).toBe('block: in guard.sh');
  });
});

test('a script of the user is read like one of the project', async () => {
  const place = aProject('exit 0');
  place.write('home/.config/kode/config.yaml', 'hooks:\n  user_prompt_submit:\n    - exec: ~/redact.py\n');
  place.write('home/redact.py', '#!/usr/bin/env python3\nprint(json.dumps({"replace_prompt": "x"}))\n');
  const request = { from: 'kode', to: 'qoder', scope: 'user', output: null, toolNames: 'given' } as const;
  const { hooks } = await convertHooks({ ...request, bridge: place.bridge }, place.places);
  expect(hooks.flatMap(({ losses }) => losses).filter(({ part }) => part === 'updatedPrompt')).toEqual([
    expect.objectContaining({ seen: 'in redact.py' }),
  ]);
});

test('what a refusal prints beside its reason is lost where the target takes no context', async () => {
  const place = aProject('exit 0');
  const hook = { name: 'g', event: 'pre_tool_use', handler: { bash: 'echo no; echo why >&2; exit 2' } };
  place.write('project/.polytoken/hooks.json', JSON.stringify([hook]));
  const request = { from: 'polytoken', to: 'kode', scope: 'project', output: null, toolNames: 'given' } as const;
  const { hooks } = await convertHooks({ ...request, bridge: place.bridge }, place.places);
  expect(hooks.flatMap(({ losses }) => losses).filter(({ part }) => part === 'context')).toEqual([
    expect.objectContaining({ kind: 'power', seen: 'in its configuration' }),
  ]);
});

describe('what the script cannot show is seen', () => {
  test('in a case', async () => {
    const place = aProject('python3 -c "$RULES"', { event: 'PreCompact' });
    place.write(
      'project/.qoder/guard.hooktest.yaml',
      'cases:\n  - name: holds on\n    example: PreCompact\n    expect: block\n',
    );
    expect((await place.losses('kolega'))[0]).toBe('block: in the case "holds on"');
  });

  test('in a recorded run', async () => {
    const place = aProject('. ./rules', { event: 'PreCompact' });
    place.write('project/rules', 'exit $((1+1))');
    await place.fire({ trigger: 'auto' });
    await place.fire({ trigger: 'auto' });
    place.write('project/rules', 'true');
    expect((await place.losses('kolega'))[0]).toBe('block: in 2 recorded runs');
  });
});

test('a field is lost for sure where the script names it; the others only possibly', async () => {
  const kolega = { from: 'kolega' } as const;
  const script = `jq -r .permission_mode >> log`;
  expect(await aProject(script, kolega).losses('kode')).toEqual(
    expect.arrayContaining(['payload: in guard.sh', 'payload: possible']),
  );
  expect(await aProject('cat >> log', kolega).losses('kode')).not.toContain('payload: in guard.sh');
});

test.each([
  ['cat "$HOME/rules"', 'environment: in guard.sh'],
  [`node -e 'process.env.TOKEN'`, 'environment: in guard.sh'],
  ['LIST=a; echo "$LIST$PWD$PATH" >&2', 'environment: possible'],
])('variables that are not inherited: %s', async (script, expected) => {
  const losses = await aProject(script, { from: 'kolega' }).losses('kode');
  expect(losses.filter((text) => text.startsWith('environment'))).toEqual([expected]);
});

test('time is lost for sure where a recorded run took longer', async () => {
  const place = aProject('exit 0', { timeout: 600 });
  expect(await place.losses('polytoken')).toContain('timeout: possible');
  const [hook] = (await readHooks('qoder', place.places)).project;
  const qoder = DIALECTS.find(({ id }) => id === 'qoder');
  if (hook === undefined || qoder === undefined) throw new Error('the hook was not read');
  const run = { id: hook.id, name: hook.name, durationMs: 28_000 } as HookRun;
  const { ofRunLongerThan } = evidenceFor(hook, qoder, [place.places.project], {
    cases: [],
    runs: [{ run, refusedWith: null }],
  });
  expect([ofRunLongerThan(27_000), ofRunLongerThan(28_000)]).toEqual(['in 1 recorded run', null]);
});
