import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type {
  AgentRequest,
  Effect,
  EventName,
  HooksOptions,
  Json,
  Outcome,
  PromptRequest,
} from '@hookline/core/internal';
import { listTrust, trustProject } from '@hookline/core';
import { kolega } from '../../packages/core/src/dialects/kolega/table.ts';
import { locationsOf } from '../../packages/core/src/load/discover.ts';
import { excerptsOf, flattenPython, quotedIn, unflattenPython } from './excerpts.ts';
import { keepsInput, prints, refuses, sandbox } from './sandbox.ts';

const seed = excerptsOf('kolega/source.txt');
const { says } = seed;

const GUARD_FILE = seed.jsonAfter('Both files use the same shape:');
const ANSWER = seed.jsonAfter('Optional JSON on stdout controls behavior:');
const FORMAT_HANDLER = seed.jsonAfter('a non-blocking error: it is logged and the action proceeds.');
const PYTHON_HANDLER = seed.jsonAfter('best for\nfirst-party checks.');
const PYTHON_CODE = seed.between(PYTHON_HANDLER, 'prompt and agent — let an LLM decide');
const ALLOWED = seed.jsonAfter('Both return a yes/no decision as');
const BLOCKED = seed.jsonAfter('(allow) or');
const PROMPT_HANDLER = seed.jsonAfter('in the prompt to interpolate the event JSON.');
const AGENT_HANDLER = seed.jsonAfter(', or the session events.');
const DENY_RM_FILE = seed.jsonAfter('Block dangerous shell commands (project, command hook):');
const PROMPT_FILE = seed.jsonAfter('Don’t stop until the tests pass (prompt hook):');
const AGENT_FILE = seed.jsonAfter('Verify tests actually pass before stopping (agent hook):');

const GLOBAL = 'home/.local/state/kolega-code/hooks.json';
const PROJECT = 'project/.kolega/hooks.json';

/** What the seed leaves to the reader: the guard behind the command. */
const GUARD = `#!/usr/bin/env bash
case $(cat) in *"rm -rf"*) echo "rm -rf is not allowed here" >&2; exit 2 ;; esac
`;

/** A hooks file with one handler, as the seed's "shape" says. */
const fileWith = (event: string, handler: string, matcher = ''): string =>
  `{ "schema_version": 1, "hooks": { "${event}": [ { "matcher": ${JSON.stringify(matcher)}, "hooks": [ ${handler} ] } ] } }`;

const command = (line: string): string => JSON.stringify({ type: 'command', command: line });

/** Parts of the seed's answer by their names, as a hook that uses only these would print them. */
function answerWith(...names: readonly string[]): string {
  const { hookSpecificOutput } = JSON.parse(ANSWER) as { hookSpecificOutput: Record<string, Json> };
  const parts = names.map((name) => {
    expect(hookSpecificOutput).toHaveProperty(name);
    return [name, hookSpecificOutput[name]];
  });
  return JSON.stringify({ hookSpecificOutput: Object.fromEntries(parts) });
}

const ran = ({ hooks }: Outcome): readonly string[] => hooks.map(({ status }) => status);
const shell = (line: string): Record<string, Json> => ({ tool_name: 'run_command', tool_input: { command: line } });

