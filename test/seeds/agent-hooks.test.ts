import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Effect, EventName, Json, Outcome } from '@hookline/core';
import { excerptsOf } from './excerpts.ts';
import type { Sandbox } from './sandbox.ts';
import { keepsInput, prints, refuses, sandbox } from './sandbox.ts';

const seed = excerptsOf('agent-hooks/source.txt');
const { says } = seed;

const TREE = seed.fencedAfter('### Directory Structure');
const QUICK_HOOK = seed.fencedAfter('### HOOK.md Example');
const QUICK_SCRIPT = seed.fencedAfter('### Script Example (scripts/run.sh)');
const MATCHER = seed.fencedAfter('### Matcher\n');
const SYNC = seed.fencedAfter('#### Synchronous Mode (Default)');
const ASYNC = seed.fencedAfter('#### Asynchronous Mode');
const INPUT = seed.fencedAfter('### Input\n');
const STDOUT = seed.fencedAfter('### stdout (Control and Communication)');
const STDERR = seed.fencedAfter('### stderr (Errors and Feedback)');
const DANGEROUS_HOOK = seed.fencedAfter('### Dangerous Command Blocking');
const DANGEROUS_SCRIPT = seed.fencedAfter('### Dangerous Command Blocking', 2);
const FORMAT_HOOK = seed.fencedAfter('### Auto Code Formatting (Async)');
const FORMAT_SCRIPT = seed.fencedAfter('### Auto Code Formatting (Async)', 2);
const PYTHON_SCRIPT = seed.fencedAfter('### Python Hook Script');
const GATE_HOOK = seed.fencedAfter('### Quality Gate Hook (before_stop)');
const GATE_SCRIPT = seed.fencedAfter('### Quality Gate Hook (before_stop)', 2);
const GATE_FEEDBACK = seed.fencedAfter('### Quality Gate Hook (before_stop)', 3).trim();
const PRIORITIES = seed.fencedAfter('### Priority\n');
const DEBUG_COMMAND = seed.fencedAfter('## Debugging');
const DEBUG_LINES = seed.fencedAfter('## Debugging', 2).trim().split('\n');
const TIMEOUTS = seed.fencedAfter('### 2. Set Reasonable Timeouts');
const FORCE_BLOCK = seed.fencedAfter('### 3. Use Exit Code 2 for Force Block');
const FAIL_OPEN = seed.fencedAfter('### 4. Fail Open Principle');
const COPY = seed.fencedAfter('Copy hooks to user or project-level hooks directories:');
const SUBMODULE = seed.fencedAfter('Add as git submodule to your project:');

const USER = 'home/.config/agents/hooks';
const PROJECT = 'project/.agents/hooks';

/** The `description` that three fragments of the seed leave out: it is required. */
const completed = (fragment: string): string => fragment.replace('trigger:', 'description: An excerpt.\ntrigger:');

/** Front matter by hand, for what the seed says without a HOOK.md. */
const frontMatter = (name: string, ...lines: readonly string[]): string =>
  ['---', `name: ${name}`, 'description: A test.', ...lines, '---', ''].join('\n');

const shell = (command: string): Record<string, Json> => ({ tool_name: 'Shell', tool_input: { command } });
const names = ({ hooks }: Outcome): readonly string[] => hooks.map(({ name }) => name);

/** Lays out one hook folder as the seed's tree shows it; a script in Python is `run.py`. */
function install(box: Sandbox, folder: string, hook: string, script: string): void {
  box.write(`${folder}/HOOK.md`, hook);
  box.write(`${folder}/scripts/${script.startsWith('#!/usr/bin/env python3') ? 'run.py' : 'run.sh'}`, script);
}

