import { STRESSES, UnknownHookError } from '@hookline/toolbox';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ASLEEP, CANARIES, LAYOUTS, makeBench, SOUND } from './prove-bench.ts';
import { skipWithout } from '../support/skip-without.ts';

const CASES = { 'guard.hooktest.yaml': CANARIES };

/** A kolega project with these handlers on one event. */
const kolega = (handlers: readonly unknown[], event = 'PreToolUse', matcher = '*') => ({
  '.kolega/hooks.json': { schema_version: 1, hooks: { [event]: [{ matcher, hooks: handlers }] } },
});

const command = (line: string): unknown => ({ type: 'command', command: line });

describe('what a hook runs', () => {
  it('is shown with links, interpreter and digests', async () => {
    const bench = makeBench({ 'scripts/guard.sh': SOUND, ...kolega([command('link.sh')]), ...CASES });
    symlinkSync('scripts/guard.sh', join(bench.project, 'link.sh'));
    const relative = makeBench({ 'link.sh': SOUND, ...kolega([command('./link.sh')]), ...CASES });
    expect((await bench.one()).program?.flaw).toBe(
      'there is no program "link.sh" on PATH: install it, or give its full path',
    );
    expect((await relative.one()).program).toEqual({
      what: join(relative.project, 'link.sh'),
      cwd: relative.project,
      files: [
        { role: 'interpreter', path: '/bin/bash', realPath: realpathSync('/bin/bash'), digest: digestOf('/bin/bash') },
        {
          role: 'program',
          path: join(relative.project, 'link.sh'),
          realPath: join(relative.project, 'link.sh'),
          digest: createHash('sha256').update(SOUND).digest('hex'),
        },
      ],
      flaw: null,
    });
  });

  it('is followed through links', async () => {
    const bench = makeBench({ 'scripts/guard.sh': SOUND, ...kolega([command('./link.sh')]), ...CASES });
    symlinkSync('scripts/guard.sh', join(bench.project, 'link.sh'));
    const { program } = await bench.one();
    expect(program?.files.at(-1)).toEqual({
      role: 'program',
      path: join(bench.project, 'link.sh'),
      realPath: join(bench.project, 'scripts/guard.sh'),
      digest: createHash('sha256').update(SOUND).digest('hex'),
    });
  });

  it('is the script of an interpreter', async () => {
    skipWithout('python3');
    const script = 'import sys\nsys.exit(2 if "rm -rf" in sys.stdin.read() else 0)\n';
    const bench = makeBench({ 'guard.py': script, ...kolega([command('python3 guard.py')]), ...CASES });
    const { program, verdict, stress } = await bench.one({ stresses: ['program-missing'] });
    expect(program?.files.map(({ role }) => role)).toEqual(['interpreter', 'script']);
    expect(program?.what).toBe(join(bench.project, 'guard.py'));
    expect({ verdict, stress }).toMatchObject({
      verdict: 'enforcing',
      stress: [{ effect: 'open', fault: 'not_started', forced: true }],
    });
  });
});

