import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AgentRequest, Effect, EventName, Json, Outcome, PromptRequest, WakeCall } from '@hookline/core/internal';
import { codesIn, excerptsOf, quotedIn } from './excerpts.ts';
import type { Sandbox } from './sandbox.ts';
import { skipWithout } from '../support/skip-without.ts';
import { prints, refuses, sandbox } from './sandbox.ts';

const seed = excerptsOf('qoder/source.txt');
const restored = excerptsOf('qoder/source-restored.md');
const { says } = seed;

const USER = 'home/.qoder/settings.json';
const PROJECT = 'project/.qoder/settings.json';
const LOCAL = 'project/.qoder/settings.local.json';

const QUICK_SETTINGS = restored.fencedAfter('## Files');
const [, READ_INPUT = '', READ_COMMAND = '', FORBIDDEN = '', COMPLAINT = ''] = codesIn(
  restored.between('## Restored samples\n', '\n- notify.sh'),
  5,
);
const [IS_PERMISSION = ''] = codesIn(restored.between('- notify.sh:', 'auto-lint.sh:'), 1);
const [FILE_PATH = '', LINT = ''] = codesIn(restored.between('auto-lint.sh:', 'check-continue.sh:'), 2);
const [PENDING = ''] = codesIn(restored.between('check-continue.sh:', 'not empty'), 1);
const EXEC_FORM = restored.jsonAfter('- exec form: `');
const CMD_EXE = seed.jsonAfter('cannot be exec’d directly. Use');
const QUOTED_ROOT = seed.between('Double-quote the placeholder (recommended):', '. Paths containing');
const PLAIN_ROOT = seed.between('Plain shell variable syntax:', '. Equivalent');
const BARE_ROOT = seed.between('Unquoted (not recommended):', '. POSIX shells');

/** The quick start's script: the restored lines, joined as the restored sentence says. */
const BLOCK_RM = `#!/bin/bash
${READ_INPUT}
${READ_COMMAND}
if [[ "$command" == *"${FORBIDDEN}"* ]]; then
  echo "${COMPLAINT}" >&2
  exit 2
fi
`;

interface Group {
  readonly matcher?: string;
  readonly async?: boolean;
  readonly hooks: readonly object[];
}

/** A settings file by hand, for what the seed says in tables. */
const settings = (event: string, ...groups: readonly Group[]): string => JSON.stringify({ hooks: { [event]: groups } });
const command = (line: string, more: object = {}): object => ({ type: 'command', command: line, ...more });
const bash = (line: string): Record<string, Json> => ({ tool_name: 'Bash', tool_input: { command: line } });

/** What one command says to one event. */
async function answerTo(event: EventName, answer: Json, fields: Record<string, Json> = bash('ls')): Promise<Outcome> {
  const box = sandbox('qoder');
  box.write(PROJECT, settings(event, { hooks: [command('./answer.sh')] }));
  box.write('project/answer.sh', prints(typeof answer === 'string' ? answer : JSON.stringify(answer)));
  return box.fire(event, fields);
}

test('the restored samples are those of the digest', (context) => {
  const digest = new URL('../../../shared/spec/qoder.md', import.meta.url);
  if (!existsSync(digest)) context.skip('the digest is not beside this repository');
  const text = readFileSync(digest, 'utf8');
  const restoredFile = new URL('../../packages/core/src/dialects/qoder/source-restored.md', import.meta.url);
  const copied = readFileSync(restoredFile, 'utf8').split('## Restored samples')[1];
  expect(text).toContain(QUICK_SETTINGS);
  expect(text.split('## Restored samples')[1]).toBe(copied);
});

describe('quick start', () => {
  test(
    says(
      'The following example demonstrates how to use a Hook to block dangerous commands — automatically preventing execution when the Agent attempts to run rm -rf.',
    ),
    async () => {
      const box = sandbox('qoder', 'jq');
      box.write(USER, QUICK_SETTINGS);
      box.write('home/.qoder/hooks/block-rm.sh', BLOCK_RM);
      expect((await box.open()).diagnostics).toEqual([]);
      expect(await box.fire('PreToolUse', bash('sudo rm -rf /'))).toMatchObject({
        decision: 'block',
        block: { effect: 'deny_tool', reason: 'Dangerous command blocked: sudo rm -rf /' },
        hooks: [{ status: 'blocked', exitCode: 2, fault: null }],
      });
      expect(await box.fire('PreToolUse', bash('rm -r build'))).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'passed', exitCode: 0 }],
      });
      expect((await box.fire('PreToolUse', { ...bash('rm -rf /'), tool_name: 'BashOutput' })).hooks).toEqual([]);
      expect((await box.fire('PostToolUse', bash('rm -rf /'))).hooks).toEqual([]);
    },
  );
});

