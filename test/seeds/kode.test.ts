import { userInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { EventName, Json, Outcome } from '@hookline/core';
import { excerptsOf } from './excerpts.ts';
import { keepsInput, prints, refuses, sandbox } from './sandbox.ts';

const seed = excerptsOf('kode/source.txt');
const { says } = seed;

const ANSWER = seed.jsonAfter('must be a JSON object. Recognised keys:');
const REDACT = `${seed.between('Redact secrets before submit\n', '\nLog every tool call')}\n`;
const LOG = `${seed.between('Log every tool call\n', '\nOut of scope (follow-up tickets)')}\n`;
const PAYLOADS: Readonly<Record<string, string>> = {
  session_start: seed.jsonAfter('Event payloads\nsession_start\n'),
  user_prompt_submit: seed.jsonAfter('}\nuser_prompt_submit\n'),
  tool_call_pre: seed.jsonAfter('}\ntool_call_pre\n'),
  tool_call_post: seed.jsonAfter('}\ntool_call_post\n'),
  session_end: seed.jsonAfter('}\nsession_end\n'),
};

const USER = 'home/.config/kode/config.yaml';
const WORKSPACE = 'project/.kode/config.yaml';

/** What the seed leaves to its config-format.kmd: the entry that names the hook. */
const config = (event: string, ...execs: readonly string[]): string =>
  `hooks:\n  ${event}:\n${execs.map((exec) => `    - exec: ${exec}\n`).join('')}`;

const AWS_KEY = 'AKIAIOSFODNN7EXAMPLE';
const SHELL = { tool_name: 'shell', tool_input: { command: 'ls -la' } };
const statuses = ({ hooks }: Outcome): readonly string[] => hooks.map(({ status }) => status);

describe('examples', () => {
  test(says('Redact secrets before submit'), async () => {
    const box = sandbox('kode', 'jq');
    expect(REDACT).toContain('~/.kode/hooks/redact-secrets.sh');
    box.write('home/.kode/hooks/redact-secrets.sh', REDACT);
    box.write(USER, config('user_prompt_submit', '~/.kode/hooks/redact-secrets.sh'));
    expect(await box.fire('UserPromptSubmit', { prompt: `use ${AWS_KEY}, then ${AWS_KEY}` })).toMatchObject({
      decision: 'none',
      block: null,
      updatedPrompt: 'use [REDACTED-AWS], then [REDACTED-AWS]',
      messages: [{ level: 'info', text: 'redacted AWS keys' }],
      hooks: [{ status: 'passed', exitCode: 0, fault: null }],
    });
    expect(await box.fire('UserPromptSubmit', { prompt: 'akia is no key' })).toMatchObject({
      updatedPrompt: 'akia is no key',
    });
    expect(await box.fire('PreToolUse', SHELL)).toMatchObject({ hooks: [], updatedInput: null });
  });

  test(says('Log every tool call'), async () => {
    const box = sandbox('kode', 'jq');
    expect(LOG).toContain('~/.kode/hooks/log-tools.sh');
    const script = box.write('home/.kode/hooks/log-tools.sh', LOG);
    // The environment of a hook holds no HOME, so `~` is the home of the account: `env` puts ours in its place.
    const exec = JSON.stringify(['env', `HOME=${box.home}`, script]);
    box.write(USER, `${config('tool_call_pre', exec)}${config('tool_call_post', exec).replace('hooks:\n', '')}`);
    for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const) {
      expect(await box.fire(event, SHELL)).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'passed', stdout: '' }],
      });
    }
    await box.fire('UserPromptSubmit', { prompt: 'no tool' });
    expect(box.lines('home/.kode/hooks.log')).toEqual([
      expect.stringMatching(/^"\[tool_call_pre\] tool=shell at [\d.]+"$/),
      expect.stringMatching(/^"\[tool_call_post\] tool=shell at [\d.]+"$/),
      expect.stringMatching(/^"\[tool_call_post\] tool=shell at [\d.]+"$/),
    ]);
  });
});

describe('triggers', () => {
  const rows = seed.tableBelow('| Event | When it fires |');
  const events: Readonly<Record<string, EventName>> = {
    session_start: 'SessionStart',
    user_prompt_submit: 'UserPromptSubmit',
    tool_call_pre: 'PreToolUse',
    tool_call_post: 'PostToolUse',
    session_end: 'SessionEnd',
  };

  for (const [event = '', when = ''] of rows) {
    test(`${says(event)}: ${says(when)}`, async () => {
      const box = sandbox('kode');
      box.write(WORKSPACE, config(event, './look.sh'));
      box.write('project/look.sh', '#!/bin/sh\necho "$KODE_HOOK_EVENT" >> events.log\n');
      expect((await box.open()).diagnostics).toEqual([]);
      for (const name of Object.values(events)) await box.fire(name, SHELL);
      expect(box.lines('project/events.log')).toEqual([event]);
    });
  }

  test(
    says(
      'Hooks fire in the order they appear in hooks.<event>[]. Within a single event, all hooks are awaited synchronously (parallel execution is a follow-up).',
    ),
    async () => {
      const box = sandbox('kode');
      box.write(WORKSPACE, config('tool_call_pre', './slow.sh', './fast.sh'));
      box.write(
        'project/slow.sh',
        '#!/bin/sh\necho slow begins >> order.log\nsleep 0.3\necho slow ends >> order.log\n',
      );
      box.write('project/fast.sh', '#!/bin/sh\necho fast >> order.log\n');
      expect(statuses(await box.fire('PreToolUse', SHELL))).toEqual(['passed', 'passed']);
      expect(box.lines('project/order.log')).toEqual(['slow begins', 'slow ends', 'fast']);
    },
  );
});