describe('other handlers than commands', () => {
  const faults = { stresses: ['program-missing', 'timeout', 'slow-disk'] };

  it('python: its module is gone, or it hangs', async () => {
    skipWithout('python3');
    const module =
      'from kolega_code.hooks import HookOutcome\n' +
      'def check(event):\n    if "rm -rf" in str(event.payload):\n        return HookOutcome.deny("no")\n';
    const bench = makeBench({
      'guards.py': module,
      ...kolega([{ type: 'python', callable: 'guards:check' }]),
      ...CASES,
    });
    const { verdict, program, stress } = await bench.one(faults);
    expect(program?.files.at(-1)?.path).toBe(join(bench.project, 'guards.py'));
    expect({ verdict, stress }).toMatchObject({
      verdict: 'enforcing',
      stress: [
        { stress: 'program-missing', effect: 'open', fault: 'not_started' },
        { stress: 'timeout', effect: 'open', fault: 'timeout' },
        { effect: 'not tried', why: 'it does not apply to python hooks' },
      ],
    });
  });

  it('module: its file is gone, or it hangs', async () => {
    const module = `export const check = ({ payload }) =>
      JSON.stringify(payload).includes('rm -rf') ? { blocked: true, reason: 'no' } : {};\n`;
    const handler = { type: 'module', module: './guard.mjs#check' };
    const { verdict, stress } = await makeBench({ 'guard.mjs': module, ...kolega([handler]), ...CASES }).one(faults);
    expect({ verdict, stress }).toMatchObject({
      verdict: 'enforcing',
      stress: [{ effect: 'open', fault: 'not_started' }, { effect: 'open', fault: 'timeout' }, { effect: 'not tried' }],
    });
  });

  it('http: its server is gone, or never answers', async () => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => response.end(JSON.stringify(body.includes('rm -rf') ? { decision: 'deny' } : {})));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/guard?key=secret`;
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'http', url }] }] } };
    const { verdict, program, stress } = await makeBench({ '.qoder/settings.json': settings, ...CASES }).one(faults);
    expect(program?.what).toBe(`POST http://127.0.0.1:${(server.address() as AddressInfo).port}/guard`);
    expect({ verdict, stress }).toMatchObject({
      verdict: 'enforcing',
      stress: [{ effect: 'open', fault: 'unavailable' }, { effect: 'open', fault: 'timeout' }, { effect: 'not tried' }],
    });
  });

  it('prompt: without a model it fails open, and says so', async () => {
    const { verdict, reason, program } = await makeBench({
      ...kolega([{ type: 'prompt', prompt: 'ok?' }]),
      ...CASES,
    }).one();
    expect(program?.what).toBe('prompt, model fast');
    expect({ verdict, reason }).toMatchObject({
      verdict: 'fails open',
      reason: expect.stringMatching(
        /^it fails on "a recursive removal", which it must block, and kolega lets the action go on: unavailable, /,
      ),
    });
  });
});