describe('configuration', () => {
  test(
    says(
      'Hook configuration is loaded from the following three files. All three sources are loaded and merged together (hooks for the same event do not override each other):',
    ),
    async () => {
      const rows = seed.tableBelow('matcher field: Config source| matcher value | Trigger scenario |');
      const files = rows.slice(0, 3).map(([, scenario = '']) => scenario.split(' ')[1] ?? '');
      expect(files).toEqual([
        '~/.qoder/settings.json',
        '${project}/.qoder/settings.json',
        '${project}/.qoder/settings.local.json',
      ]);
      const box = sandbox('qoder');
      for (const file of files) {
        const path = file.replace('~', 'home').replace('${project}', 'project');
        box.write(path, settings('PreToolUse', { hooks: [command(`echo ${path}`)] }));
      }
      const outcome = await box.fire('PreToolUse', bash('ls'));
      expect(outcome.hooks.map(({ scope, stdout }) => [scope, stdout.trim()])).toEqual([
        ['user', USER],
        ['project', PROJECT],
        ['local', LOCAL],
      ]);
    },
  );

  test(
    says(
      'When true, all hooks in the group run in the background without blocking the current operation; results are injected as additional context in the next model turn',
    ),
    async () => {
      const box = sandbox('qoder');
      const contexts: string[] = [];
      const answer = {
        decision: 'deny',
        hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'late' },
      };
      box.write(PROJECT, settings('PreToolUse', { async: true, hooks: [command('./late.sh'), command('exit 2')] }));
      box.write('project/late.sh', prints(JSON.stringify(answer)));
      const hooks = await box.open({ onContext: ({ text }) => contexts.push(text) });
      const outcome = await box.fire('PreToolUse', bash('ls'));
      expect(outcome).toMatchObject({ decision: 'none', block: null, additionalContext: [] });
      expect(outcome.hooks.map(({ status }) => status)).toEqual(['background', 'background']);
      await hooks.close();
      expect(contexts).toEqual(['late']);
    },
  );
});

describe('command', () => {
  test(says('Extra environment variables, merged with the system environment'), async () => {
    const box = sandbox('qoder');
    const entry = command('echo "$COLOUR $HOME"', { env: { COLOUR: 'red' } });
    box.write(PROJECT, settings('PreToolUse', { hooks: [entry] }));
    expect((await box.fire('PreToolUse', bash('ls'))).hooks).toMatchObject([{ stdout: `red ${box.home}\n` }]);
  });

  test(says('When true, this single hook runs in the background; overrides the group-level async'), async () => {
    const box = sandbox('qoder');
    const [aside, waited] = [command('exit 2', { async: true }), command('exit 2; :', { async: false })];
    box.write(PROJECT, settings('PreToolUse', { hooks: [aside] }, { async: true, hooks: [waited] }));
    const outcome = await box.fire('PreToolUse', bash('ls'));
    expect(outcome.hooks.map(({ status }) => status)).toEqual(['background', 'blocked']);
  });

  test(
    says(
      'When true, runs in the background; if it exits with code 2, the CLI builds a system reminder from stderr/stdout/error and wakes the model — useful for long-running checks',
    ),
    async () => {
      const box = sandbox('qoder');
      const calls: WakeCall[] = [];
      const more = { asyncRewake: true, rewakeMessage: 'Long check:', rewakeSummary: 'the check failed' };
      box.write(
        PROJECT,
        settings('PostToolUse', { hooks: [command('echo 3 errors >&2; exit 2', more), command('exit 0', more)] }),
      );
      const hooks = await box.open({ onWake: (call) => calls.push(call) });
      expect(await box.fire('PostToolUse', bash('make'))).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'background' }, { status: 'background' }],
      });
      await hooks.close();
      expect(calls).toEqual([
        { hook: expect.any(String), reminder: 'Long check: 3 errors', summary: 'the check failed' },
      ]);
    },
  );

  test(
    says(
      'When true, the hook is removed from the registry after its first successful execution; only effective for session-scoped hooks',
    ),
    async () => {
      const box = sandbox('qoder');
      box.write(PROJECT, settings('PreToolUse', { hooks: [command('true', { once: true, name: 'in a file' })] }));
      const hooks = await box.open();
      hooks.on({ event: 'PreToolUse', once: true, name: 'of the session' }, () => {});
      expect(hooks.diagnostics).toMatchObject([{ severity: 'warning', message: expect.stringContaining('once') }]);
      const ran: (readonly string[])[] = [];
      for (let run = 0; run < 2; run += 1) {
        ran.push((await box.fire('PreToolUse', bash('ls'))).hooks.map(({ name }) => name));
      }
      expect(ran).toEqual([['of the session', 'in a file'], ['in a file']]);
    },
  );

  /** A plugin in a folder of this name, whose hook is this command. */
  async function plugin(name: string, entry: object, script = '#!/bin/sh\necho "$0"\n'): Promise<Outcome> {
    const box = sandbox('qoder');
    box.write(`${name}/hooks/hooks.json`, settings('PreToolUse', { hooks: [entry] }));
    box.write(`${name}/scripts/hook.sh`, script);
    box.write(`${name}/scripts/check.py`, 'import sys\nsys.exit(f"{sys.argv[1:]}")\n');
    expect((await box.open({ plugins: [join(box.root, name)] })).diagnostics).toEqual([]);
    return box.fire('PreToolUse', bash('ls'));
  }
  const AWKWARD = "my 'plug' $in `x` *";

  test(
    says(
      `"\${QODER_PLUGIN_ROOT}"/scripts/hook.sh. Paths containing spaces or shell metacharacters (',$, backticks, etc.) parse correctly as a single token.`,
    ),
    async () => {
      expect(await plugin(AWKWARD, command(QUOTED_ROOT))).toMatchObject({
        hooks: [{ scope: 'plugin', status: 'passed', stdout: expect.stringContaining(`${AWKWARD}/scripts/hook.sh`) }],
      });
    },
  );

  test(
    says('"$QODER_PLUGIN_ROOT/scripts/hook.sh". Equivalent to the form above when wrapped in double quotes.'),
    async () => {
      expect(await plugin(AWKWARD, command(PLAIN_ROOT))).toMatchObject({
        hooks: [{ scope: 'plugin', status: 'passed', stdout: expect.stringContaining(`${AWKWARD}/scripts/hook.sh`) }],
      });
    },
  );

  test(
    says(
      'POSIX shells still apply field splitting and pathname expansion to unquoted parameter expansions, so paths containing spaces or * will be split or globbed.',
    ),
    async () => {
      expect(BARE_ROOT).toBe('${QODER_PLUGIN_ROOT}/scripts/hook.sh');
      expect(await plugin('plain', command(BARE_ROOT))).toMatchObject({ hooks: [{ status: 'passed' }] });
      expect(await plugin('two words', command(BARE_ROOT))).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'failed' }],
      });
    },
  );

  test(says('only matches the ${...} form (to avoid false positives on literal $VAR text).'), async () => {
    const box = sandbox('qoder');
    box.write(PROJECT, settings('PreToolUse', { hooks: [command(QUOTED_ROOT), command(PLAIN_ROOT)] }));
    const hooks = await box.open();
    expect(hooks.diagnostics).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('${QODER_PLUGIN_ROOT}') },
    ]);
    expect(hooks.list()).toHaveLength(2);
  });

  test(
    says(
      'powershell, ${QODER_PROJECT_DIR}, ${QODER_PLUGIN_ROOT}, and ${QODER_PLUGIN_DATA} are substituted into the command template by the CLI before invocation',
    ),
    async () => {
      const box = sandbox('qoder');
      box.write('bin/pwsh', '#!/bin/sh\nprintf "%s\\n" "$@"\n');
      box.write(
        'plug/hooks/hooks.json',
        settings('PreToolUse', {
          hooks: [command('& "${QODER_PROJECT_DIR}" "${QODER_PLUGIN_ROOT}" ${OTHER}', { shell: 'powershell' })],
        }),
      );
      await box.open({ plugins: [join(box.root, 'plug')] });
      const [run] = (await box.fire('PreToolUse', bash('ls'))).hooks;
      expect(run?.stdout.trim().split('\n').at(-1)).toBe(`& "${box.project}" "${box.root}/plug" \${OTHER}`);
    },
  );

  test(
    says(
      'Shell form (default): command is a shell snippet. The CLI runs bash -c "<command>" (or PowerShell). Pipes, redirection, glob expansion, and ${VAR} env-var expansion all work.',
    ),
    async () => {
      const box = sandbox('qoder');
      box.write('project/a.json', '');
      box.write('project/b.json', '');
      const line = 'ls *.json | tee out.txt > /dev/null; echo ${QODER_PROJECT_DIR} >> out.txt';
      box.write(PROJECT, settings('PreToolUse', { hooks: [command(line)] }));
      await box.fire('PreToolUse', bash('ls'));
      expect(box.lines('project/out.txt')).toEqual(['a.json', 'b.json', box.project]);
    },
  );

  test(
    says(
      'Exec form (when args is set): command is the path/name of a single executable, and each element of args is one literal argv entry. The CLI runs the binary directly without a shell — no quoting, splitting, or globbing is performed. The shell field is ignored when args is set.',
    ),
    async () => {
      const box = sandbox('qoder');
      const args = ['%s\\n', 'two words', '*', '$HOME', "'"];
      box.write(PROJECT, settings('PreToolUse', { hooks: [command('printf', { args, shell: 'powershell' })] }));
      const [run] = (await box.fire('PreToolUse', bash('ls'))).hooks;
      expect(run?.stdout).toBe("two words\n*\n$HOME\n'\n");
    },
  );

  test(says('Optional argv array. When set, the hook runs in exec form (no shell).'), async () => {
    skipWithout('python3');
    const entry = JSON.parse(EXEC_FORM) as object;
    expect(await plugin(AWKWARD, entry)).toMatchObject({ hooks: [{ exitCode: 1, stderr: "['--strict']\n" }] });
  });

  test(
    says(
      '.bat/.cmd scripts cannot be exec’d directly. Use{"command": "cmd.exe", "args": ["/c", "script.bat"]}instead.',
    ),
    async () => {
      const box = sandbox('qoder');
      box.write('bin/cmd.exe', '#!/bin/sh\necho "$# $*" > "$HOME/cmd.log"\n');
      box.write(PROJECT, settings('PreToolUse', { hooks: [{ type: 'command', ...(JSON.parse(CMD_EXE) as object) }] }));
      expect(await box.fire('PreToolUse', bash('ls'))).toMatchObject({ hooks: [{ status: 'passed' }] });
      expect(box.read('home/cmd.log')).toBe('2 /c script.bat\n');
    },
  );
});