describe('where hooks live', () => {
  const places = [
    ['darwin', '~/Library/Application Support/kolega-code/hooks.json', 'home/Library/Application Support'],
    ['linux', '$XDG_STATE_HOME/kolega-code/hooks.json', 'states'],
    ['linux', '~/.local/state/kolega-code/hooks.json', 'home/.local/state'],
  ] as const;

  for (const [platform, place, folder] of places) {
    test(says(place), async () => {
      const box = sandbox('kolega');
      const file = box.write(`${folder}/kolega-code/hooks.json`, GUARD_FILE);
      const state = place.startsWith('$XDG_STATE_HOME') ? { XDG_STATE_HOME: join(box.root, folder) } : {};
      const hooks = await box.open({ platform, env: { ...box.env, ...state } });
      expect(hooks.list()).toMatchObject([{ scope: 'user', source: file, armed: true }]);
    });
  }

  test(says('%LOCALAPPDATA%\\kolega-code\\hooks.json'), () => {
    // A path of Windows names no file elsewhere: only where it is looked for can be tested.
    const env = { LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local' };
    const place = {
      project: 'C:\\work',
      home: 'C:\\Users\\Ann',
      env,
      platform: 'win32',
      stateDir: null,
      plugins: [],
    } as const;
    const [user] = locationsOf(kolega, place);
    expect(user?.file).toBe(
      says('%LOCALAPPDATA%\\kolega-code\\hooks.json').replace('%LOCALAPPDATA%', () => env.LOCALAPPDATA),
    );
  });

  test(
    says(
      'Override the location with the KOLEGA_CODE_STATE_DIR environment variable or the --state-dir <dir> flag (the file is then <dir>/hooks.json).',
    ),
    async () => {
      const box = sandbox('kolega');
      box.write(GLOBAL, fileWith('Stop', command('never')));
      box.write('a/hooks.json', GUARD_FILE);
      box.write('b/hooks.json', GUARD_FILE);
      const env = { ...box.env, KOLEGA_CODE_STATE_DIR: join(box.root, 'a') };
      const byVariable = await box.open({ env });
      const byFlag = await box.open({ env, stateDir: join(box.root, 'b') });
      expect(byVariable.list().map(({ source }) => source)).toEqual([join(box.root, 'a/hooks.json')]);
      expect(byFlag.list().map(({ source }) => source)).toEqual([join(box.root, 'b/hooks.json')]);
    },
  );

  test(
    says(
      'Handler lists from the global and project files are concatenated, so the global handler sees the action first and the project handler last.',
    ),
    async () => {
      const box = sandbox('kolega');
      box.write(GLOBAL, GUARD_FILE);
      box.write(PROJECT, GUARD_FILE);
      box.write('project/.kolega/guard-bash.sh', '#!/bin/sh\necho run >> runs.log\n');
      const outcome = await box.fire('PreToolUse', { ...shell('ls'), tool_name: 'run_command_tracked' });
      expect(outcome.hooks.map(({ scope, status }) => [scope, status])).toEqual([
        ['user', 'passed'],
        ['project', 'passed'],
      ]);
      expect(box.lines('project/runs.log')).toHaveLength(2);
    },
  );

  test(says('Both files use the same shape:'), async () => {
    const box = sandbox('kolega');
    box.write(PROJECT, GUARD_FILE);
    box.write('project/.kolega/guard-bash.sh', GUARD);
    const hooks = await box.open();
    expect(hooks.diagnostics).toEqual([]);
    for (const tool_name of ['execute_terminal_command', 'run_command_tracked']) {
      const stopped = await box.fire('PreToolUse', { ...shell('rm -rf /'), tool_name });
      expect(stopped.block).toEqual({
        effect: 'deny_tool',
        reason: 'rm -rf is not allowed here',
        hook: 'kolega:project:PreToolUse[0].hooks[0]',
      });
      expect(await box.fire('PreToolUse', { ...shell('ls'), tool_name })).toMatchObject({ decision: 'none' });
    }
    expect(await box.fire('PreToolUse', { ...shell('rm -rf /'), tool_name: 'run_command' })).toMatchObject({
      decision: 'none',
      hooks: [],
    });
  });

  const MATCHERS = says(
    'matcher is tested against the tool name for tool events (or a source string for other events): "" or "*" matches everything; "Edit|Write" is an exact-name OR list; anything else is a regular expression (e.g. "mcp__.*").',
  );
  const matched: Readonly<Record<string, readonly string[]>> = {
    '': ['Edit', 'Write', 'EditAll', 'edit', 'mcp__github__search', 'xmcp__a'],
    '*': ['Edit', 'Write', 'EditAll', 'edit', 'mcp__github__search', 'xmcp__a'],
    'Edit|Write': ['Edit', 'Write'],
    'mcp__.*': ['mcp__github__search'],
  };

  test(MATCHERS, async () => {
    expect(quotedIn(MATCHERS)).toEqual(Object.keys(matched));
    for (const matcher of quotedIn(MATCHERS)) {
      const box = sandbox('kolega');
      box.write(PROJECT, fileWith('PreToolUse', command('true'), matcher));
      const tools = [];
      for (const tool_name of matched['*'] ?? []) {
        const outcome = await box.fire('PreToolUse', { tool_name, tool_input: {} });
        if (outcome.hooks.length > 0) tools.push(tool_name);
      }
      expect(tools, matcher).toEqual(matched[matcher]);
    }
    const box = sandbox('kolega');
    box.write(PROJECT, fileWith('SessionStart', command('true'), 'startup'));
    expect(ran(await box.fire('SessionStart', { source: 'startup' }))).toEqual(['passed']);
    expect(ran(await box.fire('SessionStart', { source: 'resume' }))).toEqual([]);
  });
});

describe('lifecycle events', () => {
  /** The seed's words for what a block does, and the effect that means it. */
  const effects: Readonly<Record<string, Effect | null>> = {
    'Advisory; can inject starting context': null,
    'Ends the turn; the reason is shown as a warning': 'end_turn',
    'Denies the tool; the reason is returned to the agent as a tool error, so it can adjust': 'deny_tool',
    'Keeps the agent working; the reason becomes its next instruction': 'keep_working',
    'Advisory; can annotate the result the parent sees': null,
    'Advisory (desktop notifications, sounds)': null,
    'Advisory (cleanup, final logging)': null,
    Advisory: null,
  };
  const rows = seed.tableBelow('| Event | When it fires | What a “block” does |');

  test(says('The hooks map is keyed by event name.'), async () => {
    const box = sandbox('kolega');
    const entry = [{ matcher: '', hooks: [{ type: 'command', command: 'true' }] }];
    const events = Object.fromEntries(rows.map(([event]) => [event, entry]));
    box.write(PROJECT, JSON.stringify({ schema_version: 1, hooks: events }));
    const hooks = await box.open();
    expect(hooks.diagnostics).toEqual([]);
    expect(hooks.list().map(({ event, armed }) => [event, armed])).toEqual(rows.map(([event]) => [event, true]));
  });

  for (const [event = '', when = '', what = ''] of rows) {
    test(`${event}: ${says(when)} ${says(what)}`, async () => {
      const box = sandbox('kolega');
      box.write(PROJECT, fileWith(event, command('./no.sh')));
      box.write('project/no.sh', refuses('no, thanks'));
      const outcome = await box.fire(event as EventName, { tool_name: 'Edit', tool_input: {} });
      // A prompt that is turned away ends its turn before it has begun: hookline has a word of its own for that.
      const effect = event === 'UserPromptSubmit' ? 'reject_prompt' : effects[what];
      expect(outcome.block).toEqual(
        effect === null ? null : { effect, reason: 'no, thanks', hook: expect.stringContaining(`:${event}[0]`) },
      );
      if (event === 'SubagentStop') expect(outcome.extra).toEqual({ appendToOutput: '[hook] no, thanks' });
    });
  }

  test(says('PreToolUse can return updatedInput to rewrite the tool’s arguments.'), async () => {
    const box = sandbox('kolega');
    box.write(PROJECT, fileWith('PreToolUse', command('./rewrite.sh')));
    box.write('project/rewrite.sh', prints(answerWith('updatedInput')));
    expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({
      decision: 'none',
      updatedInput: { command: 'ls' },
    });
  });

  test(
    says(
      'PostToolUse can return updatedToolOutput to replace what the model sees, or additionalContext to append to it.',
    ),
    async () => {
      const box = sandbox('kolega');
      box.write(PROJECT, fileWith('PostToolUse', command('./rewrite.sh')));
      box.write('project/rewrite.sh', prints(answerWith('updatedToolOutput', 'additionalContext')));
      expect(await box.fire('PostToolUse', { ...shell('ls'), tool_response: 'secret' })).toMatchObject({
        decision: 'none',
        updatedToolOutput: '…',
        additionalContext: ['…'],
      });
    },
  );

  test(says('SessionStart / UserPromptSubmit can return additionalContext to inject text.'), async () => {
    for (const event of ['SessionStart', 'UserPromptSubmit'] as const) {
      const box = sandbox('kolega');
      box.write(PROJECT, fileWith(event, command('./context.sh')));
      box.write('project/context.sh', prints(answerWith('additionalContext')));
      expect(await box.fire(event, { prompt: 'hello' })).toMatchObject({ decision: 'none', additionalContext: ['…'] });
    }
  });
});

describe('command', () => {
  test(says('The event is sent as JSON on stdin.'), async () => {
    const box = sandbox('kolega');
    box.write(PROJECT, GUARD_FILE);
    box.write('project/.kolega/guard-bash.sh', keepsInput('event.json'));
    await box.fire('PreToolUse', { ...shell('ls'), tool_name: 'run_command_tracked', tool_use_id: 'call-1' });
    expect(box.json('project/event.json')).toEqual({
      hook_event_name: 'PreToolUse',
      session_id: 's-1',
      cwd: box.project,
      permission_mode: null,
      tool_name: 'run_command_tracked',
      tool_input: { command: 'ls' },
      tool_use_id: 'call-1',
    });
  });

  test(says('exit 0 — success. Optional JSON on stdout controls behavior:'), async () => {
    const box = sandbox('kolega');
    box.write(PROJECT, fileWith('PreToolUse', [command('./answer.sh'), command('./next.sh')].join(', ')));
    box.write('project/answer.sh', prints(ANSWER));
    box.write('project/next.sh', '#!/bin/sh\necho ran > next.log\n');
    const outcome = await box.fire('PreToolUse', shell('rm -rf /'));
    expect(outcome).toMatchObject({
      decision: 'block',
      block: { effect: 'end_turn', reason: 'rm -rf is not allowed here' },
      messages: [{ text: 'shown to the user' }],
    });
    expect(ran(outcome)).toEqual(['blocked', 'skipped']);
    expect(box.has('project/next.log')).toBe(false);
  });

  test(says('permissionDecision: "deny"'), async () => {
    const box = sandbox('kolega');
    box.write(PROJECT, fileWith('PreToolUse', command('./deny.sh')));
    box.write('project/deny.sh', prints(answerWith('permissionDecision', 'permissionDecisionReason')));
    expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({
      block: { effect: 'deny_tool', reason: 'rm -rf is not allowed here' },
    });
  });

  test(says('exit 2 — block. Whatever the hook wrote to stderr becomes the reason.'), async () => {
    const box = sandbox('kolega');
    box.write(PROJECT, GUARD_FILE);
    box.write('project/.kolega/guard-bash.sh', refuses('not on a Friday'));
    const outcome = await box.fire('PreToolUse', { ...shell('ls'), tool_name: 'run_command_tracked' });
    expect(outcome.block).toMatchObject({ effect: 'deny_tool', reason: 'not on a Friday' });
    expect(outcome.hooks).toMatchObject([{ status: 'blocked', exitCode: 2, fault: null }]);
  });

  test(says('any other code — a non-blocking error: it is logged and the action proceeds.'), async () => {
    const box = sandbox('kolega');
    box.write(PROJECT, GUARD_FILE);
    box.write('project/.kolega/guard-bash.sh', prints(ANSWER, 1));
    const outcome = await box.fire('PreToolUse', { ...shell('rm -rf /'), tool_name: 'run_command_tracked' });
    expect(outcome).toMatchObject({ decision: 'none', block: null });
    expect(outcome.hooks).toMatchObject([{ status: 'failed', exitCode: 1, fault: { code: 'exit' } }]);
  });

  test(
    says(
      'Commands run with the project directory as the working directory and are split like a shell argument list (no shell features such as pipes — call a script if you need them).',
    ),
    async () => {
      const box = sandbox('kolega');
      box.write('project/deep/a.txt', 'tabs\there\n');
      box.write(PROJECT, fileWith('PostToolUse', FORMAT_HANDLER, 'Edit|Write'));
      box.write(
        'project/.kolega/format.sh',
        `#!/usr/bin/env bash\nfile=$(grep -o deep/a.txt)\npwd > cwd.log\nexpand "$file" > "$file.new" && mv "$file.new" "$file"\n`,
      );
      const edited = { tool_name: 'Edit', tool_input: { path: 'deep/a.txt' }, cwd: join(box.project, 'deep') };
      await box.fire('PostToolUse', { ...edited, tool_name: 'Read' });
      expect(box.has('project/cwd.log')).toBe(false);
      expect(ran(await box.fire('PostToolUse', edited))).toEqual(['passed']);
      expect(box.read('project/cwd.log')).toBe(`${box.project}\n`);
      expect(box.read('project/deep/a.txt')).toBe('tabs    here\n');

      box.write(PROJECT, fileWith('PostToolUse', command("./words.sh 'two words' | $HOME *")));
      box.write('project/words.sh', '#!/bin/sh\nprintf "%s\\n" "$@" > words.log\n');
      await box.open();
      await box.fire('PostToolUse', edited);
      expect(box.lines('project/words.log')).toEqual(['two words', '|', '$HOME', '*']);
    },
  );
});

describe('python', () => {
  test(
    says(
      'Point at an importable module.path:function. It receives a LifecycleEvent and returns a HookOutcome (or a dict with the same fields).',
    ),
    async () => {
      const [importLine = '', flat = ''] = PYTHON_CODE.split('\n');
      const code = unflattenPython(flat);
      expect(flattenPython(code)).toBe(flat);
      const box = sandbox('kolega', 'python3');
      box.write('project/myproject/hooks.py', `${importLine}\n\n${code}`);
      box.write('project/myproject/__init__.py', '');
      box.write(PROJECT, fileWith('PreToolUse', PYTHON_HANDLER, 'Write'));
      const writing = (content: string): Promise<Outcome> =>
        box.fire('PreToolUse', { tool_name: 'Write', tool_input: { path: 'a.env', content } });
      expect(await writing('AWS_SECRET=abc')).toMatchObject({
        decision: 'block',
        block: { effect: 'deny_tool', reason: 'Refusing to write a secret to disk.' },
        hooks: [{ handler: 'python', status: 'blocked', fault: null }],
      });
      expect(await writing('harmless')).toMatchObject({
        decision: 'none',
        hooks: [{ handler: 'python', status: 'passed', fault: null }],
      });
      expect(await box.fire('PreToolUse', { tool_name: 'Read', tool_input: { path: 'AWS_SECRET' } })).toMatchObject({
        decision: 'none',
        hooks: [],
      });
    },
  );

  test(says('(or a dict with the same fields)'), async () => {
    const box = sandbox('kolega', 'python3');
    box.write(
      'project/myproject/hooks.py',
      'def block_secrets(event):\n    return {"blocked": True, "reason": "a dict"}\n',
    );
    box.write('project/myproject/__init__.py', '');
    box.write(PROJECT, fileWith('PreToolUse', PYTHON_HANDLER));
    expect(await box.fire('PreToolUse', shell('ls'))).toMatchObject({ block: { reason: 'a dict' } });
  });
});

describe('prompt and agent', () => {
  /** A model and an agent that give one reply and remember what they were asked. */
  function answering(reply: string): {
    readonly asked: (PromptRequest | AgentRequest)[];
    readonly model: (request: PromptRequest) => Promise<string>;
    readonly agent: (request: AgentRequest) => Promise<unknown>;
  } {
    const asked: (PromptRequest | AgentRequest)[] = [];
    const answer = (request: PromptRequest | AgentRequest): Promise<string> => {
      asked.push(request);
      return Promise.resolve(reply);
    };
    return { asked, model: answer, agent: answer };
  }

  /** The same where it does not matter what they were asked. */
  const saying = (reply: string): Pick<HooksOptions, 'model' | 'agent'> => {
    const { model, agent } = answering(reply);
    return { model, agent };
  };

  const STOPPING = { stop_reason: 'end_turn', last_assistant_message: 'All done.' };
  const stopEvent = (project: string): string =>
    JSON.stringify(
      {
        hook_event_name: 'Stop',
        session_id: 's-1',
        cwd: project,
        permission_mode: null,
        stop_reason: 'end_turn',
        last_message: 'All done.',
      },
      null,
      2,
    );
  const promptOf = (json: string): string =>
    /"prompt": "([^"]*)"/.exec(json.replace('"type": "prompt"', ''))?.[1] ?? '';

  test(
    says('Both return a yes/no decision as {"ok": true} (allow) or {"ok": false, "reason": "…"} (block);'),
    async () => {
      for (const handler of [PROMPT_HANDLER, AGENT_HANDLER]) {
        const box = sandbox('kolega');
        box.write(PROJECT, fileWith('Stop', handler));
        await box.open(saying(ALLOWED));
        expect(await box.fire('Stop', STOPPING)).toMatchObject({ decision: 'none', hooks: [{ status: 'passed' }] });
        await box.open(saying(BLOCKED));
        expect(await box.fire('Stop', STOPPING)).toMatchObject({
          block: { effect: 'keep_working', reason: '…' },
          hooks: [{ status: 'blocked' }],
        });
      }
    },
  );

  test(says('Use $EVENT in the prompt to interpolate the event JSON.'), async () => {
    const box = sandbox('kolega');
    const { asked, model } = answering(ALLOWED);
    box.write(PROJECT, fileWith('Stop', PROMPT_HANDLER));
    await box.open({ model });
    await box.fire('Stop', STOPPING);
    expect(asked).toMatchObject([
      {
        kind: 'prompt',
        prompt: promptOf(PROMPT_HANDLER).replace('$EVENT', () => stopEvent(box.project)),
        model: 'fast',
        timeoutMs: 30_000,
      },
    ]);
    expect(asked[0]?.prompt).toContain("Have all of the user's requested tasks been completed? {");
  });

  test(
    says(
      'prompt sends your prompt plus the event data to a model (the fast model by default; "model" may be "fast", "long", or "thinking").',
    ),
    async () => {
      const box = sandbox('kolega');
      const { asked, model } = answering(ALLOWED);
      const words = ['fast', 'long', 'thinking'];
      const bare = { type: 'prompt', prompt: 'Done?' };
      const handlers = [bare, ...words.map((word) => ({ ...bare, model: word }))].map((handler) =>
        JSON.stringify(handler),
      );
      box.write(PROJECT, fileWith('Stop', handlers.join(', ')));
      await box.open({ model });
      await box.fire('Stop', STOPPING);
      expect(asked.map((request) => request.model)).toEqual(['fast', ...words]);
      expect(asked[0]?.prompt).toBe(`Done?\n\nEvent data:\n${stopEvent(box.project)}`);
    },
  );

  test(
    says(
      'agent spawns a full sub-agent that can read files, search the code, and run commands to verify a condition before answering.',
    ),
    async () => {
      const box = sandbox('kolega');
      const { asked, agent } = answering(BLOCKED);
      box.write(PROJECT, fileWith('Stop', AGENT_HANDLER));
      await box.open({ agent });
      expect(await box.fire('Stop', STOPPING)).toMatchObject({ block: { effect: 'keep_working', reason: '…' } });
      expect(asked).toMatchObject([{ kind: 'agent', tools: null, timeoutMs: 120_000 }]);
      expect(asked[0]?.prompt.startsWith(promptOf(AGENT_HANDLER))).toBe(true);
      expect(promptOf(AGENT_HANDLER)).toBe('Run the test suite. Only report ok:true if every test passes.');
    },
  );

  test(
    says(
      'Because an agent hook uses tools, it is not allowed on PreToolUse / PostToolUse (that would recurse); use it on Stop, SubagentStop, UserPromptSubmit, or the session events.',
    ),
    async () => {
      for (const event of ['PreToolUse', 'PostToolUse'] as const) {
        const box = sandbox('kolega');
        box.write(PROJECT, fileWith(event, AGENT_HANDLER));
        const hooks = await box.open(saying(BLOCKED));
        expect(hooks.list()).toEqual([]);
        expect(hooks.diagnostics).toMatchObject([{ message: expect.stringContaining('recursion') }]);
        expect(await box.fire(event, shell('ls'))).toMatchObject({ decision: 'none', hooks: [] });
      }
      for (const event of ['Stop', 'SubagentStop', 'UserPromptSubmit', 'SessionStart', 'SessionEnd'] as const) {
        const box = sandbox('kolega');
        box.write(PROJECT, fileWith(event, AGENT_HANDLER));
        const hooks = await box.open(saying(ALLOWED));
        expect(hooks.diagnostics).toEqual([]);
        expect(ran(await box.fire(event))).toEqual(['passed']);
      }
    },
  );

  test(
    says('Tool calls made by an agent hook do not re-trigger tool hooks, so there is no infinite loop.'),
    async () => {
      const box = sandbox('kolega');
      const inner: Outcome[] = [];
      const guarded = JSON.parse(DENY_RM_FILE) as { hooks: object };
      const gated = JSON.parse(AGENT_FILE) as { hooks: object };
      box.write(PROJECT, JSON.stringify({ ...gated, hooks: { ...gated.hooks, ...guarded.hooks } }));
      box.write('project/.kolega/deny-rm.sh', GUARD);
      await box.open({
        agent: async () => {
          inner.push(await box.fire('PreToolUse', shell('rm -rf build')));
          return JSON.parse(ALLOWED);
        },
      });
      expect(await box.fire('Stop', STOPPING)).toMatchObject({ decision: 'none' });
      expect(inner).toMatchObject([{ decision: 'none', block: null }]);
      expect(ran(inner[0] as Outcome).filter((status) => status !== 'skipped')).toEqual([]);
      expect(await box.fire('PreToolUse', shell('rm -rf build'))).toMatchObject({ decision: 'block' });
    },
  );

  test(says('Don’t stop until the tests pass (prompt hook):'), async () => {
    const box = sandbox('kolega');
    const { asked, model } = answering(JSON.stringify({ ok: false, reason: 'Two tests fail.' }));
    box.write(PROJECT, PROMPT_FILE);
    const hooks = await box.open({ model });
    expect(hooks.diagnostics).toEqual([]);
    expect(await box.fire('Stop', STOPPING)).toMatchObject({
      block: { effect: 'keep_working', reason: 'Two tests fail.' },
    });
    expect(asked).toMatchObject([
      {
        prompt: promptOf(PROMPT_FILE).replace('$EVENT', () => stopEvent(box.project)),
        model: 'fast',
        timeoutMs: 30_000,
      },
    ]);
    await box.open(saying(ALLOWED));
    expect(await box.fire('Stop', STOPPING)).toMatchObject({ decision: 'none', block: null });
  });

  test(says('Verify tests actually pass before stopping (agent hook):'), async () => {
    const box = sandbox('kolega');
    const { asked, agent } = answering(JSON.stringify({ ok: false, reason: 'npm test exits with 1.' }));
    box.write(PROJECT, AGENT_FILE);
    const hooks = await box.open({ agent });
    expect(hooks.diagnostics).toEqual([]);
    expect(await box.fire('Stop', STOPPING)).toMatchObject({
      block: { effect: 'keep_working', reason: 'npm test exits with 1.' },
    });
    expect(asked).toMatchObject([{ kind: 'agent', timeoutMs: 120_000 }]);
    expect(asked[0]?.prompt).toContain("Run the project's test command and confirm it exits cleanly.");
    await box.open(saying(ALLOWED));
    expect(await box.fire('Stop', STOPPING)).toMatchObject({ decision: 'none', block: null });
  });
});

