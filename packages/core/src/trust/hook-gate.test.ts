import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProgramName } from '../../../../scripts/programs.mjs';
import { needs } from '../../../../test/support/programs.ts';
import { createHooks, type Hooks, type HooksOptions, type AnyEvent, type Outcome } from '../internal.ts';
import { maxProcesses } from '../handlers/process/limit.ts';
import { trustProject, untrustProject } from '../host/project-trust.ts';
import { readTimeline } from '../record/read-timeline.ts';

let root = '';
let project = '';
let opened: Hooks[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-gate-')));
  project = join(root, 'project');
  mkdirSync(project);
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.map((hooks) => hooks.close()));
  opened = [];
  rmSync(root, { recursive: true, force: true });
});

const place = (): HooksOptions => ({
  project,
  home: join(root, 'home'),
  env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(root, 'state') },
});

async function open(options: HooksOptions = {}): Promise<Hooks> {
  const hooks = await createHooks({ ...place(), ...options });
  opened.push(hooks);
  return hooks;
}

async function openTrusted(options: HooksOptions = {}): Promise<Hooks> {
  expect(await trustProject(place())).toMatchObject({ problem: null });
  return open(options);
}

function put(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(root, path), text);
  if (text.startsWith('#!')) chmodSync(join(root, path), 0o755);
}

const bash = (name: string, script: string, event = 'pre_tool_use'): object => ({
  name,
  event,
  handler: { bash: script },
});
const tool = (cwd = project): AnyEvent => ({
  hook_event_name: 'PreToolUse',
  session_id: 's-1',
  cwd,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});
const GUARD = '#!/bin/bash\necho no >&2\nexit 2\n';

const ran = ({ hooks }: Outcome): readonly string[] =>
  hooks.filter(({ status }) => status !== 'skipped').map(({ name }) => name);

const DEFINITIONS: Readonly<Record<string, readonly [file: string, content: unknown]>> = {
  kolega: [
    '.kolega/hooks.json',
    {
      schema_version: 1,
      hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: './hooks/guard.sh' }] }] },
    },
  ],
  'agent-hooks': [
    '.agents/hooks/guard/HOOK.md',
    '---\nname: guard\ndescription: says no\ntrigger: before_tool\n---\nNo.\n',
  ],
  qoder: [
    '.qoder/settings.json',
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './hooks/guard.sh' }] }] } },
  ],
  kode: ['.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: ["./hooks/guard.sh"]\n'],
  polytoken: ['.polytoken/hooks.json', [bash('guard', './hooks/guard.sh')]],
};

/** A guard of one dialect; the result is its script. */
function layGuard(dialect: string): string {
  const [file, content] = DEFINITIONS[dialect] ?? ['', ''];
  put(`project/${file}`, content);
  const script = dialect === 'agent-hooks' ? '.agents/hooks/guard/scripts/run.sh' : 'hooks/guard.sh';
  put(`project/${script}`, GUARD);
  return script;
}