test(
  says('The hook input is POSTed as JSON to the URL; the response is expected to be a JSON HookOutput.'),
  async () => {
    const got: { method?: string; type?: string; token?: string; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const token = request.headers['x-token']?.toString() ?? '';
        got.push({ method: request.method ?? '', type: request.headers['content-type'] ?? '', token, body });
        response.end('{"decision": "deny", "reason": "not from here"}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const box = sandbox('qoder');
    const headers = { 'X-Token': '${TOKEN}-${SECRET}' };
    box.write(PROJECT, settings('PreToolUse', { hooks: [{ type: 'http', url, headers, allowedEnvVars: ['TOKEN'] }] }));
    await box.open({ env: { ...box.env, TOKEN: 't-1', SECRET: 'hidden' } });
    expect(await box.fire('PreToolUse', bash('ls'))).toMatchObject({
      block: { effect: 'deny_tool', reason: 'not from here' },
    });
    expect(got).toMatchObject([{ method: 'POST', type: 'application/json', token: 't-1-' }]);
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash' });
  },
);

describe('prompt and agent', () => {
  const replies = [
    ['{"ok": true}', { decision: 'none', block: null }],
    ['{"ok": false, "reason": "no tests"}', { block: { effect: 'deny_tool', reason: 'no tests' } }],
  ] as const;

  test(
    says(
      'The model returns{ ok, reason }: ok=true means allow, ok=false means block, and reason is shown to the Agent on block.',
    ),
    async () => {
      for (const [reply, expected] of replies) {
        const box = sandbox('qoder');
        const asked: PromptRequest[] = [];
        box.write(
          PROJECT,
          settings('PreToolUse', { hooks: [{ type: 'prompt', prompt: 'Is this safe?', model: 'lite' }] }),
        );
        await box.open({ model: (request) => Promise.resolve((asked.push(request), reply)) });
        expect(await box.fire('PreToolUse', bash('ls'))).toMatchObject(expected);
        expect(asked).toMatchObject([{ kind: 'prompt', model: 'lite', timeoutMs: 30_000 }]);
        const [question = '', ...event] = asked[0]?.prompt.split('\n\n') ?? [];
        expect(question).toBe('Is this safe?');
        expect(JSON.parse(event.join('\n\n'))).toMatchObject({
          hook_event_name: 'PreToolUse',
          tool_input: { command: 'ls' },
        });
      }
    },
  );

  test(
    says(
      'The sub-agent must call the StructuredOutput tool with { ok: boolean, reason?: string }: ok=true allows, ok=false blocks.',
    ),
    async () => {
      for (const [reply, expected] of replies) {
        const box = sandbox('qoder');
        const asked: AgentRequest[] = [];
        const entry = { type: 'agent', prompt: 'Check this: $ARGUMENTS', tools: ['Read'], maxTurns: 7 };
        box.write(PROJECT, settings('PreToolUse', { hooks: [entry] }));
        await box.open({ agent: (request) => Promise.resolve((asked.push(request), JSON.parse(reply))) });
        expect(await box.fire('PreToolUse', bash('ls'))).toMatchObject(expected);
        expect(asked).toMatchObject([{ kind: 'agent', tools: ['Read'], maxTurns: 7, timeoutMs: 60_000 }]);
        const prompt = asked[0]?.prompt ?? '';
        expect(prompt.startsWith('Check this: {')).toBe(true);
        expect(JSON.parse(prompt.slice('Check this: '.length))).toMatchObject({ tool_name: 'Bash' });
      }
    },
  );
});

describe('matcher and if rules', () => {
  const TOOLS = ['Bash', 'BashOutput', 'Write', 'Edit', 'MultiEdit', 'mcp__github__search'];
  const matched: Readonly<Record<string, readonly string[]>> = {
    '*': TOOLS,
    Bash: ['Bash'],
    'Write|Edit': ['Write', 'Edit'],
    'mcp__.*': ['mcp__github__search'],
  };
  const rows = seed.tableBelow('| Syntax | Meaning | Example |');

  for (const [syntax = '', meaning = '', example = ''] of rows) {
    test(`${says(syntax)}: ${says(meaning)}. ${says(example)}`, async () => {
      const [matcher = ''] = quotedIn(`${syntax} ${example}`);
      const groups = [{ matcher, hooks: [command('true')] }];
      const box = sandbox('qoder');
      box.write(PROJECT, settings('PreToolUse', ...groups));
      const tools = [];
      for (const tool_name of TOOLS) {
        const outcome = await box.fire('PreToolUse', { tool_name, tool_input: {} });
        if (outcome.hooks.length > 0) tools.push(tool_name);
      }
      expect(tools).toEqual(matched[matcher]);
    });
  }

  const calls: Readonly<Record<string, Record<string, Json>>> = {
    ls: bash('ls'),
    'git status': bash('git status'),
    'git -C /a/b log': bash('git -C /a/b log'),
    'gitk --all': bash('gitk --all'),
    'cd x && git push': bash('cd x && git push'),
    'Edit a.ts': { tool_name: 'Edit', tool_input: { file_path: '/p/src/a.ts' } },
    'Edit a.tsx': { tool_name: 'Edit', tool_input: { file_path: '/p/src/a.tsx' } },
    'Write a.ts': { tool_name: 'Write', tool_input: { file_path: '/p/src/a.ts' } },
  };
  const fired: Readonly<Record<string, readonly string[]>> = {
    Bash: ['ls', 'git status', 'git -C /a/b log', 'gitk --all', 'cd x && git push'],
    'Bash(git *)': ['git status', 'git -C /a/b log', 'cd x && git push'],
    'Edit(*.ts)': ['Edit a.ts'],
  };

  for (const [value = '', meaning = ''] of seed.tableBelow('if value | Meaning |')) {
    test(`${says(value)}: ${says(meaning)}`, async () => {
      const [rule = ''] = quotedIn(value);
      const box = sandbox('qoder');
      box.write(PROJECT, settings('PreToolUse', { hooks: [command('true', { if: rule })] }));
      expect((await box.open()).diagnostics).toEqual([]);
      const ran = [];
      for (const [name, call] of Object.entries(calls)) {
        if ((await box.fire('PreToolUse', call)).hooks.length > 0) ran.push(name);
      }
      expect(ran).toEqual(fired[rule]);
    });
  }

  test(
    says('The tool-name part reuses the same matching logic as matcher (so regex and | are supported).'),
    async () => {
      const box = sandbox('qoder');
      box.write(
        PROJECT,
        settings('PreToolUse', {
          hooks: [command('true', { if: 'Write|Edit(*.ts)' }), command(':', { if: '^Ba.*(git *)' })],
        }),
      );
      const counts = [];
      for (const name of ['Edit a.ts', 'Write a.ts', 'Edit a.tsx', 'git status', 'ls']) {
        counts.push((await box.fire('PreToolUse', calls[name] ?? {})).hooks.length);
      }
      expect(counts).toEqual([1, 1, 0, 1, 0]);
    },
  );
});

describe('output', () => {
  test(says('0: success; stdout is parsed according to the rules below.'), async () => {
    expect(await answerTo('PreToolUse', { decision: 'deny', reason: 'no' })).toMatchObject({
      block: { effect: 'deny_tool', reason: 'no' },
    });
  });

  test(
    says('2: blocking; stderr content is fed back to the Agent (only effective for events that support blocking).'),
    async () => {
      for (const [event, block] of [
        ['PreToolUse', { reason: 'no' }],
        ['PostToolUse', null],
      ] as const) {
        const box = sandbox('qoder');
        box.write(PROJECT, settings(event, { hooks: [command('./no.sh')] }));
        box.write('project/no.sh', refuses('no'));
        expect(await box.fire(event, bash('ls'))).toMatchObject({ block });
      }
    },
  );

  test(
    says(
      'Other values: non-blocking error; stdout is ignored, stderr is written to diagnostic logs, the main flow continues.',
    ),
    async () => {
      const box = sandbox('qoder');
      box.write(PROJECT, settings('PreToolUse', { hooks: [command('./no.sh')] }));
      box.write('project/no.sh', prints('{"decision": "deny"}', 1));
      expect(await box.fire('PreToolUse', bash('ls'))).toMatchObject({
        decision: 'none',
        block: null,
        hooks: [{ status: 'failed', exitCode: 1, fault: { code: 'exit' } }],
      });
    },
  );

  test(
    says(
      'otherwise stdout is treated as plain text (only SessionStart / UserPromptSubmit inject plain-text stdout into the conversation as additional context).',
    ),
    async () => {
      for (const event of ['SessionStart', 'UserPromptSubmit'] as const) {
        expect(await answerTo(event, 'plain text')).toMatchObject({ additionalContext: ['plain text'] });
      }
      for (const event of ['PreToolUse', 'PostToolUse', 'Stop'] as const) {
        expect(await answerTo(event, 'plain text')).toMatchObject({ additionalContext: [], hooks: [{ fault: null }] });
      }
    },
  );

  /** For each field of the table an answer that uses it, and what it must come to. */
  const fields: Readonly<Record<string, readonly [Record<string, Json>, object]>> = {
    continue: [{ continue: false }, { block: { effect: 'end_turn' } }],
    stopReason: [{ continue: false, stopReason: 'enough' }, { block: { effect: 'end_turn', reason: 'enough' } }],
    suppressOutput: [{ suppressOutput: true }, { decision: 'none', messages: [], hooks: [{ fault: null }] }],
    systemMessage: [{ systemMessage: 'psst' }, { messages: [{ level: 'info', text: 'psst' }], additionalContext: [] }],
    decision: [{ decision: 'deny' }, { block: { effect: 'deny_tool' } }],
    reason: [{ decision: 'deny', reason: 'because' }, { block: { reason: 'because' } }],
    hookSpecificOutput: [
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } },
      { decision: 'ask', block: null },
    ],
  };
  const rows = seed.tableBelow(
    'otherwise stdout is treated as plain text (onlySessionStart / UserPromptSubmit inject plain-text stdout into the conversation as additional context).\n| Field | Description |',
  );

  for (const [field = '', description = ''] of rows) {
    test(`${says(field)}: ${says(description)}`, async () => {
      const [answer, expected] = fields[field] ?? [{}, { decision: 'a field that this test does not know' }];
      expect(await answerTo('PreToolUse', answer)).toMatchObject(expected);
    });
  }

  test(
    says(
      'When emitting hookSpecificOutput, you must include hookEventName — otherwise the entire JSON output is rejected and the TUI shows <hookName> hook error: hookSpecificOutput is missing required field "hookEventName".',
    ),
    async () => {
      const text = seed.between('the TUI shows ', '. Example:').replace('<hookName>', 'PreToolUse:Bash');
      const answer = { decision: 'deny', hookSpecificOutput: { permissionDecision: 'deny' } };
      const outcome = await answerTo('PreToolUse', answer);
      expect(outcome).toMatchObject({ decision: 'none', block: null, hooks: [{ fault: { code: 'bad_output' } }] });
      expect(outcome.messages.map((message) => message.text).join('\n')).toContain(text);
    },
  );

  test(says('All events include the following common fields:'), async () => {
    const box = sandbox('qoder');
    const rows = seed.tableBelow('All events include the following common fields:| Field | Description |');
    const known = { transcript_path: '/t.jsonl', permission_mode: 'default', agent_id: 'a-1', agent_type: 'explorer' };
    box.write(PROJECT, settings('Stop', { hooks: [command('cat > event.json')] }));
    await box.fire('Stop', known);
    const event = box.json('project/event.json');
    expect(event).toMatchObject({ ...known, session_id: 's-1', cwd: box.project, hook_event_name: 'Stop' });
    expect(Object.keys(event as object)).toEqual(expect.arrayContaining(rows.map(([field]) => field)));
  });

  test(says('The following environment variables are available when hook scripts execute:'), async () => {
    const box = sandbox('qoder');
    const rows = seed.tableBelow(
      'The following environment variables are available when hook scripts execute:| Variable | Description |',
    );
    const print = rows.map(([name]) => `echo "${name}=$${name}"`).join('; ');
    box.write(PROJECT, settings('PreToolUse', { hooks: [command(print)] }));
    box.write('plug/hooks/hooks.json', settings('PreToolUse', { hooks: [command(`${print};`)] }));
    await box.open({ plugins: [join(box.root, 'plug')] });
    const [own, plugged] = (await box.fire('PreToolUse', bash('ls'))).hooks.map(({ stdout }) =>
      stdout.trim().split('\n'),
    );
    expect(own).toEqual([`QODER_PROJECT_DIR=${box.project}`, 'QODER_PLUGIN_ROOT=', 'QODER_PLUGIN_DATA=']);
    expect(plugged).toEqual([
      `QODER_PROJECT_DIR=${box.project}`,
      `QODER_PLUGIN_ROOT=${box.root}/plug`,
      expect.stringMatching(/^QODER_PLUGIN_DATA=\/.+/),
    ]);
  });
});