describe('whose a canary is', () => {
  it('without a name: of the hooks that block it; the others are not held to it', async () => {
    const bench = makeBench({
      'guard.sh': SOUND,
      'log.sh': ASLEEP,
      ...kolega([command('./log.sh'), command('./guard.sh')]),
      ...CASES,
    });
    const proof = await bench.prove();
    expect(proof.hooks.map(({ verdict, mustBlock }) => [verdict, mustBlock])).toEqual([
      ['unproven', false],
      ['enforcing', true],
    ]);
    expect(proof.ok).toBe(true);
  });

  it('without a name and without anybody who blocks it: of all that it reaches', async () => {
    const bench = makeBench({ 'log.sh': ASLEEP, ...kolega([command('./log.sh'), command('true')]), ...CASES });
    const proof = await bench.prove();
    expect(proof.hooks.map(({ verdict }) => verdict)).toEqual(['inert', 'inert']);
    expect(proof.ok).toBe(false);
  });

  it('with a name: of that hook, even if another one blocks it', async () => {
    const bench = makeBench({
      'guard.sh': SOUND,
      'log.sh': ASLEEP,
      ...kolega([command('./log.sh'), command('./guard.sh')]),
      'guard.hooktest.yaml': `hook: ./log.sh\n${CANARIES}`,
    });
    const proof = await bench.prove();
    expect(proof.hooks.map(({ verdict }) => verdict)).toEqual(['inert', 'unproven']);
    expect(proof.ok).toBe(false);
  });

  it('of no hook, which is a problem', async () => {
    const bench = makeBench({ ...LAYOUTS['kolega']?.(SOUND), 'guard.hooktest.yaml': `hook: gone\n${CANARIES}` });
    const { ok, problems } = await bench.prove();
    expect({ ok, problems }).toEqual({
      ok: false,
      problems: [
        'guard.hooktest.yaml:3 "a recursive removal" is for the hook "gone", which is not here; see hookline list',
        'guard.hooktest.yaml:7 "a listing" is for the hook "gone", which is not here; see hookline list',
      ],
    });
  });

  it("of its case file's own system, where another has a hook of the same name", async () => {
    const files = ['kolega', 'qoder', 'kode'].flatMap((dialect) =>
      Object.entries({
        ...LAYOUTS[dialect]?.(SOUND),
        [`${dialect}.hooktest.yaml`]: `dialect: ${dialect}\nhook: guard.sh\n${CANARIES}`,
      }),
    );
    const { ok, problems, hooks } = await makeBench(Object.fromEntries(files)).prove();
    expect({ ok, problems }).toEqual({ ok: true, problems: [] });
    expect(hooks.map(({ dialect, trials }) => [dialect, [...new Set(trials.map(({ file }) => file))]])).toEqual([
      ['kolega', ['kolega.hooktest.yaml']],
      ['qoder', ['qoder.hooktest.yaml']],
      ['kode', ['kode.hooktest.yaml']],
    ]);
  });

  it('of no system that is proved: it is left out, and is no problem', async () => {
    const bench = makeBench({
      ...LAYOUTS['kolega']?.(SOUND),
      ...LAYOUTS['qoder']?.(SOUND),
      'guard.hooktest.yaml': `dialect: kolega\nhook: guard.sh\n${CANARIES}`,
    });
    const { ok, problems, hooks } = await bench.prove({ dialects: ['qoder'] });
    expect({ ok, problems, verdicts: hooks.map(({ verdict }) => verdict) }).toEqual({
      ok: true,
      problems: [],
      verdicts: ['unproven'],
    });
  });

  it('of no armed hook, which is a problem too', async () => {
    const { ok, problems } = await makeBench(CASES).prove();
    expect({ ok, problems }).toEqual({
      ok: false,
      problems: ['guard.hooktest.yaml:2 "a recursive removal" must be blocked, and reaches no hook that is armed'],
    });
  });

  it('unknown, because its file cannot be read: nothing is proved', async () => {
    const bench = makeBench({
      ...LAYOUTS['kolega']?.(SOUND),
      'guard.hooktest.yaml': CANARIES.replace('must block', 'block'),
    });
    const { ok, diagnostics } = await bench.prove();
    expect({ ok, files: diagnostics.map(({ file, line, severity }) => [file, line, severity]) }).toEqual({
      ok: false,
      files: [
        ['guard.hooktest.yaml', 5, 'error'],
        ['guard.hooktest.yaml', 2, 'error'],
      ],
    });
  });
});