describe.each(Object.keys(DEFINITIONS))('a trusted guard of %s', (dialect) => {
  test('does not run from the moment on at which its script has changed, loudly, until it is trusted again', async () => {
    const script = layGuard(dialect);
    const hooks = await openTrusted();
    expect((await hooks.fire(tool())).decision).toBe('block');
    appendFileSync(join(project, script), '# changed\n');
    const why = expect.stringMatching(
      new RegExp(`^hook ".*" changed since it was trusted: ${script}; run hookline trust$`),
    ) as string;
    for (const isAlone of [false, true]) {
      const outcome = await hooks.fire({ ...tool(), ...(isAlone ? { non_interactive: true } : {}) });
      expect(outcome).toMatchObject({ hooks: [{ status: 'skipped', why, dialect }], messages: [] });
      expect(outcome).toMatchObject(
        isAlone
          ? { decision: 'block', block: { effect: 'deny_tool', reason: why } }
          : { decision: 'ask', reason: why, block: null },
      );
      expect(outcome.diagnostics).toContainEqual(
        expect.objectContaining({
          severity: 'error',
          message: why,
          hint: 'see what differs with "hookline trust --show", then trust it with "hookline trust"',
        }),
      );
      expect(readTimeline(join(root, 'state/record')).at(-1)).toMatchObject({ hooks: [{ status: 'skipped', why }] });
    }
    expect(hooks.list()).toMatchObject([{ armed: false, why }]);
    expect(hooks.explain(tool()).hooks).toMatchObject([{ runs: false, why }]);
    await trustProject(place());
    expect((await hooks.fire(tool())).decision).toBe('block');
  });

  test('runs again when the trusted content returns, and not after its trust was taken back', async () => {
    const script = layGuard(dialect);
    const hooks = await openTrusted();
    put(`project/${script}`, `${GUARD}#`);
    expect((await hooks.fire(tool())).decision).toBe('ask');
    put(`project/${script}`, GUARD);
    expect((await hooks.fire(tool())).decision).toBe('block');
    await untrustProject(place());
    expect((await hooks.fire(tool())).decision).toBe('none');
  });

  test('stays in force as it was trusted when its definition is changed, and that is told', async () => {
    layGuard(dialect);
    const hooks = await openTrusted();
    const [file = ''] = DEFINITIONS[dialect] ?? [];
    const path = join(project, file);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replaceAll('guard', 'other'));
    for (const again of [hooks, await open()]) {
      const outcome = await again.fire(tool());
      expect(outcome).toMatchObject({ decision: 'block', block: { reason: 'no' } });
      expect(outcome.diagnostics).toContainEqual(
        expect.objectContaining({ message: expect.stringContaining('were trusted stay in force') as string }),
      );
    }
    writeFileSync(path, before);
    expect(await hooks.fire(tool())).toMatchObject({ decision: 'block', diagnostics: [] });
  });

  test('stays in force when its definition is removed, until the project is trusted without it', async () => {
    const script = layGuard(dialect);
    const hooks = await openTrusted();
    rmSync(join(project, DEFINITIONS[dialect]?.[0] ?? ''));
    for (const again of [hooks, await open()]) expect((await again.fire(tool())).decision).toBe('block');
    await trustProject(place());
    for (const again of [hooks, await open()]) expect((await again.fire(tool())).decision).toBe('none');
    rmSync(join(project, script));
  });

  test('is withheld when an older version comes back, unless that was kept', async () => {
    const script = layGuard(dialect);
    const hooks = await openTrusted();
    put(`project/${script}`, GUARD.replace('no', 'never'));
    await trustProject(place());
    expect((await hooks.fire(tool())).block?.reason).toBe('never');
    put(`project/${script}`, GUARD);
    expect(await hooks.fire(tool())).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining(`is an older version than the one that was trusted: ${script}`) as string,
    });
    await trustProject(place(), { also: true });
    expect((await hooks.fire(tool())).block?.reason).toBe('no');
    put(`project/${script}`, GUARD.replace('no', 'never'));
    expect((await hooks.fire(tool())).block?.reason).toBe('never');
  });

  test.each(['', '[{"name": "gua'])('stays in force when its definition is cut to %j', async (rest) => {
    layGuard(dialect);
    const hooks = await openTrusted();
    const [file = ''] = DEFINITIONS[dialect] ?? [];
    writeFileSync(join(project, file), rest);
    expect((await hooks.fire(tool())).decision).toBe('block');
    await hooks.reload();
    expect((await hooks.fire(tool())).decision).toBe('block');
  });
});

test('a guard that is still what was trusted goes on when another hook has changed, and after a reload', async () => {
  layGuard('polytoken');
  put('project/.qoder/settings.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './hooks/other.sh' }] }] },
  });
  put('project/hooks/other.sh', '#!/bin/bash\nexit 0\n');
  const hooks = await openTrusted();
  put('project/hooks/other.sh', '#!/bin/bash\ntouch ran\n');
  for (const isReloaded of [false, true]) {
    if (isReloaded) expect(await hooks.reload()).toMatchObject({ applied: true });
    const outcome = await hooks.fire(tool());
    expect(outcome).toMatchObject({ block: { reason: 'no' }, hooks: [{ status: 'skipped' }, { status: 'blocked' }] });
  }
  expect(() => readFileSync(join(project, 'ran'))).toThrow('ENOENT');
  await untrustProject(place());
  expect((await hooks.fire(tool())).decision).toBe('none');
});