describe('event reference', () => {
  const tool = { ...bash('ls'), tool_use_id: 'call-1' };
  const server = { mcp_server_name: 'github', message: 'Who are you?', requested_schema: {} };
  const given: Readonly<Record<string, Record<string, Json>>> = {
    SessionStart: { source: 'startup', model: 'auto' },
    SessionEnd: { reason: 'logout' },
    UserPromptSubmit: { prompt: 'hello' },
    PreToolUse: tool,
    PostToolUse: { ...tool, tool_response: { stdout: 'a' } },
    PostToolUseFailure: { ...tool, error: 'no such file', error_type: 'execution' },
    PermissionRequest: tool,
    PermissionDenied: { ...tool, reason: 'classifier' },
    Stop: { stop_hook_active: true, last_assistant_message: 'done' },
    StopFailure: { error_type: 'rate_limit', error: '429' },
    SubagentStart: { agent_id: 'a-1', agent_type: 'explorer' },
    SubagentStop: { agent_id: 'a-1', agent_type: 'explorer', stop_hook_active: false },
    PreCompact: { trigger: 'manual', custom_instructions: 'short' },
    PostCompact: { trigger: 'auto', compact_summary: 'we talked' },
    Notification: { notification_type: 'idle_prompt', message: 'hello?' },
    InstructionsLoaded: { file_path: '/p/AGENTS.md', memory_type: 'project', load_reason: 'include' },
    ConfigChange: { source: 'user_settings', file_path: '/h/settings.json' },
    CwdChanged: { old_cwd: '/a', new_cwd: '/b' },
    FileChanged: { file_path: '/p/.envrc', event: 'change' },
    WorktreeCreate: { name: 'feature' },
    WorktreeRemove: { worktree_path: '/w' },
    Elicitation: server,
    ElicitationResult: { mcp_server_name: 'github', action: 'accept', content: { name: 'Ann' } },
  };
  const effects: Readonly<Record<string, Effect>> = {
    UserPromptSubmit: 'reject_prompt',
    PreToolUse: 'deny_tool',
    Stop: 'keep_working',
    SubagentStop: 'keep_working',
    PreCompact: 'cancel_compaction',
    ConfigChange: 'refuse_change',
    WorktreeCreate: 'fail_worktree',
    Elicitation: 'decline',
    ElicitationResult: 'decline',
  };
  /** What the matcher column's words mean in an event; null: the event has no subject. */
  function subjectOf(words: string, fields: Record<string, Json>): string | null {
    const [first = ''] = words.split(' (');
    if (first === '—') return null;
    if (first === 'filename basename') return basename(fields['file_path'] as string);
    const field = { 'tool name': 'tool_name', 'agent type': 'agent_type' }[first] ?? first;
    expect(fields).toHaveProperty(field);
    return fields[field] as string;
  }

  const rows = seed.tableBelow('| Event | matcher matches | exit 2 blocks | Key input fields |');

  test(
    says(
      'For each event, the matcher field, additional stdin fields, blocking support, and availablehookSpecificOutput fields are listed.',
    ),
    () => {
      expect(rows.map(([event]) => event)).toEqual(Object.keys(given));
    },
  );

  for (const [event = '', matches = '', blocks = '', keys = ''] of rows) {
    test(says(`${event} | ${matches} | ${blocks} | ${keys} |`), async () => {
      const box = sandbox('qoder');
      const fields = given[event] ?? {};
      const subject = subjectOf(matches, fields);
      box.write(
        PROJECT,
        settings(
          event,
          { matcher: subject ?? 'anything', hooks: [command('cat > event.json; echo refused >&2; exit 2')] },
          { matcher: 'something_else', hooks: [command('touch other')] },
        ),
      );
      const outcome = await box.fire(event as EventName, fields);
      expect(box.has('project/other')).toBe(subject === null);
      const payload = box.json('project/event.json') as Record<string, Json>;
      for (const key of keys.split(', ')) expect(payload[key], key).toEqual(fields[key]);
      expect(outcome.block).toEqual(
        blocks === '—'
          ? null
          : { effect: effects[event], reason: expect.stringContaining('refused'), hook: expect.any(String) },
      );
    });
  }

  test(
    says(
      'source is policy_settings, hooks still fire for audit purposes but the change is enforced and cannot be blocked.',
    ),
    async () => {
      const box = sandbox('qoder');
      box.write(PROJECT, settings('ConfigChange', { hooks: [command('echo audited > audit.log; exit 2')] }));
      expect(await box.fire('ConfigChange', { source: 'policy_settings', file_path: '/p' })).toMatchObject({
        block: null,
      });
      expect(box.read('project/audit.log')).toBe('audited\n');
    },
  );

  const values = [
    ['SessionStart', 'source', 'Session source'],
    ['SessionEnd', 'reason', 'End reason'],
    ['PreCompact', 'trigger', 'Trigger method'],
    ['Notification', 'notification_type', 'Notification type'],
    ['ConfigChange', 'source', 'Config source'],
  ] as const;

  for (const [event, field, title] of values) {
    test(`${event}: ${says(`matcher field: ${title}`)}`, async () => {
      const box = sandbox('qoder');
      const words = seed
        .tableBelow(`matcher field: ${title}| matcher value | Trigger scenario |`)
        .map(([value = '']) => value);
      box.write(
        PROJECT,
        settings(event, ...words.map((matcher) => ({ matcher, hooks: [command(`echo ${matcher}`)] }))),
      );
      for (const word of words) {
        const outcome = await box.fire(event, { [field]: word });
        expect(outcome.hooks.map(({ stdout }) => stdout.trim())).toEqual([word]);
      }
    });
  }

  for (const [event, field] of [
    ['StopFailure', 'error_type'],
    ['InstructionsLoaded', 'load_reason'],
  ] as const) {
    const list = seed.between(`${field} values: `, '.\n');

    test(says(`${field} values: ${list}.`), async () => {
      const box = sandbox('qoder');
      const words = list.split(' / ');
      box.write(
        PROJECT,
        settings(event, ...words.map((matcher) => ({ matcher, hooks: [command(`echo ${matcher}; exit 2`)] }))),
      );
      for (const word of words) {
        const outcome = await box.fire(event, { [field]: word });
        expect(outcome.hooks.map(({ stdout, fault }) => [stdout.trim(), fault])).toEqual([[word, null]]);
        expect(outcome.block).toBeNull();
      }
    });
  }

  /** An answer that holds only `hookSpecificOutput`. */
  const specific = (
    event: EventName,
    fields: Record<string, Json>,
    more: Record<string, Json> = {},
  ): Promise<Outcome> =>
    answerTo(event, { hookSpecificOutput: { hookEventName: event, ...fields } }, { ...given[event], ...more });

  test(says('additionalContext (context injected into the conversation)'), async () => {
    expect(await specific('SessionStart', { additionalContext: 'x' })).toMatchObject({ additionalContext: ['x'] });
  });

  test(says('additionalContext: injected alongside the promptsessionTitle: a suggested session title'), async () => {
    expect(await specific('UserPromptSubmit', { additionalContext: 'x', sessionTitle: 'Greeting' })).toMatchObject({
      additionalContext: ['x'],
      extra: { sessionTitle: 'Greeting' },
    });
  });

  test(
    says('permissionDecision | "allow" / "deny" / "ask", equivalent to top-level decision; takes precedence |'),
    async () => {
      const [allow = '', deny = '', ask = ''] = quotedIn(seed.between('permissionDecision | ', ', equivalent'));
      const both = (permissionDecision: string, decision: string): Promise<Outcome> =>
        answerTo('PreToolUse', {
          decision,
          reason: 'outer',
          hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: 'inner' },
        });
      expect(await both(allow, 'deny')).toMatchObject({ decision: 'allow', reason: 'inner', block: null });
      expect(await both(deny, 'allow')).toMatchObject({ block: { effect: 'deny_tool', reason: 'inner' } });
      expect(await both(ask, 'allow')).toMatchObject({ decision: 'ask', reason: 'inner', block: null });
    },
  );

  test(says('Modified tool input that replaces the original tool_input'), async () => {
    const answer = { updatedInput: { command: 'ls -la' }, additionalContext: 'x' };
    expect(await specific('PreToolUse', answer)).toMatchObject({
      updatedInput: { command: 'ls -la' },
      additionalContext: ['x'],
    });
  });

  test(says('Replaces only MCP tool responses (lower priority than updatedToolOutput)'), async () => {
    const mcp = { tool_name: 'mcp__github__search' };
    const only = { updatedMCPToolOutput: { low: true } };
    const both = { ...only, updatedToolOutput: { high: true } };
    expect(await specific('PostToolUse', only)).toMatchObject({ updatedToolOutput: null });
    expect(await specific('PostToolUse', only, mcp)).toMatchObject({ updatedToolOutput: { low: true } });
    expect(await specific('PostToolUse', both, mcp)).toMatchObject({ updatedToolOutput: { high: true } });
    expect(await specific('PostToolUse', both)).toMatchObject({ updatedToolOutput: { high: true } });
  });

  test(says('decision object whose fields depend on behavior.'), async () => {
    const allow = { behavior: 'allow', updatedInput: { command: 'ls' }, updatedPermissions: [] };
    const deny = { behavior: 'deny', message: 'not now', interrupt: true };
    for (const decision of [allow, deny]) {
      expect(await specific('PermissionRequest', { decision })).toMatchObject({
        decision: 'none',
        extra: { permission: decision },
      });
    }
  });

  test(says('PermissionRequest hooks do not support "ask" behavior.'), async () => {
    expect(await specific('PermissionRequest', { decision: { behavior: 'ask' } })).toMatchObject({
      extra: {},
      hooks: [{ fault: { code: 'bad_output' } }],
    });
  });

  test(says('retry: true requests a retry of the tool call.'), async () => {
    expect(await specific('PermissionDenied', { retry: true })).toMatchObject({ extra: { retry: true } });
    expect(await specific('PermissionDenied', { retry: false })).not.toMatchObject({ extra: { retry: true } });
  });

  test(says('clearContext: true to clear the conversation context.'), async () => {
    expect(await specific('Stop', { clearContext: true })).toMatchObject({ extra: { clearContext: true } });
  });

  test(says('clearContext: true to clear the sub-agent’s context.'), async () => {
    expect(await specific('SubagentStop', { clearContext: true })).toMatchObject({ extra: { clearContext: true } });
  });

  test(says('Absolute paths to register with the FileChanged watcher'), async () => {
    for (const event of ['CwdChanged', 'FileChanged'] as const) {
      expect(await specific(event, { watchPaths: ['/p/.envrc'], additionalContext: 'x' })).toMatchObject({
        extra: { watchPaths: ['/p/.envrc'] },
        additionalContext: ['x'],
      });
    }
  });

  test(
    says('The hook must return the absolute path of the worktree; any non-zero exit code is treated as failure.'),
    async () => {
      expect(await specific('WorktreeCreate', { worktreePath: '/tmp/w' })).toMatchObject({
        block: null,
        extra: { worktreePath: '/tmp/w' },
      });
      expect(await specific('WorktreeCreate', { worktreePath: 'w' })).toMatchObject({
        block: { effect: 'fail_worktree' },
      });
      const box = sandbox('qoder');
      box.write(PROJECT, settings('WorktreeCreate', { hooks: [command('echo /tmp/w; exit 1')] }));
      expect(await box.fire('WorktreeCreate', { name: 'w' })).toMatchObject({
        block: { effect: 'fail_worktree' },
        extra: {},
      });
    },
  );

  test(says('The hook can auto-accept, decline, or cancel.'), async () => {
    const words = quotedIn(seed.between('action | ', ' |\ncontent | Input content'));
    expect(words).toEqual(['accept', 'decline', 'cancel']);
    for (const action of words) {
      expect(await specific('Elicitation', { action, content: { name: 'Ann' } })).toMatchObject({
        extra: { action, content: { name: 'Ann' } },
      });
    }
  });

  test(says('hookSpecificOutput: action, content (override the response)'), async () => {
    const answer = { action: 'accept', content: { name: 'Bob' } };
    expect(await specific('ElicitationResult', answer)).toMatchObject({ block: null, extra: answer });
  });
});