describe('an inert hook', () => {
  it('is not reached by what it must block', async () => {
    const bench = makeBench({
      'guard.sh': SOUND,
      ...kolega([command('./guard.sh')], 'PreToolUse', 'Write'),
      'guard.hooktest.yaml': `hook: ./guard.sh\n${CANARIES}`,
    });
    const { verdict, reason } = await bench.one();
    expect({ verdict, reason }).toEqual({
      verdict: 'inert',
      reason: 'it does not run on "a recursive removal", which it must block: the event does not reach it',
    });
  });

  it('is not even armed', async () => {
    const bench = makeBench({
      '.agents/hooks/guard/HOOK.md': '---\nname: guard\ndescription: A guard.\ntrigger: before_tool\n---\n',
      'guard.hooktest.yaml': `hook: guard\n${CANARIES}`,
    });
    const { verdict, reason, ok, mustBlock } = await bench.one({ stresses: ['no-jq'] });
    expect({ verdict, reason, ok, mustBlock }).toEqual({
      verdict: 'inert',
      reason: expect.stringMatching(/^it never runs: /),
      ok: false,
      mustBlock: true,
    });
  });

  it('runs in the background', async () => {
    const hook = { type: 'command', command: '"$QODER_PROJECT_DIR"/guard.sh', async: true };
    const settings = { hooks: { PreToolUse: [{ hooks: [hook] }] } };
    const { verdict, reason } = await makeBench({
      'guard.sh': SOUND,
      '.qoder/settings.json': settings,
      ...CASES,
    }).one();
    expect({ verdict, reason }).toEqual({
      verdict: 'inert',
      reason:
        'it runs in the background, so that nothing waits for its answer to "a recursive removal", which it must block',
    });
  });

  it('says no where its system gives it no power', async () => {
    const canary =
      'cases:\n  - name: a notification\n    example: Notification\n    with: { message: rm -rf }\n    prove: must block\n';
    const bench = makeBench({
      'guard.sh': SOUND,
      ...kolega([command('./guard.sh')], 'Notification'),
      'guard.hooktest.yaml': canary,
    });
    const { verdict, headline, reason, ok } = await bench.one();
    expect({
      verdict,
      headline,
      ok,
      isPower: reason.startsWith('it says no to "a notification", which it must block, but no_power, '),
    }).toEqual({
      verdict: 'inert',
      headline: 'refuses nothing',
      ok: false,
      isPower: true,
    });
  });

  it('says no without effect on a ready example, which is told although no canary asks for it', async () => {
    const bench = makeBench({
      'guard.sh': '#!/bin/sh\necho "not yet" >&2\nexit 1\n',
      '.kode/config.yaml': 'hooks:\n  session_end:\n    - exec: ./guard.sh\n',
    });
    const { verdict, headline, reason, ok } = await bench.one();
    expect({ verdict, headline, reason, ok }).toEqual({
      verdict: 'inert',
      headline: 'refuses nothing',
      reason:
        'it says no to the event, but no_power, hook "guard.sh" refused, but session_end cannot be stopped: not yet; put it on an event that can be stopped (see: hookline events)',
      ok: true,
    });
  });

  it('could not block anything anyway, which is fine as long as no case expects it to', async () => {
    const bench = makeBench({ 'log.sh': ASLEEP, ...kolega([command('./log.sh')], 'SessionEnd') });
    const { verdict, reason, ok, stress } = await bench.one({ stresses: ['timeout'] });
    expect({ verdict, reason, ok, stress }).toEqual({
      verdict: 'inert',
      reason: 'it cannot block: kolega lets no hook stop SessionEnd',
      ok: true,
      stress: [],
    });
  });
});

describe('a hook without canaries', () => {
  it('is unproven, whatever it withstands', async () => {
    skipWithout('jq');
    const bench = makeBench(LAYOUTS['kolega']?.(SOUND) ?? {});
    const { verdict, reason, ok, trials } = await bench.one({ stresses: ['no-jq', 'program-missing'] });
    expect({ verdict, reason, ok, trials: trials.map(({ title, must }) => [title, must]) }).toEqual({
      verdict: 'unproven',
      reason:
        'it runs, also under 1 stress, but no canary shows that it blocks anything; give it one that it must block; kolega lets the action go on when a hook cannot run at all',
      ok: true,
      trials: [['a ready example of PreToolUse', 'nothing']],
    });
  });

  it.each([
    ['kolega', 'fails open'],
    ['polytoken', 'fails closed'],
  ])('of %s shows by its own fault that it %s', async (dialect, verdict) => {
    skipWithout('jq');
    const script = '#!/bin/bash\nset -e\ncommand -v jq >/dev/null\ncat >/dev/null\n';
    const proof = await makeBench(LAYOUTS[dialect]?.(script) ?? {}).one({ stresses: ['no-jq'] });
    expect({ verdict: proof.verdict, ok: proof.ok, fault: proof.stress[0] }).toMatchObject({
      verdict,
      ok: true,
      fault: { fault: 'exit' },
    });
  });

  it('is tried on a tool that its matcher names', async () => {
    const bench = makeBench({ 'log.sh': ASLEEP, ...kolega([command('./log.sh')], 'PreToolUse', 'mcp__mail__send.*') });
    const { verdict, trials } = await bench.one();
    expect({ verdict, status: trials.map(({ status }) => status) }).toEqual({
      verdict: 'unproven',
      status: ['passed'],
    });
  });

  it('that no example reaches is not run', async () => {
    const bench = makeBench({ 'log.sh': ASLEEP, ...kolega([command('./log.sh')], 'PreToolUse', '.*_[0-9]+') });
    const { verdict, reason, trials } = await bench.one();
    expect({ verdict, reason, trials }).toEqual({
      verdict: 'unproven',
      reason: expect.stringMatching(
        /^no ready example of PreToolUse reaches it: .*\.\*_\[0-9\]\+.*; give it one that it must block$/,
      ),
      trials: [],
    });
  });
});