describe('the stat cache', () => {
  /** Everything on disk counts as old, so that only its stamps tell. */
  const later = (): void => void vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] });

  test.each<[string, (file: string) => void]>([
    ['in its bytes', (file) => put(file, `${GUARD}#`)],
    ['in its mode', (file) => chmodSync(join(root, file), 0o700 | 0o022)],
    [
      'into a link',
      (file) => {
        put('project/elsewhere.sh', GUARD);
        rmSync(join(root, file));
        symlinkSync(join(project, 'elsewhere.sh'), join(root, file));
      },
    ],
  ])('sees a script that has changed %s', async (_, change) => {
    layGuard('kolega');
    later();
    const hooks = await openTrusted();
    expect((await hooks.fire(tool())).decision).toBe('block');
    await wait(20);
    change('project/hooks/guard.sh');
    const {
      hooks: [run],
    } = await hooks.fire(tool());
    const isSame = _ === 'in its mode';
    expect(run?.status).toBe(isSame ? 'blocked' : 'skipped');
  });

  test('sees a module that appears before the trusted one in the lookup', needs('python3'), async () => {
    put('project/.kolega/hooks.json', {
      schema_version: 1,
      hooks: { PreToolUse: [{ hooks: [{ type: 'python', callable: 'guards:check' }] }] },
    });
    put('project/guards.py', 'def check(event):\n    return {"blocked": True, "reason": "no"}\n');
    later();
    const hooks = await openTrusted();
    expect((await hooks.fire(tool())).decision).toBe('block');
    await wait(20);
    put('project/guards/__init__.py', 'def check(event):\n    return None\n');
    expect(await hooks.fire(tool())).toMatchObject({ decision: 'ask', hooks: [{ status: 'skipped' }] });
  });

  test('asks the policy of a host about a content once', async () => {
    layGuard('kolega');
    const asked: string[] = [];
    const hooks = await open({ trust: ({ digest }) => asked.push(digest) < 2 });
    for (let round = 0; round < 3; round++) expect((await hooks.fire(tool())).decision).toBe('block');
    expect(asked.length).toBe(1);
    put('project/hooks/guard.sh', `${GUARD}#`);
    for (let round = 0; round < 3; round++) expect((await hooks.fire(tool())).decision).toBe('ask');
    expect(new Set(asked).size).toBe(2);
    expect(asked.length).toBe(2);
  });
});

describe('hooks of the user', () => {
  test('that the project has switched off stay so until its trust is taken back', async () => {
    put('home/.config/polytoken/hooks.json', [bash('mine', 'echo mine; exit 2')]);
    put('project/.polytoken/hooks.json', ['!mine', bash('other', 'bash hooks/other.sh', 'stop')]);
    put('project/hooks/other.sh', 'exit 0');
    const hooks = await openTrusted();
    hooks.on({ event: 'PreToolUse', name: 'host' }, () => undefined);
    expect(ran(await hooks.fire(tool()))).toEqual(['host']);
    put('project/.polytoken/hooks.json', []);
    expect(ran(await hooks.fire(tool()))).toEqual(['host']);
    await untrustProject(place());
    expect((await hooks.fire(tool())).block?.reason).toBe('mine');
  });

  test('that are modules of the project itself are not started while it is not trusted', async () => {
    put('home/.qoder/settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'module', module: './evil.mjs' }] }] },
    });
    put('project/evil.mjs', 'export default () => ({ blocked: true, reason: "evil" });\n');
    expect((await (await open()).fire(tool())).hooks).toMatchObject([
      {
        status: 'failed',
        fault: { code: 'not_started', message: expect.stringContaining('is not trusted') as string },
      },
    ]);
    expect((await (await open({ trust: 'all' })).fire(tool())).block?.reason).toBe('evil');
  });

  test('import no module of a project that is not trusted', needs('python3'), async () => {
    put('home/.kolega-code/hooks.json', '');
    put('state-dir/hooks.json', {
      schema_version: 1,
      hooks: { PreToolUse: [{ hooks: [{ type: 'python', callable: 'evil:check' }] }] },
    });
    put(
      'project/evil.py',
      'open("imported", "w")\ndef check(event):\n    return {"blocked": True, "reason": "evil"}\n',
    );
    const env = { ...place().env, PYTHONPATH: project };
    const options = { stateDir: join(root, 'state-dir'), env };
    const hooks = await open(options);
    expect((await hooks.fire(tool())).hooks).toMatchObject([
      {
        status: 'failed',
        fault: { code: 'not_started', message: expect.stringContaining('is not trusted') as string },
      },
    ]);
    expect(() => readFileSync(join(project, 'imported'))).toThrow('ENOENT');
    layGuard('polytoken');
    await trustProject({ ...place(), ...options });
    expect((await (await open(options)).fire(tool())).block?.reason).toBe('evil');
  });
});