describe('quick start', () => {
  test(
    says(
      'each hook is an independent folder containing configuration and scripts that the agent can automatically discover',
    ),
    async () => {
      // The tree's own names: a folder line ends with "/", what is drawn below it belongs to it.
      const folders = [...TREE.matchAll(/^└── (\S+)\/$/gm)].map(([, name]) => name);
      expect(folders).toEqual(['security-check', 'project-specific']);
      expect(TREE).toContain('~/.config/agents/hooks/');
      expect(TREE).toContain('./my-project/.agents/hooks/');
      const box = sandbox('agent-hooks');
      install(box, `${USER}/${folders[0]}`, QUICK_HOOK, QUICK_SCRIPT);
      install(box, `${PROJECT}/${folders[1]}`, frontMatter('project-specific', 'trigger: before_tool'), QUICK_SCRIPT);
      const hooks = await box.open();
      expect(hooks.diagnostics).toEqual([]);
      expect(hooks.list().map(({ scope, name, armed }) => [scope, name, armed])).toEqual([
        ['user', 'block-dangerous-commands', true],
        ['project', 'project-specific', true],
      ]);
    },
  );

  test(says('This hook prevents execution of dangerous system commands.'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${USER}/security-check`, QUICK_HOOK, QUICK_SCRIPT);
    for (const command of ['rm -rf /', 'sudo mkfs /dev/sda1', 'dd if=/dev/zero of=/dev/sda']) {
      expect(await box.fire('PreToolUse', shell(command))).toMatchObject({
        decision: 'block',
        block: { effect: 'deny_tool', reason: `Dangerous command blocked: ${command}` },
        hooks: [{ name: 'block-dangerous-commands', status: 'blocked', exitCode: 2, fault: null }],
      });
    }
    expect(await box.fire('PreToolUse', shell('ls -la'))).toMatchObject({ decision: 'none', hooks: [] });
    const elsewhere = { tool_name: 'WriteFile', tool_input: { content: 'rm -rf /' } };
    expect(await box.fire('PreToolUse', elsewhere)).toMatchObject({ decision: 'none', hooks: [] });
  });
});

describe('configuration', () => {
  test(
    says('Hooks are loaded in the following order (later loaded hooks override earlier ones with the same name):'),
    async () => {
      const box = sandbox('agent-hooks');
      install(box, `${USER}/security-check`, QUICK_HOOK, QUICK_SCRIPT);
      install(box, `${PROJECT}/milder`, QUICK_HOOK, '#!/bin/sh\nexit 0\n');
      const hooks = await box.open();
      expect(hooks.list().map(({ scope, name }) => [scope, name])).toEqual([['project', 'block-dangerous-commands']]);
      expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'none' });
      await box.open({ project: join(box.root, 'elsewhere') });
      expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'block' });
    },
  );

  test(says('Used to filter hook trigger conditions, only applicable to tool-related events:'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${PROJECT}/matched`, completed(MATCHER), refuses('matched'));
    expect((await box.open()).diagnostics).toEqual([]);
    for (const command of ['rm -rf /', 'mkfs.ext4 /dev/sdb', 'cat x >:/dev/sda']) {
      expect(await box.fire('PreToolUse', shell(command))).toMatchObject({ block: { reason: 'matched' } });
    }
    expect((await box.fire('PreToolUse', shell('cat x > /dev/sda'))).hooks).toEqual([]);
    expect((await box.fire('PreToolUse', { ...shell('rm -rf /'), tool_name: 'ReadFile' })).hooks).toEqual([]);
  });

  const fields = seed.tableBelow('| Field | Type | Required | Default | Description |');

  for (const [code = '', type = '', required = '', preset = '', about = ''] of fields) {
    test(says(`| ${code} | ${type} | ${required} | ${preset} | ${about} |`), async () => {
      const box = sandbox('agent-hooks');
      const key = code.replaceAll('`', '');
      const whole: Record<string, string> = { name: 'gate', description: 'A gate.', trigger: 'before_tool' };
      const { [key]: _, ...rest } = whole;
      const lines = Object.entries(rest).map(([name, value]) => `${name}: ${value}`);
      install(box, `${PROJECT}/gate`, ['---', ...lines, '---', ''].join('\n'), '#!/bin/sh\n');
      const hooks = await box.open();
      if (required === 'Yes') {
        expect(hooks.list()).toEqual([]);
        expect(hooks.diagnostics).toMatchObject([{ severity: 'error', message: expect.stringContaining(key) }]);
      } else {
        expect(hooks.diagnostics).toEqual([]);
        expect(hooks.list()).toMatchObject([{ name: 'gate', armed: true }]);
      }
    });
  }
});