it('a hook whose twin runs in its place is told so', async () => {
  const entry = { hooks: [{ type: 'command', command: 'true' }] };
  const bench = makeBench({
    '.qoder/settings.json': { hooks: { Stop: [entry] } },
    '.qoder/settings.local.json': { hooks: { Stop: [entry] } },
  });
  const { hooks } = await bench.prove();
  expect(hooks.map(({ reason }) => reason)).toEqual([
    'it runs, but no canary shows that it blocks anything; give it one that it must block',
    'no ready example of Stop reaches it: the same command runs already as qoder:project:Stop[0].hooks[0]; give it one that it must block',
  ]);
});

it('a hook that blocks what must pass does not hold', async () => {
  const bench = makeBench({ ...LAYOUTS['kolega']?.('#!/bin/bash\nexit 2\n'), ...CASES });
  const { verdict, reason, ok } = await bench.one({ stresses: ['no-jq'] });
  expect({ verdict, reason, ok }).toEqual({
    verdict: 'fails closed',
    reason: 'it blocks "a listing", which must pass',
    ok: false,
  });
});

it('a hook that blocks only because it fails is not enforcing', async () => {
  const canary = CANARIES.split('  - name: a listing')[0] ?? '';
  const layout = LAYOUTS['kode']?.('#!/bin/gone\n') ?? {};
  const { verdict, reason } = await makeBench({ ...layout, 'guard.hooktest.yaml': canary }).one();
  expect({ verdict, isFault: reason.startsWith('it blocks only because it fails: not_started, ') }).toEqual({
    verdict: 'fails closed',
    isFault: true,
  });
});

it('nothing of the project or the home is touched by any stress, apart from where hosts are on file', async () => {
  const bench = makeBench({ ...LAYOUTS['kolega']?.(SOUND), ...CASES });
  const hosts = join(bench.root, 'home/.local/state/hookline/hosts');
  mkdirSync(hosts, { recursive: true, mode: 0o700 });
  const before = stateOf(bench.root);
  const proof = await bench.prove({ stresses: STRESSES.map(({ name }) => name) });
  expect(proof.hooks[0]?.verdict).toBe('enforcing');
  const untouched = (state: readonly unknown[]) => state.filter((each) => !Array.isArray(each) || each[0] !== hosts);
  expect(untouched(stateOf(bench.root))).toEqual(untouched(before));
});

it('a hook that is not here is the mistake of the caller', async () => {
  const bench = makeBench({ ...LAYOUTS['kolega']?.(SOUND), ...CASES });
  await expect(bench.prove({ only: ['gone'] })).rejects.toThrow(UnknownHookError);
  expect((await bench.prove({ only: ['hooks/guard.sh'] })).hooks).toHaveLength(1);
});

it('a switch that turns all hooks off is a problem', async () => {
  const bench = makeBench({ ...LAYOUTS['kolega']?.(SOUND), ...CASES });
  const { ok, problems } = await bench.prove({ env: { HOOKLINE_DISABLE: '1' } });
  expect({ ok, problems }).toEqual({
    ok: false,
    problems: ['HOOKLINE_DISABLE is set: "hookline fire" runs no hook at all; unset it'],
  });
});

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Every file below a folder with its content, mode and time. */
const stateOf = (folder: string): readonly unknown[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = statSync(path);
    return [path, mode, mtimeMs, entry.isFile() ? digestOf(path) : null];
  });