describe('a change between the look and the start', () => {
  const LATE = '#!/bin/bash\nsleep 0.3\n. "$(dirname "$0")/answer.sh"\n';

  test('is a fault of the hook unless it refuses: it is unknown what answered', async () => {
    put('project/.kolega/hooks.json', {
      schema_version: 1,
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './hooks/late.sh' }] }] },
    });
    put('project/hooks/late.sh', LATE);
    put('project/hooks/answer.sh', 'exit 0');
    const hooks = await openTrusted();
    for (const [answer, expected] of [
      [
        'echo "{}"',
        {
          status: 'failed',
          fault: { code: 'unavailable', message: expect.stringContaining('hooks/answer.sh') as string },
        },
      ],
      ['echo no >&2; exit 2', { status: 'blocked', notes: [expect.stringContaining('hooks/answer.sh')] }],
    ] as const) {
      put('project/hooks/answer.sh', 'exit 0');
      const firing = hooks.fire(tool());
      await wait(100);
      put('project/hooks/answer.sh', answer);
      const outcome = await firing;
      expect(outcome.hooks).toMatchObject([expected]);
      expect(outcome.decision).toBe(expected.status === 'failed' ? 'ask' : 'block');
    }
  });

  test('that takes the trust back leaves of a hook that runs its refusal alone', async () => {
    put('project/.kolega/hooks.json', {
      schema_version: 1,
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './hooks/slow.sh' }] }] },
    });
    for (const [answer, decision] of [
      ['echo "{}"', 'ask'],
      ['echo no >&2; exit 2', 'block'],
    ] as const) {
      put('project/hooks/slow.sh', `#!/bin/bash\ntouch ../started\nsleep 0.5\n${answer}\n`);
      const hooks = await openTrusted();
      const firing = hooks.fire(tool());
      await vi.waitFor(() => readFileSync(join(project, '../started')), 20_000);
      await untrustProject(place());
      const { hooks: runs, decision: decided } = await firing;
      expect(decided).toBe(decision);
      expect(JSON.stringify(runs)).toContain('was taken back');
      rmSync(join(project, '../started'));
    }
  });

  test('of one hook leaves another of the same id in another file alone', async () => {
    const scriptOf = (name: string): string =>
      `#!/bin/bash\ntouch ../${name}\nsleep 0.5\nprintf '{"context":"${name}"}'\n`;
    put('project/.cline/hooks/PreToolUse', scriptOf('new'));
    put('project/.clinerules/hooks/PreToolUse', scriptOf('old'));
    const hooks = await openTrusted();
    const firing = hooks.fire(tool());
    await vi.waitFor(() => readFileSync(join(root, 'old')), 20_000);
    put('project/other.txt', 'makes no difference');
    await trustProject(place());
    expect(await firing).toMatchObject({
      additionalContext: ['new', 'old'],
      hooks: [{ fault: null }, { fault: null }],
    });
    appendFileSync(join(project, '.clinerules/hooks/PreToolUse'), '# changed\n');
    expect((await hooks.fire(tool())).hooks).toMatchObject([
      { status: 'passed' },
      { status: 'skipped', why: expect.stringContaining('.clinerules/hooks/PreToolUse; run hookline trust') as string },
    ]);
  });

  test('is seen by a hook that has waited for a place: it is not started', async () => {
    const places = maxProcesses();
    const commands = [...Array.from({ length: places }, (_, index) => `sleep 1 # ${index}`), './hooks/guard.sh'];
    put('project/.qoder/settings.json', {
      hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
    });
    put('project/hooks/guard.sh', GUARD);
    const hooks = await openTrusted();
    const firing = hooks.fire(tool());
    await wait(300);
    put('project/hooks/new.sh', '#!/bin/bash\ntouch "$QODER_PROJECT_DIR/ran"\n');
    renameSync(join(project, 'hooks/new.sh'), join(project, 'hooks/guard.sh'));
    const outcome = await firing;
    expect(outcome.decision).toBe('ask');
    expect(outcome.hooks.at(-1)).toMatchObject({
      status: 'skipped',
      why: expect.stringContaining('changed since it was trusted: hooks/guard.sh') as string,
    });
    expect(() => readFileSync(join(project, 'ran'))).toThrow('ENOENT');
  });

  test.each(['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'])(
    'is seen in %s although the script has put the trusted one back',
    async (dialect) => {
      const script = layGuard(dialect);
      put(`project/${script}`, '#!/bin/bash\nsleep 0.4\n');
      const hooks = await openTrusted();
      const firing = hooks.fire(tool());
      await wait(150);
      put('project/other', '#!/bin/bash\nsleep 0.4\n');
      renameSync(join(project, 'other'), join(project, script));
      expect((await firing).hooks).toMatchObject([
        { fault: { code: 'unavailable', message: expect.stringContaining(`${script} was changed`) as string } },
      ]);
    },
  );

  test('keeps a hook from starting that has its turn after another one', async () => {
    put(
      'project/.kode/config.yaml',
      'hooks:\n  tool_call_pre:\n    - exec: ["./hooks/slow.sh"]\n    - exec: ["./hooks/next.sh"]\n',
    );
    put('project/hooks/slow.sh', '#!/bin/bash\nsleep 0.3\n');
    put('project/hooks/next.sh', '#!/bin/bash\ntouch "$KODE_WORK_DIR/ran"\n');
    const hooks = await openTrusted();
    const firing = hooks.fire(tool());
    await wait(100);
    appendFileSync(join(project, 'hooks/next.sh'), '#');
    expect(await firing).toMatchObject({
      decision: 'ask',
      hooks: [{ status: 'passed' }, { status: 'skipped' }],
    });
    expect(() => readFileSync(join(project, 'ran'))).toThrow('ENOENT');
  });
});