describe('execution modes', () => {
  test(says('Waits for hook to complete before continuing'), async () => {
    const box = sandbox('agent-hooks');
    install(
      box,
      `${PROJECT}/gate`,
      completed(SYNC),
      '#!/bin/sh\nsleep 0.3\necho done > done.log\necho no >&2\nexit 2\n',
    );
    expect(await box.fire('PreToolUse', shell('ls'))).toMatchObject({ block: { effect: 'deny_tool', reason: 'no' } });
    expect(box.has('project/done.log')).toBe(true);
  });

  test(says('Can modify input parameters'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${PROJECT}/gate`, completed(SYNC), prints('{"modified_input": {"command": "ls"}}'));
    expect(await box.fire('PreToolUse', shell('rm x'))).toMatchObject({ updatedInput: { command: 'ls' } });
  });

  test(says('Returns immediately without waiting for hook completion'), async () => {
    const box = sandbox('agent-hooks');
    const waits = '#!/bin/sh\nuntil [ -e go ]; do sleep 0.05; done\necho done > done.log\nexit 2\n';
    install(box, `${PROJECT}/format`, completed(ASYNC), waits);
    const hooks = await box.open();
    expect(await box.fire('PostToolUse', shell('ls'))).toMatchObject({
      decision: 'none',
      block: null,
      hooks: [{ name: 'auto-format', status: 'background' }],
    });
    expect(box.has('project/done.log')).toBe(false);
    box.write('project/go', '');
    await hooks.close();
    expect(box.has('project/done.log')).toBe(true);
  });

  const asyncNotes = [
    'Async hooks cannot modify input parameters',
    "Async hooks' `decision: deny` will be ignored",
    "Async hooks' stdout/stderr are used only for logging",
  ] as const;
  for (const note of asyncNotes) {
    test(says(note), async () => {
      const box = sandbox('agent-hooks');
      const answer = '{"decision": "deny", "modified_input": {"command": "ls"}, "additional_context": "heard"}';
      const hook = completed(ASYNC).replace('after_tool', 'before_tool');
      install(box, `${PROJECT}/format`, hook, prints(answer));
      expect(await box.fire('PreToolUse', shell('rm x'), { wait: true })).toMatchObject({
        decision: 'none',
        block: null,
        updatedInput: null,
        additionalContext: [],
        hooks: [{ status: 'background', stdout: `${answer}\n` }],
      });
    });
  }
});

describe('event types and blocking capability', () => {
  const rows = seed.tableBelow('| Event Type | Trigger Timing | Blockable | Recommended Mode |');
  const events: Readonly<Record<string, readonly [EventName, Effect]>> = {
    session_start: ['SessionStart', 'abort_session'],
    session_end: ['SessionEnd', 'keep_session'],
    before_agent: ['TurnStart', 'reject_prompt'],
    after_agent: ['TurnEnd', 'keep_working'],
    before_tool: ['PreToolUse', 'deny_tool'],
    after_tool: ['PostToolUse', 'withhold_output'],
    after_tool_failure: ['PostToolUseFailure', 'withhold_output'],
    subagent_start: ['SubagentStart', 'refuse_subagent'],
    subagent_stop: ['SubagentStop', 'keep_working'],
    pre_compact: ['PreCompact', 'cancel_compaction'],
    before_stop: ['Stop', 'keep_working'],
  };

  for (const [code = '', timing = '', blockable = '', mode = ''] of rows) {
    test(says(`| ${code} | ${timing} | ${blockable} | ${mode} |`), async () => {
      const box = sandbox('agent-hooks');
      const native = code.replaceAll('`', '');
      const [event, effect] = events[native] ?? ['Notification', 'decline'];
      expect(blockable).toMatch(/^✅/);
      install(box, `${PROJECT}/gate`, frontMatter('gate', `trigger: ${native}`), refuses('stop here'));
      expect(await box.fire(event, shell('ls'))).toMatchObject({ block: { effect, reason: 'stop here' } });
      const others = Object.values(events).filter(([name]) => name !== event);
      for (const [name] of others) expect(names(await box.fire(name, shell('ls')))).toEqual([]);
    });
  }
});