describe('invocation', () => {
  test(
    says(
      'env — KODE_HOOK_EVENT=<name>, KODE_SESSION_ID=<uuid>, KODE_WORK_DIR=<path>, plus PATH from the parent environment.',
    ),
    async () => {
      const box = sandbox('kode');
      box.write(WORKSPACE, config('tool_call_pre', './look.sh'));
      box.write('project/look.sh', '#!/bin/sh\ntr "\\0" "\\n" < /proc/$$/environ | sort > env.log\n');
      await box.fire('PreToolUse', { ...SHELL, session_id: '9f0c' });
      expect(box.lines('project/env.log')).toEqual([
        'KODE_HOOK_EVENT=tool_call_pre',
        'KODE_SESSION_ID=9f0c',
        `KODE_WORK_DIR=${box.project}`,
        `PATH=${box.env['PATH']}`,
      ]);
    },
  );

  test(says('~/.kode/hooks.log'), async () => {
    const box = sandbox('kode');
    box.write(WORKSPACE, config('tool_call_pre', './home.sh'));
    box.write('project/home.sh', `#!/usr/bin/env bash\nprintf '{"annotation": "%s"}' ~/.kode/hooks.log\n`);
    // Without HOME bash still finds the account's home: the logging example works as written in the seed's environment.
    expect((await box.fire('PreToolUse', SHELL)).messages).toMatchObject([
      { text: `${userInfo().homedir}/.kode/hooks.log` },
    ]);
  });

  test(says("cwd — the session's work_dir."), async () => {
    const box = sandbox('kode');
    box.write(WORKSPACE, config('tool_call_pre', './look.sh'));
    box.write('project/look.sh', '#!/bin/sh\npwd > cwd.log\n');
    box.write('project/sub/file', '');
    await box.fire('PreToolUse', { ...SHELL, cwd: `${box.project}/sub` });
    expect(box.read('project/cwd.log')).toBe(`${box.project}\n`);
  });

  test(
    says(
      'timeout — timeout_ms from the config entry, default 5000 ms. On timeout the runtime SIGKILLs the process and treats it as block.',
    ),
    async () => {
      const box = sandbox('kode');
      box.write(WORKSPACE, `${config('tool_call_pre', './slow.sh')}      timeout_ms: 300\n`);
      box.write('project/slow.sh', '#!/bin/bash\ntrap "echo caught > caught.log" TERM\nwhile :; do sleep 0.1; done\n');
      expect(await box.fire('PreToolUse', SHELL)).toMatchObject({
        block: { effect: 'deny_tool' },
        hooks: [{ status: 'blocked', exitCode: null, fault: { code: 'timeout' } }],
      });
      expect(box.has('project/caught.log')).toBe(false);
    },
  );
});