describe('a project that leads to more than can be looked through', () => {
  test.each([
    ['a folder of a hook', 'agent-hooks', '.agents/hooks/guard/scripts/data'],
    ['a pattern', 'qoder', 'hooks'],
  ])(
    'by %s runs nothing, says where, and keeps the hooks of the user waiting for no longer than a moment',
    async (_, dialect, folder) => {
      put('home/.config/polytoken/hooks.json', [bash('mine', 'echo mine; exit 2')]);
      layGuard(dialect);
      if (dialect === 'qoder')
        put('project/.qoder/settings.json', {
          hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'sh hooks/*.sh' }] }] },
        });
      const hooks = await openTrusted();
      for (let index = 0; index < 1_001; index++) put(`project/${folder}/${index}.sh`, '');
      expect(await trustProject(place())).toMatchObject({
        problem: expect.stringMatching(/more than 1000 files .*too much to be trusted/) as string,
      });
      for (const open_ of [hooks, await open()]) {
        const before = process.cpuUsage();
        const outcome = await open_.fire(tool());
        const { user, system } = process.cpuUsage(before);
        expect(outcome.block?.reason).toBe('mine');
        expect(outcome.hooks.filter(({ status }) => status !== 'skipped').map(({ name }) => name)).toEqual(['mine']);
        expect(outcome.diagnostics).toContainEqual(
          expect.objectContaining({
            severity: 'error',
            message: expect.stringContaining('more than 1000 files') as string,
          }),
        );
        expect((user + system) / 1_000_000).toBeLessThan(5);
      }
      for (let index = 0; index < 1_001; index++) rmSync(join(project, folder, `${index}.sh`));
      if (dialect === 'agent-hooks') rmSync(join(project, folder), { recursive: true });
      expect((await hooks.fire(tool())).hooks[0]).toMatchObject({ dialect, status: 'blocked' });
    },
  );
});