describe('command protocol', () => {
  test(says('Scripts receive JSON event information via **stdin**:'), async () => {
    const box = sandbox('agent-hooks');
    const example = JSON.parse(INPUT) as Record<string, Json>;
    const { event_type, timestamp, session_id, tool_name, tool_input } = example;
    install(box, `${PROJECT}/keep`, frontMatter('keep', `trigger: ${event_type as string}`), keepsInput('event.json'));
    await box.fire('PreToolUse', { timestamp, session_id, tool_name, tool_input } as Record<string, Json>);
    // The work_dir of the example exists on its author's machine only; the id of the call is there when it is known.
    expect(box.json('project/event.json')).toEqual({ ...example, work_dir: box.project, tool_use_id: null });
    expect(box.read('project/event.json')).toContain('"command": "ls -la"');
  });

  test(says('Parse stdout JSON as result, operation continues'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${PROJECT}/allow`, frontMatter('allow', 'trigger: before_tool'), `#!/bin/bash\n${STDOUT}`);
    const outcome = await box.fire('PreToolUse', shell('ls'));
    expect(outcome).toMatchObject({ decision: 'none', block: null, hooks: [{ status: 'passed', fault: null }] });
    expect(outcome.hooks[0]?.notes.join('\n')).toContain('Command validated');
  });

  test(says('Exit Code `2` (Block): stderr content shown to user as block reason'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${PROJECT}/block`, frontMatter('block', 'trigger: before_tool'), `#!/bin/bash\n${STDERR}`);
    expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({
      block: { effect: 'deny_tool', reason: 'Dangerous command blocked: rm -rf / would destroy the system' },
    });
  });

  test(says('Other non-zero exit codes: stderr used only for debugging/logging'), async () => {
    const box = sandbox('agent-hooks');
    const script = `#!/bin/bash\n${STDERR.replace('exit 2', 'exit 1')}`;
    install(box, `${PROJECT}/block`, frontMatter('block', 'trigger: before_tool'), script);
    expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({
      decision: 'none',
      block: null,
      hooks: [{ status: 'failed', exitCode: 1, stderr: expect.stringContaining('would destroy') }],
    });
  });

  test(says('**Trigger Condition:** Only effective when Exit Code is `0` (success).'), async () => {
    const box = sandbox('agent-hooks');
    const deny = `#!/bin/bash\n${STDOUT.replace('allow', 'deny').replace('exit 0', 'exit 1')}`;
    install(box, `${PROJECT}/deny`, frontMatter('deny', 'trigger: before_tool'), deny);
    expect(await box.fire('PreToolUse', shell('ls'))).toMatchObject({ decision: 'none', block: null });
  });

  test(says('Each hook must provide an executable script at a standard location:'), async () => {
    const box = sandbox('agent-hooks', 'python3');
    const rows = seed.tableBelow('| Priority | Entry Point | Description |');
    const entries = rows.map(([, entry = '']) => entry.replace(/`|scripts\//g, ''));
    expect(entries).toEqual(['run', 'run.sh', 'run.py']);
    box.write(`${PROJECT}/entry/HOOK.md`, frontMatter('entry', 'trigger: before_tool'));
    for (const entry of entries.toReversed()) {
      const program = entry.endsWith('.py')
        ? '#!/usr/bin/env python3\nimport sys\nsys.exit("py")\n'
        : `#!/bin/sh\necho ${entry} >&2\nexit 1\n`;
      box.write(`${PROJECT}/entry/scripts/${entry}`, program);
      await box.open();
      const outcome = await box.fire('PreToolUse', shell('ls'));
      expect(outcome.hooks).toMatchObject([{ exitCode: 1, stderr: entry === 'run.py' ? 'py\n' : `${entry}\n` }]);
    }
  });
});

describe('examples', () => {
  test(says('Block dangerous system commands like rm -rf /'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${PROJECT}/dangerous`, DANGEROUS_HOOK, DANGEROUS_SCRIPT);
    const blocked = {
      'rm -rf /tmp': 'rm -rf /',
      'mkfs.ext4 /dev/sdb': 'mkfs',
      'dd if=/dev/zero of=/dev/sda': 'dd if=/dev/zero',
    };
    for (const [command, pattern] of Object.entries(blocked)) {
      expect(await box.fire('PreToolUse', shell(command))).toMatchObject({
        block: { effect: 'deny_tool', reason: `Dangerous command blocked: ${pattern} would destroy the system` },
      });
    }
    // The script's own defect, kept as it is: a word boundary never follows the "/" of a bare `rm -rf /`.
    expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({
      decision: 'none',
      hooks: [{ status: 'passed', exitCode: 0 }],
    });
    expect((await box.fire('PreToolUse', shell('ls'))).hooks).toEqual([]);
  });

  test(says('Auto-format Python files after write'), async () => {
    const box = sandbox('agent-hooks');
    box.write('bin/black', '#!/bin/sh\necho "$PWD $*" >> "$HOME/black.log"\n');
    install(box, `${PROJECT}/format`, FORMAT_HOOK, FORMAT_SCRIPT);
    const hooks = await box.open();
    expect(hooks.diagnostics).toMatchObject([
      {
        severity: 'warning',
        file: expect.stringContaining('HOOK.md'),
        line: 7,
        hint: expect.stringContaining('\\\\.py$'),
      },
    ]);
    const wrote = (path: string): Promise<Outcome> =>
      box.fire('PostToolUse', { tool_name: 'WriteFile', tool_input: { path } }, { wait: true });
    expect(await wrote('src/a.py')).toMatchObject({ hooks: [{ status: 'background', exitCode: 0, fault: null }] });
    expect((await wrote('src/apy')).hooks).toEqual([]);
    expect((await wrote('src/a.py.txt')).hooks).toEqual([]);
    const read = { tool_name: 'ReadFile', tool_input: { path: 'src/a.py' } };
    expect((await box.fire('PostToolUse', read, { wait: true })).hooks).toEqual([]);
    expect(box.lines('home/black.log')).toEqual([`${box.project} --quiet .`]);
  });

  test(says('### Python Hook Script'), async () => {
    const box = sandbox('agent-hooks', 'python3');
    install(box, `${PROJECT}/python`, frontMatter('python', 'trigger: before_tool'), PYTHON_SCRIPT);
    for (const pattern of ['rm -rf /', 'mkfs', 'dd if=/dev/zero']) {
      expect(await box.fire('PreToolUse', shell(`sudo ${pattern}`))).toMatchObject({
        block: { effect: 'deny_tool', reason: `Dangerous command detected: ${pattern}` },
      });
    }
    for (const event of [shell('ls'), { tool_name: 'WriteFile', tool_input: { content: 'mkfs' } }]) {
      expect(await box.fire('PreToolUse', event)).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'passed', exitCode: 0, stdout: '{"decision": "allow"}\n', fault: null }],
      });
    }
  });

  test(
    says(
      "When a `before_stop` hook blocks (exit 2), the Agent will continue working with the hook's feedback added to the context:",
    ),
    { timeout: 120_000 },
    async () => {
      const box = sandbox('agent-hooks');
      box.write('project/package.json', JSON.stringify({ name: 'gated', scripts: { test: 'test -e passes' } }));
      install(box, `${PROJECT}/enforce-tests`, GATE_HOOK, GATE_SCRIPT);
      const failing = await box.fire('Stop', { stop_reason: 'no_tool_calls', step_count: 3 });
      expect(failing.block).toMatchObject({ effect: 'keep_working', reason: 'Tests must pass before completing' });
      // The bracket line is the host's: it wraps the bare reason of the outcome.
      expect(`[Hook blocked stop: ${failing.block?.reason}]`).toBe(GATE_FEEDBACK);
      box.write('project/passes', '');
      expect(await box.fire('Stop')).toMatchObject({ decision: 'none', hooks: [{ status: 'passed', fault: null }] });
      expect((await box.fire('PreToolUse', shell('ls'))).hooks).toEqual([]);
    },
  );
});

describe('configuration priority and execution order', () => {
  const [first = '', later = ''] = PRIORITIES.split('\n').filter((line) => line.startsWith('priority:'));

  test(says('Rule: **Higher numbers execute first**'), async () => {
    const box = sandbox('agent-hooks');
    const script = '#!/bin/sh\nbasename "$HOOK_DIR" >> order.log\n';
    install(box, `${PROJECT}/a-notify`, frontMatter('notify', 'trigger: before_tool', later), script);
    install(box, `${PROJECT}/b-default`, frontMatter('default', 'trigger: before_tool'), script);
    install(box, `${PROJECT}/c-check`, frontMatter('check', 'trigger: before_tool', first), script);
    expect([first, later]).toEqual(['priority: 999', 'priority: 10']);
    expect(names(await box.fire('PreToolUse', shell('ls')))).toEqual(['check', 'default', 'notify']);
    expect(box.lines('project/order.log')).toEqual(['c-check', 'b-default', 'a-notify']);
  });

  test(says('Same priority: execute in configuration order'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${USER}/z`, frontMatter('z', 'trigger: before_tool'), '#!/bin/sh\n');
    install(box, `${PROJECT}/b`, frontMatter('b', 'trigger: before_tool'), '#!/bin/sh\n');
    install(box, `${PROJECT}/a`, frontMatter('a', 'trigger: before_tool'), '#!/bin/sh\n');
    expect(names(await box.fire('PreToolUse', shell('ls')))).toEqual(['z', 'a', 'b']);
  });

  test(says('If any hook blocks, stop executing subsequent hooks'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${PROJECT}/check`, frontMatter('check', 'trigger: before_tool', first), refuses('no'));
    install(
      box,
      `${PROJECT}/notify`,
      frontMatter('notify', 'trigger: before_tool', later),
      '#!/bin/sh\necho ran > ran.log\n',
    );
    const outcome = await box.fire('PreToolUse', shell('ls'));
    expect(outcome.hooks.map(({ name, status }) => [name, status])).toEqual([
      ['check', 'blocked'],
      ['notify', 'skipped'],
    ]);
    expect(box.has('project/ran.log')).toBe(false);
  });
});

test(says('Use the `--debug` flag for detailed hook execution logs:'), async () => {
  const box = sandbox('agent-hooks');
  expect(DEBUG_COMMAND).toBe('kimi --debug\n');
  const hook = frontMatter('block-dangerous', 'trigger: before_tool');
  install(box, `${PROJECT}/block-dangerous`, hook, refuses('Dangerous command blocked'));
  const lines: string[] = [];
  await box.open({ onDebug: (line) => lines.push(line) });
  await box.fire('PreToolUse', shell('rm -rf /'));
  // The document also promises the input in the log, and does not show it.
  const [input, ...others] = lines.filter((line) => line.startsWith('[HOOK DEBUG] Input: '));
  expect([input, others]).toEqual([expect.stringContaining('"command": "rm -rf /"'), []]);
  expect(lines.filter((line) => line !== input).map((line) => line.replace(/\d+ms/, '45ms'))).toEqual(DEBUG_LINES);
});

describe('best practices', () => {
  test(says('### 2. Set Reasonable Timeouts'), async () => {
    const lines = TIMEOUTS.split('\n').filter((line) => line.startsWith('timeout:'));
    expect(lines).toEqual(['timeout: 5000', 'timeout: 60000']);
    const box = sandbox('agent-hooks');
    for (const [index, line] of lines.entries()) {
      install(
        box,
        `${PROJECT}/check-${index}`,
        frontMatter(`check-${index}`, 'trigger: before_tool', line),
        '#!/bin/sh\n',
      );
    }
    install(
      box,
      `${PROJECT}/hung`,
      frontMatter('hung', 'trigger: before_tool', 'timeout: 300'),
      '#!/bin/sh\nsleep 60\n',
    );
    const outcome = await box.fire('PreToolUse', shell('ls'));
    expect(outcome).toMatchObject({ decision: 'none', diagnostics: [] });
    expect(outcome.hooks.map(({ name, status }) => [name, status])).toEqual([
      ['check-0', 'passed'],
      ['check-1', 'passed'],
      ['hung', 'timed_out'],
    ]);
  });

  test(says('When you need to ensure operation is blocked, use exit 2:'), async () => {
    const box = sandbox('agent-hooks');
    install(box, `${PROJECT}/force`, frontMatter('force', 'trigger: before_tool'), FORCE_BLOCK);
    expect(await box.fire('PreToolUse', shell('ls'))).toMatchObject({
      block: { effect: 'deny_tool', reason: 'Block reason' },
      hooks: [{ stdout: '', exitCode: 2 }],
    });
    install(
      box,
      `${PROJECT}/force`,
      frontMatter('force', 'trigger: before_tool'),
      FORCE_BLOCK.replace('dangerous condition', ''),
    );
    expect(await box.fire('PreToolUse', shell('ls'))).toMatchObject({
      decision: 'none',
      hooks: [{ stdout: '{"decision": "allow"}\n', exitCode: 0 }],
    });
  });

  test(says('When hooks fail (timeout, exception, non-0/2 exit code), operations continue by default:'), async () => {
    const box = sandbox('agent-hooks', 'python3');
    const bodies = {
      raises: 'raise ValueError("no idea")',
      yes: 'return True',
      no: 'return False',
    };
    const run = async (body: string): Promise<Outcome> => {
      const script = `#!/usr/bin/env python3\nimport sys\ndef is_dangerous():\n    ${body}\n${FAIL_OPEN}`;
      install(box, `${PROJECT}/careful`, frontMatter('careful', 'trigger: before_tool'), script);
      return box.fire('PreToolUse', shell('ls'));
    };
    expect(await run(bodies.raises)).toMatchObject({
      decision: 'none',
      hooks: [{ status: 'passed', stderr: 'Hook error: no idea\n', stdout: '{"decision": "allow"}\n', fault: null }],
    });
    expect(await run(bodies.yes)).toMatchObject({
      block: { effect: 'deny_tool', reason: "Blocked by hook 'careful'" },
    });
    expect(await run(bodies.no)).toMatchObject({ decision: 'none', hooks: [{ status: 'passed' }] });
  });
});