test(says('Block dangerous shell commands (project, command hook):'), async () => {
  const box = sandbox('kolega');
  box.write(PROJECT, DENY_RM_FILE);
  box.write('project/.kolega/deny-rm.sh', GUARD);
  expect((await box.open()).diagnostics).toEqual([]);
  for (const tool_name of ['execute_terminal_command', 'run_command', 'run_command_tracked']) {
    expect(await box.fire('PreToolUse', { ...shell('rm -rf /'), tool_name })).toMatchObject({
      block: { effect: 'deny_tool', reason: 'rm -rf is not allowed here' },
    });
    expect(await box.fire('PreToolUse', { ...shell('ls -la'), tool_name })).toMatchObject({ decision: 'none' });
  }
  expect((await box.fire('PreToolUse', { ...shell('rm -rf /'), tool_name: 'write_file' })).hooks).toEqual([]);
});

describe('trusting project hooks', () => {
  const BRANDED = fileWith('PreToolUse', command('./.kolega/global.sh'));

  test(
    says(
      'When an untrusted project defines hooks, Kolega Code tells you and runs only the global hooks. To enable the project’s hooks, launch with:',
    ),
    async () => {
      const box = sandbox('kolega');
      const place = { project: box.project, env: box.env };
      box.write(GLOBAL, BRANDED);
      box.write('project/.kolega/global.sh', '#!/bin/sh\n');
      box.write(PROJECT, DENY_RM_FILE);
      box.write('project/.kolega/deny-rm.sh', GUARD);
      const untrusted = await box.open({ trust: 'store' });
      expect(untrusted.project).toMatchObject({ trusted: false });
      expect(untrusted.diagnostics).toMatchObject([
        { message: expect.stringContaining('not trusted'), hint: expect.stringContaining('--trust-hooks') },
      ]);
      const before = await box.fire('PreToolUse', shell('rm -rf /'));
      expect(before.decision).toBe('none');
      expect(before.hooks.map(({ scope, status }) => [scope, status])).toEqual([
        ['user', 'passed'],
        ['project', 'skipped'],
      ]);
      expect(await trustProject(place)).toMatchObject({ already: false, problem: null });
      await box.open({ trust: 'store' });
      expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'block' });
    },
  );

  test(
    says(
      'Trust is recorded once (per resolved project path) in your user settings, so future runs in that project enable its hooks automatically.',
    ),
    async () => {
      const box = sandbox('kolega');
      box.write(PROJECT, DENY_RM_FILE);
      box.write('project/.kolega/deny-rm.sh', GUARD);
      box.write('other/.kolega/hooks.json', DENY_RM_FILE);
      box.write('other/.kolega/deny-rm.sh', GUARD);
      await trustProject({ project: box.project, env: box.env });
      expect(await listTrust({ env: box.env })).toMatchObject([{ path: box.project, state: 'trusted' }]);
      for (let run = 0; run < 2; run += 1) {
        await box.open({ trust: 'store' });
        expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'block' });
      }
      await box.open({ trust: 'store', project: join(box.root, 'other') });
      expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'none' });
    },
  );

  test(says('Global/user hooks are always trusted.'), async () => {
    const box = sandbox('kolega');
    box.write(GLOBAL, DENY_RM_FILE);
    box.write('project/.kolega/deny-rm.sh', GUARD);
    await box.open({ trust: 'store' });
    expect(await box.fire('PreToolUse', shell('rm -rf /'))).toMatchObject({ decision: 'block' });
  });
});