test('a definition that cannot be read is said to be that', async () => {
  put('project/.qoder/settings.json', '{"hooks": ');
  expect((await open()).diagnostics).toContainEqual(
    expect.objectContaining({
      message: expect.stringMatching(/may bring hooks .* do not run: (?!the project)/) as string,
    }),
  );
});

describe('a relative path in a dialect that runs hooks where the event happened', () => {
  test.each([['qoder'], ['kode']])(
    'never leads %s to a file that no trust covers: that of the project runs',
    async (dialect) => {
      layGuard(dialect);
      const hooks = await openTrusted();
      for (const folder of ['project/sub', 'outside']) {
        put(`${folder}/hooks/guard.sh`, '#!/bin/bash\ntouch "$0.ran"\n');
        expect(await hooks.fire(tool(join(root, folder)))).toMatchObject({
          decision: 'block',
          hooks: [{ status: 'blocked', fault: null }],
        });
        expect(() => readFileSync(join(root, folder, 'hooks/guard.sh.ran'))).toThrow('ENOENT');
      }
      expect((await hooks.fire(tool())).decision).toBe('block');
    },
  );

  test('does not lead to one that the project lacks: it is not started', async () => {
    layGuard('qoder');
    const hooks = await openTrusted();
    put('outside/hooks/other.sh', '#!/bin/bash\ntouch "$0.ran"\n');
    const command = 'cd . && hooks/other.sh';
    put('project/.qoder/settings.json', { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });
    await hooks.close();
    const outcome = await (await openTrusted()).fire(tool(join(root, 'outside')));
    expect(outcome.hooks).toMatchObject([
      { status: 'skipped', why: expect.stringContaining('does not cover') as string },
    ]);
    expect(() => readFileSync(join(root, 'outside/hooks/other.sh.ran'))).toThrow('ENOENT');
  });

  const OTHER_CODE: readonly (readonly [string, string, string, string, ...ProgramName[]])[] = [
    ['node hooks/guard', 'hooks/guard.js', 'process.exit(2)', 'require("fs").writeFileSync("ran", "")'],
    ['node -r ./hooks/guard -e 1', 'hooks/guard.js', 'process.exit(2)', 'require("fs").writeFileSync("ran", "")'],
    ['node .', 'index.js', 'process.exit(2)', 'require("fs").writeFileSync("ran", "")'],
    ['make -s guard', 'Makefile', 'guard:\n\t@exit 2\n', 'guard:\n\t@touch ran\n', 'make'],
    ['npm run -s guard', 'package.json', '{"scripts": {"guard": "exit 2"}}', '{"scripts": {"guard": "touch ran"}}'],
    ['python3 -c "import guard"', 'guard.py', 'raise SystemExit(2)', 'open("ran", "w")', 'python3'],
  ];
  for (const [command, file, text, other, ...programs] of OTHER_CODE)
    test(`never starts other code than what is trusted: ${command}`, needs(...programs), async () => {
      put('project/.qoder/settings.json', { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } });
      put(`project/${file}`, text);
      put(`elsewhere/${file}`, other);
      const hooks = await openTrusted();
      const { hooks: runs, diagnostics } = await hooks.fire(tool(join(root, 'elsewhere')));
      expect(runs).toMatchObject([{ status: 'skipped', why: expect.stringContaining('does not cover') as string }]);
      // Trust would not help: it covers the project, and the hook runs elsewhere.
      expect(diagnostics).toMatchObject([
        {
          message: expect.stringContaining(
            'does not cover; in its definition, say where the project is: "$QODER_PROJECT_DIR"',
          ) as string,
          hint: null,
        },
      ]);
      expect(() => readFileSync(join(root, 'elsewhere/ran'))).toThrow('ENOENT');
      expect((await hooks.fire(tool())).hooks).toMatchObject([{ fault: null }]);
    });

  test('that leads to the trusted file from anywhere runs', needs('make'), async () => {
    const commands = [
      '"$QODER_PROJECT_DIR"/hooks/guard.sh',
      'cd "$QODER_PROJECT_DIR" && hooks/guard.sh',
      'make -sC "$QODER_PROJECT_DIR" guard >&2',
      'cd "$QODER_PROJECT_DIR" && make guard >&2',
    ];
    put('project/.qoder/settings.json', {
      hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
    });
    put('project/hooks/guard.sh', GUARD);
    put('project/Makefile', 'guard:\n\texit 2\n');
    put('project/sub/Makefile', 'guard:\n\ttouch ran\n');
    put('project/sub/hooks/guard.sh', '#!/bin/bash\nexit 0\n');
    const outcome = await (await openTrusted()).fire(tool(join(project, 'sub')));
    expect(outcome.hooks.map(({ status }) => status)).toEqual(commands.map(() => 'blocked'));
  });
});