describe('output protocol', () => {
  test(says('Pass — runtime continues. Stdout (if non-empty JSON) is treated as an annotation.'), async () => {
    const box = sandbox('kode');
    box.write(WORKSPACE, config('tool_call_post', './annotate.sh'));
    box.write('project/annotate.sh', prints('{"annotation": "12 tests passed"}'));
    expect(await box.fire('PostToolUse', SHELL)).toMatchObject({
      decision: 'none',
      messages: [{ level: 'info', text: '12 tests passed' }],
    });
  });

  test(says("Block — runtime aborts the current event with the hook's stderr surfaced to the user."), async () => {
    for (const exit of [1, 2, 77]) {
      const box = sandbox('kode');
      box.write(WORKSPACE, config('tool_call_pre', './no.sh', './next.sh'));
      box.write('project/no.sh', `#!/bin/sh\necho 'not in this house' >&2\nexit ${exit}\n`);
      box.write('project/next.sh', '#!/bin/sh\necho ran > next.log\n');
      const outcome = await box.fire('PreToolUse', SHELL);
      expect(outcome.block).toMatchObject({ effect: 'deny_tool', reason: 'not in this house' });
      expect(outcome.messages).toMatchObject([
        { level: 'error', code: 'KODE-HOOK-002', text: expect.stringContaining('not in this house') },
      ]);
      expect(box.has('project/next.log')).toBe(false);
    }
  });

  test(
    says('replace_prompt only applies to user_prompt_submit. replace_tool_input only applies to tool_call_pre.'),
    async () => {
      const expected = [
        ['user_prompt_submit', 'UserPromptSubmit', { updatedPrompt: "what's the weather?", updatedInput: null }],
        ['tool_call_pre', 'PreToolUse', { updatedPrompt: null, updatedInput: { command: 'ls -la' } }],
        ['tool_call_post', 'PostToolUse', { updatedPrompt: null, updatedInput: null }],
      ] as const;
      for (const [native, event, replaced] of expected) {
        const box = sandbox('kode');
        box.write(WORKSPACE, config(native, './answer.sh'));
        box.write('project/answer.sh', prints(ANSWER));
        const outcome = await box.fire(event, { ...SHELL, prompt: 'hello' });
        expect(outcome).toMatchObject({ decision: 'none', block: null, ...replaced });
        expect(outcome.messages).toContainEqual(expect.objectContaining({ level: 'info', text: 'redacted 2 secrets' }));
      }
    },
  );

  test(says('Unknown keys are ignored with a warning (one-shot stderr; TUI log).'), async () => {
    const box = sandbox('kode');
    box.write(WORKSPACE, config('tool_call_pre', './answer.sh'));
    box.write('project/answer.sh', prints(ANSWER.replace('"block": false,', '"block": false, "colour": "red",')));
    const [first, second] = [await box.fire('PreToolUse', SHELL), await box.fire('PreToolUse', SHELL)];
    const warnings = (outcome: Outcome): readonly string[] =>
      outcome.messages.filter(({ text }) => text.includes('colour')).map(({ level }) => level);
    expect([warnings(first), warnings(second)]).toEqual([['warning'], []]);
    expect(first).toMatchObject({ decision: 'none', updatedInput: { command: 'ls -la' } });
  });
});

describe('event payloads', () => {
  /** The neutral event behind each example, made of the example's own values. */
  const neutral: Readonly<
    Record<string, readonly [EventName, (example: Record<string, Json>) => Record<string, Json | undefined>]>
  > = {
    session_start: ['SessionStart', ({ provider, model }) => ({ provider, model })],
    user_prompt_submit: ['UserPromptSubmit', ({ prompt, attachments }) => ({ prompt, attachments })],
    tool_call_pre: [
      'PreToolUse',
      ({ tool, input, auto_approve }) => ({ tool_name: tool, tool_input: input, auto_approve }),
    ],
    tool_call_post: [
      'PostToolUse',
      ({ tool, exit_code, output, duration_ms }) => ({
        tool_name: tool,
        exit_code,
        tool_response: output,
        duration_ms,
      }),
    ],
    session_end: ['SessionEnd', ({ reason, turns }) => ({ reason, turns })],
  };

  for (const [event, json] of Object.entries(PAYLOADS)) {
    test(says(`${event} ${json}`).replace(/\s+/g, ' '), async () => {
      const box = sandbox('kode');
      const example = JSON.parse(json) as Record<string, Json>;
      const [name, fields] = neutral[event] ?? ['Stop', () => ({})];
      box.write(WORKSPACE, config(event, './keep.sh'));
      box.write('project/keep.sh', keepsInput('payload.json'));
      await box.fire(name, { session_id: example['session_id'] ?? null, ...fields(example) });
      // The work_dir of the example exists on its author's machine only.
      expect(box.json('project/payload.json')).toEqual({
        ...example,
        ...('work_dir' in example ? { work_dir: box.project } : {}),
      });
    });
  }
});

describe('errors', () => {
  const rows = seed.tableBelow('| ID | Cause |');
  const causes: Readonly<Record<string, { readonly hook: string | null; readonly blocks: boolean }>> = {
    'KODE-HOOK-001': { hook: '#!/bin/sh\nsleep 60\n', blocks: true },
    'KODE-HOOK-002': { hook: refuses('no'), blocks: true },
    'KODE-HOOK-003': { hook: prints('not JSON'), blocks: false },
    'KODE-HOOK-004': { hook: null, blocks: true },
  };

  for (const [id = '', cause = ''] of rows) {
    test(`${says(id)}: ${says(cause)}`, async () => {
      const box = sandbox('kode');
      const { hook, blocks } = causes[id] ?? { hook: '', blocks: false };
      box.write(
        WORKSPACE,
        `${config('tool_call_pre', './hook.sh')}      timeout_ms: ${id.endsWith('1') ? 300 : 20_000}\n`,
      );
      if (hook !== null) box.write('project/hook.sh', hook);
      const outcome = await box.fire('PreToolUse', SHELL);
      expect(outcome.decision).toBe(blocks ? 'block' : 'none');
      expect(outcome.messages).toMatchObject([{ code: id, level: blocks ? 'error' : 'warning' }]);
    });
  }
});