describe('installing hooks', () => {
  /** Runs a command of the seed as written, but for the place-holder path. */
  const bash = (box: Sandbox, command: string, env: Record<string, string> = {}): void => {
    execFileSync('bash', ['-ec', command], { cwd: box.project, env: { ...box.env, ...env }, stdio: 'pipe' });
  };

  for (const [index, scope] of (['user', 'project'] as const).entries()) {
    const command = COPY.split('\n').filter((line) => line.startsWith('cp -r'))[index] ?? '';

    test(says(command), async () => {
      const box = sandbox('agent-hooks');
      install(box, 'path/to/security-hook', QUICK_HOOK, QUICK_SCRIPT);
      mkdirSync(join(box.root, scope === 'user' ? USER : PROJECT), { recursive: true });
      bash(box, command.replace('/path/to', join(box.root, 'path/to')));
      expect((await box.open()).list()).toMatchObject([{ scope, armed: true }]);
      expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'block' });
    });
  }

  test(says('Add as git submodule to your project:'), { timeout: 60_000 }, async () => {
    const box = sandbox('agent-hooks');
    install(box, 'yourorg/agenthooks.git/security-hook', QUICK_HOOK, QUICK_SCRIPT);
    const identity = '-c user.name=Ann -c user.email=ann@example.org -c init.defaultBranch=main';
    bash(
      box,
      `cd ../yourorg/agenthooks.git && git ${identity} init -q && git add . && git ${identity} commit -qm hooks`,
    );
    bash(box, `git ${identity} init -q`);
    // The address of the seed stands for any: git is told to find it in this sandbox.
    bash(box, SUBMODULE, {
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: `url.${box.root}/.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://github.com/',
      GIT_CONFIG_KEY_1: 'protocol.file.allow',
      GIT_CONFIG_VALUE_1: 'always',
    });
    expect((await box.open()).list()).toMatchObject([
      { name: 'block-dangerous-commands', scope: 'project', armed: true },
    ]);
    expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'block' });
  });
});