describe('a project does not decide on its own trust', () => {
  test.each([
    ['HOOKLINE_STATE_DIR', 'project/.state'],
    ['XDG_STATE_HOME', 'project/.state'],
    ['HOOKLINE_STATE_DIR', 'link'],
  ])('by %s in %s', async (variable, folder) => {
    layGuard('polytoken');
    mkdirSync(join(project, '.state'), { mode: 0o700 });
    symlinkSync(join(project, '.state'), join(root, 'link'));
    const env = { PATH: process.env['PATH'], [variable]: join(root, folder) };
    expect(await trustProject({ ...place(), env })).toMatchObject({
      problem: expect.stringContaining('is inside the project') as string,
    });
    // The very files that a trust elsewhere would be.
    const away = { ...place(), env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(root, 'away') } };
    expect(await trustProject(away)).toMatchObject({ problem: null });
    const { cpSync } = await import('node:fs');
    const inside = variable === 'HOOKLINE_STATE_DIR' ? '.state' : '.state/hookline';
    cpSync(join(root, 'away'), join(project, inside), { recursive: true });
    expect((await (await open(away)).fire(tool())).decision).toBe('block');
    const hooks = await open({ ...place(), env });
    expect(hooks.project?.trusted).toBe(false);
    expect(await hooks.fire(tool())).toMatchObject({
      decision: 'none',
      diagnostics: [
        { severity: 'error', message: expect.stringContaining('must not decide on its own trust') as string },
      ],
    });
  });
});

const EDITS = Number(process.env['HOOKLINE_EDITS'] ?? 100);

test(
  `${EDITS} of ${EDITS} random edits of definition or script are noticed at the next event`,
  { timeout: 1_200_000 },
  async () => {
    const files = ['.polytoken/hooks.json', 'hooks/guard.sh', 'hooks/lib.sh'];
    put('project/.polytoken/hooks.json', [bash('guard', './hooks/guard.sh')]);
    put('project/hooks/guard.sh', '#!/bin/bash\n. hooks/lib.sh\n');
    put('project/hooks/lib.sh', 'echo no; exit 2\n');
    const hooks = await openTrusted({ record: false });
    const originals = files.map((file) => readFileSync(join(project, file)));
    const edit = fc.tuple(fc.nat({ max: 2 }), fc.nat(), fc.integer({ min: 1, max: 255 }));
    const unnoticed: unknown[] = [];
    for (const [which, at, change] of fc.sample(edit, { numRuns: EDITS, seed: 3 })) {
      const original = originals[which] ?? Buffer.of();
      const path = join(project, files[which] ?? '');
      const edited = Buffer.from(original);
      edited[at % original.length] = (edited[at % original.length] ?? 0) ^ change;
      writeFileSync(path, edited);
      const outcome = await hooks.fire(tool());
      if (!isNoticed(outcome, which === 0))
        unnoticed.push([which, at, change, outcome.hooks.map(({ status }) => status)]);
      writeFileSync(path, original);
    }
    expect(unnoticed).toEqual([]);
    expect((await hooks.fire(tool())).block?.reason).toBe('no');
  },
);

/** A definition that cannot be used any more leaves the trusted one in force, which refuses, and that is told. */
const isNoticed = ({ hooks, block, diagnostics }: Outcome, isDefinition: boolean): boolean =>
  hooks.every(({ status }) => status === 'skipped') ||
  (isDefinition && block?.reason === 'no' && diagnostics.some(({ message }) => message.includes('stay in force')));