describe('safety and behavior notes', () => {
  test(
    says(
      'Failure is isolated. A hook that crashes, times out, or prints garbage is logged and the action proceeds — a broken hook never wedges the agent.',
    ),
    async () => {
      const box = sandbox('kolega');
      const broken = [
        ['kill -9 $$', 'failed', 'killed'],
        ['echo garbage', 'failed', 'bad_output'],
        ['sleep 60', 'timed_out', 'timeout'],
      ] as const;
      const handlers = broken.map((_, index) => `{ "type": "command", "command": "./${index}.sh", "timeout": 1 }`);
      box.write(PROJECT, fileWith('PreToolUse', handlers.join(', ')));
      broken.forEach(([body], index) => box.write(`project/${index}.sh`, `#!/bin/bash\n${body}\n`));
      const outcome = await box.fire('PreToolUse', shell('ls'));
      expect(outcome).toMatchObject({ decision: 'none', block: null });
      expect(outcome.hooks.map(({ status, fault }) => [status, fault?.code])).toEqual(
        broken.map(([, status, code]) => [status, code]),
      );
    },
  );

  test(
    says('Each handler has a timeout (seconds). On timeout the process is killed and treated as a non-blocking error.'),
    async () => {
      const box = sandbox('kolega');
      box.write(PROJECT, fileWith('PreToolUse', FORMAT_HANDLER.replace('30', '1')));
      box.write('project/.kolega/format.sh', `#!/bin/bash\nsleep 60\necho late > late.log\nexit 2\n`);
      const outcome = await box.fire('PreToolUse', shell('ls'));
      expect(outcome).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'timed_out', fault: { code: 'timeout' } }],
      });
      expect(box.has('project/late.log')).toBe(false);
    },
  );

  test(
    says('Tool hooks apply to sub-agents too, so a PreToolUse guard also covers tools used by dispatched sub-agents.'),
    async () => {
      const box = sandbox('kolega');
      box.write(PROJECT, DENY_RM_FILE);
      box.write('project/.kolega/deny-rm.sh', GUARD);
      const event = { ...shell('rm -rf /'), agent_id: 'a-1', agent_type: 'researcher' };
      expect(await box.fire('PreToolUse', event)).toMatchObject({ block: { effect: 'deny_tool' } });
    },
  );
});