describe('practical examples', () => {
  test(
    says(
      'Pop up a desktop notification when the Agent needs authorization or sends a notification. Script ~/.qoder/hooks/notify.sh (macOS):',
    ),
    async () => {
      const box = sandbox('qoder', 'jq');
      const notify = `#!/bin/bash\nif jq -e '${IS_PERMISSION}' > /dev/null; then\n  osascript -e 'display notification "Permission needed"'\nfi\n`;
      box.write('home/.qoder/hooks/notify.sh', notify);
      box.write('bin/osascript', '#!/bin/sh\necho "$*" >> "$HOME/shown.log"\n');
      box.write(USER, settings('Notification', { hooks: [command('~/.qoder/hooks/notify.sh')] }));
      await box.fire('Notification', { notification_type: 'idle_prompt', message: 'still there?' });
      expect(box.has('home/shown.log')).toBe(false);
      expect(
        await box.fire('Notification', { notification_type: 'permission_prompt', message: 'may I?' }),
      ).toMatchObject({
        hooks: [{ status: 'passed', fault: null }],
      });
      expect(box.lines('home/shown.log')).toEqual(['-e display notification "Permission needed"']);
    },
  );

  const AUTO_LINT = says('PostToolUse, matcher Write|Edit, command .qoder/hooks/auto-lint.sh.');

  test(AUTO_LINT, async () => {
    const [, event = '', matcher = '', line = ''] = /^(\w+), matcher (\S+), command (\S+)\.$/.exec(AUTO_LINT) ?? [];
    const box = sandbox('qoder', 'jq');
    const lint = `#!/bin/bash\nfile=$(jq -r '${FILE_PATH}')\ncase $file in *.js|*.ts|*.jsx|*.tsx) ${LINT} "$file" ;; esac\n`;
    box.write('project/.qoder/hooks/auto-lint.sh', lint);
    box.write('bin/npx', '#!/bin/sh\necho "$*" >> "$HOME/npx.log"\n');
    box.write(PROJECT, settings(event, { matcher, hooks: [command(line)] }));
    const wrote = (tool_name: string, file_path: string): Promise<Outcome> =>
      box.fire('PostToolUse', { tool_name, tool_input: { file_path } });
    expect(await wrote('Write', 'src/a.ts')).toMatchObject({ hooks: [{ status: 'passed', fault: null }] });
    await wrote('Edit', 'src/b.jsx');
    await wrote('Edit', 'README.md');
    expect((await wrote('Read', 'src/c.ts')).hooks).toEqual([]);
    expect(box.lines('home/npx.log')).toEqual(['eslint --fix src/a.ts', 'eslint --fix src/b.jsx']);
  });

  const KEEP_WORKING = says('Stop, command ~/.qoder/hooks/check-continue.sh.');

  test(KEEP_WORKING, async () => {
    const [, event = '', line = ''] = /^(\w+), command (\S+)\.$/.exec(KEEP_WORKING) ?? [];
    const box: Sandbox = sandbox('qoder');
    const check = `#!/bin/bash\nif [ -n "$(${PENDING})" ]; then\n  echo "There are uncommitted changes" >&2\n  exit 2\nfi\n`;
    box.write('home/.qoder/hooks/check-continue.sh', check);
    box.write(USER, settings(event, { hooks: [command(line)] }));
    execFileSync('git', ['init', '-q'], { cwd: box.project, env: box.env, stdio: 'pipe' });
    expect(await box.fire('Stop')).toMatchObject({ decision: 'none', hooks: [{ status: 'passed', exitCode: 0 }] });
    box.write('project/unfinished.txt', '');
    expect(await box.fire('Stop')).toMatchObject({
      block: { effect: 'keep_working', reason: 'There are uncommitted changes' },
    });
  });
});
