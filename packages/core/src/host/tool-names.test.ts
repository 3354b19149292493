import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooksProject } from '../../../../test/support/hooks-project.ts';
import { needs } from '../../../../test/support/programs.ts';
import { excerptsOf } from '../../../../test/seeds/excerpts.ts';
import { DIALECTS, type EventName, type Json, type JsonObject, type AnyEvent } from '../internal.ts';

const here = hooksProject({ trust: 'all', record: false });
const { open } = here;
const write = (path: string, content: Json): void => here.write(`project/${path}`, content);

const event = (name: EventName, fields: Readonly<Record<string, Json>>): AnyEvent => ({
  hook_event_name: name,
  session_id: 's-1',
  cwd: here.project,
  ...fields,
});
const call = (tool_name: string, tool_input: JsonObject, name: EventName = 'PreToolUse'): AnyEvent =>
  event(name, { tool_name, tool_input });
const saved = (): JsonObject => JSON.parse(readFileSync(join(here.project, 'seen'), 'utf8')) as JsonObject;

const grouped = (native: string, matcher: string, command: string): Json => ({
  [native]: [{ matcher, hooks: [{ type: 'command', command }] }],
});
const kolega = (matcher: string, command: string, native = 'PreToolUse'): void =>
  write('.kolega/hooks.json', { schema_version: 1, hooks: grouped(native, matcher, command) });
const qoder = (matcher: string, command: string, native = 'PreToolUse'): void =>
  write('.qoder/settings.json', { hooks: grouped(native, matcher, command) });
const agentHooks = (matcher: string, script: string, trigger = 'before_tool'): void => {
  write('.agents/hooks/h/HOOK.md', `---\nname: h\ndescription: d\ntrigger: ${trigger}\nmatcher:\n  ${matcher}\n---\n`);
  write('.agents/hooks/h/scripts/run.sh', `#!/bin/bash\n${script}\n`);
};
const kode = (native: string, script: string): void => {
  write('hook.sh', `#!/bin/bash\n${script}\n`);
  write('.kode/config.yaml', `hooks:\n  ${native}:\n    - exec: ./hook.sh\n`);
};
const polytoken = (matcher: string, bash: string, native = 'pre_tool_use'): void =>
  write('.polytoken/hooks.json', [{ name: 'h', event: native, matcher, handler: { bash } }]);

const inputs: Readonly<Record<string, JsonObject>> = {
  Bash: { command: 'rm -rf /tmp/x' },
  Read: { file_path: 'a.txt' },
  Write: { file_path: 'a.py', content: 'x' },
  Edit: { file_path: 'a.txt', old_string: 'a', new_string: 'b' },
};

describe('every matcher of the documents', () => {
  const MATCHERS: readonly (readonly [string, readonly string[], () => void])[] = [
    [
      'execute_terminal_command|run_command_tracked',
      ['Bash'],
      () => kolega('execute_terminal_command|run_command_tracked', 'true'),
    ],
    [
      'execute_terminal_command|run_command|run_command_tracked',
      ['Bash'],
      () => kolega('execute_terminal_command|run_command|run_command_tracked', 'true'),
    ],
    ['run_command alone', ['Bash'], () => kolega('run_command', 'true')],
    ['Edit|Write', ['Write', 'Edit'], () => kolega('Edit|Write', 'true')],
    [
      'Shell and a pattern',
      ['Bash'],
      () => agentHooks('tool: Shell\n  pattern: "rm -rf /|mkfs|dd if=/dev/zero"', 'exit 0'),
    ],
    ['WriteFile and a pattern', ['Write'], () => agentHooks('tool: WriteFile\n  pattern: "\\.py$"', 'exit 0')],
    ['Bash of qoder', ['Bash'], () => qoder('Bash', 'true')],
    ['Write|Edit of qoder', ['Write', 'Edit'], () => qoder('Write|Edit', 'true')],
    ['file_edit_*', ['Edit'], () => polytoken('file_edit_*', 'exit 0')],
    ['file_read', ['Read'], () => polytoken('file_read', 'exit 0')],
    ['file_edit_search_replace', ['Edit'], () => polytoken('file_edit_search_replace', 'exit 0')],
  ];

  test.each(MATCHERS)('%s fires for %j', async (_matcher, tools, lay) => {
    lay();
    const hooks = await open();
    const fired = Object.entries(inputs).filter(([tool, input]) =>
      hooks.explain(call(tool, input)).hooks.some(({ runs }) => runs),
    );
    expect(fired.map(([tool]) => tool)).toEqual(tools);
  });

  test.each(MATCHERS)(
    '%s fires for %j under every name that other systems have for them',
    async (_matcher, tools, lay) => {
      lay();
      const hooks = await open();
      const own = hooks.list().map(({ dialect }) => dialect);
      for (const [neutral, input] of Object.entries(inputs)) {
        for (const { id, tools: table } of DIALECTS) {
          if (own.includes(id) || table[neutral]?.elsewhere === 'unknown') continue;
          for (const name of table[neutral]?.names ?? []) {
            const isRun = hooks.explain(call(name, input)).hooks.some(({ runs }) => runs);
            expect([name, isRun]).toEqual([name, tools.includes(neutral)]);
          }
        }
      }
    },
  );

  test('is held against the names as given with toolNames "given"', async () => {
    polytoken('file_read', 'exit 0');
    kolega('run_command', 'true');
    const hooks = await open({ toolNames: 'given' });
    expect(hooks.explain(call('Read', {})).hooks.map(({ runs }) => runs)).toEqual([false, false]);
    expect(hooks.explain(call('file_read', {})).hooks.map(({ runs }) => runs)).toEqual([true, false]);
  });

  test('that only accepts the name as the host gives it is not silenced: the hook sees the event as given', async () => {
    polytoken('Write', 'cat > seen; echo no; exit 2');
    const hooks = await open();
    const outcome = await hooks.fire(call('Write', { file_path: 'a' }));
    expect(outcome.block?.reason).toBe('no');
    expect(saved()).toMatchObject({ tool_name: 'Write', input: { file_path: 'a' } });
  });

  test('also matches the tool of an MCP server by its name', async () => {
    kolega('mcp__.*', 'true');
    const hooks = await open();
    expect(hooks.explain(call('mcp__files__read', {})).hooks.map(({ runs }) => runs)).toEqual([true]);
  });
});

describe('the hooks of the documents', () => {
  test(
    'polytoken’s protect-changelog blocks an edit of CHANGELOG.md, however its path is written',
    needs('jq'),
    async () => {
      write(
        '.polytoken/hooks.json',
        excerptsOf('polytoken/source.txt').jsonAfter('that blocks edits to a locked file:'),
      );
      const hooks = await open();
      const edit = (file_path: string): AnyEvent => call('Edit', { file_path, old_string: 'a', new_string: 'b' });
      const reason = 'CHANGELOG.md is generated; do not edit it by hand.';
      expect((await hooks.fire(edit('CHANGELOG.md'))).block?.reason).toBe(reason);
      expect((await hooks.fire(edit(join(here.project, 'CHANGELOG.md')))).block?.reason).toBe(reason);
      expect((await hooks.fire(edit('README.md'))).block).toBeNull();
      expect((await hooks.fire(call('Write', { file_path: 'CHANGELOG.md', content: '' }))).hooks).toEqual([]);
    },
  );

  test('the first hook of agent-hooks blocks a dangerous command of Bash', async () => {
    const seed = excerptsOf('agent-hooks/source.txt');
    write('.agents/hooks/block/HOOK.md', seed.fencedAfter('### HOOK.md Example'));
    write('.agents/hooks/block/scripts/run.sh', seed.fencedAfter('### Script Example (scripts/run.sh)'));
    const hooks = await open();
    expect((await hooks.fire(call('Bash', { command: 'rm -rf /' }))).block?.reason).toBe(
      'Dangerous command blocked: rm -rf /',
    );
    expect((await hooks.fire(call('Bash', { command: 'ls' }))).hooks).toEqual([]);
  });
});

describe('a payload', () => {
  test('of polytoken, its environment and its subject hold the native names', async () => {
    polytoken('file_write', 'cat > seen; echo "$POLYTOKEN_HOOK_MATCHER_SUBJECT" > subject');
    const hooks = await open();
    await hooks.fire(call('Write', { file_path: 'a', content: 'x' }));
    expect(saved()).toEqual({
      event: 'pre_tool_use',
      matcher_subject: 'file_write',
      tool_name: 'file_write',
      input: { path: 'a', content: 'x' },
    });
    expect(readFileSync(join(here.project, 'subject'), 'utf8')).toBe('file_write\n');
  });

  test('is in the words of each dialect, in whose words ever the host speaks', async () => {
    kolega('*', `bash -c 'cat > kolega'`);
    agentHooks('tool: .', 'cat > agent-hooks');
    qoder('*', 'cat > qoder');
    kode('tool_call_pre', 'cat > kode');
    polytoken('*', 'cat > polytoken');
    const hooks = await open();
    const written = (id: string): JsonObject => JSON.parse(readFileSync(join(here.project, id), 'utf8')) as JsonObject;
    for (const [tool, input] of [
      ['Write', { file_path: 'a', content: 'x' }],
      ['WriteFile', { path: 'a', content: 'x' }],
      ['create_file', { path: 'a', content: 'x' }],
      ['write_file', { path: 'a', content: 'x' }],
    ] as const) {
      const outcome = await hooks.fire(call(tool, input));
      expect(outcome.hooks.map(({ dialect }) => dialect)).toEqual([
        'kolega',
        'agent-hooks',
        'qoder',
        'kode',
        'polytoken',
      ]);
      const path = { path: 'a', content: 'x' };
      expect(written('kolega')).toMatchObject({ tool_name: 'create_file', tool_input: path });
      expect(written('agent-hooks')).toMatchObject({ tool_name: 'WriteFile', tool_input: path });
      expect(written('qoder')).toMatchObject({ tool_name: 'Write', tool_input: { file_path: 'a', content: 'x' } });
      expect(written('kode')).toMatchObject({ tool: 'write_file', input: path });
      expect(written('polytoken')).toMatchObject({ tool_name: 'file_write', input: path });
    }
  });

  test('of the host’s own functions is as given, whatever the name', async () => {
    const hooks = await open();
    const seen: unknown[] = [];
    hooks.on({ event: 'PreToolUse', matcher: 'Shell' }, ({ tool_name }) => void seen.push(tool_name));
    hooks.on({ event: 'PreToolUse', matcher: 'Bash' }, ({ tool_name }) => void seen.push(tool_name));
    await hooks.fire(call('Shell', { command: 'ls' }));
    expect(seen).toEqual(['Shell']);
  });

  test('of kode names the tool its own way, after the call too', async () => {
    kode('tool_call_post', 'cat > seen');
    const hooks = await open();
    await hooks.fire({ ...call('Bash', { command: 'ls' }, 'PostToolUse'), tool_response: 'a.txt' });
    expect(saved()).toMatchObject({ event: 'tool_call_post', tool: 'shell', output: 'a.txt' });
  });

  test('of the host’s own functions stays as given', async () => {
    const hooks = await open();
    const seen: Json[] = [];
    hooks.on({ event: 'PreToolUse', matcher: 'Write' }, ({ tool_name, tool_input }) => {
      seen.push([tool_name ?? null, tool_input ?? null]);
    });
    await hooks.fire(call('Write', { file_path: 'a' }));
    expect(seen).toEqual([['Write', { file_path: 'a' }]]);
  });

  test('about the end of a session holds the native word, which matchers are held against', async () => {
    kolega('quit', `bash -c 'cat > seen'`, 'SessionEnd');
    qoder('prompt_input_exit', 'true', 'SessionEnd');
    const hooks = await open();
    const outcome = await hooks.fire(event('SessionEnd', { reason: 'user_exit' }));
    expect(outcome.hooks.map(({ dialect, status }) => [dialect, status])).toEqual([
      ['kolega', 'passed'],
      ['qoder', 'passed'],
    ]);
    expect(saved()).toMatchObject({ reason: 'quit' });
    expect((await hooks.fire(event('SessionEnd', { reason: 'clear' }))).hooks).toEqual([]);
  });
});

describe('a rewritten input', () => {
  const answer = (updatedInput: JsonObject): string =>
    `echo '${JSON.stringify({ hookSpecificOutput: { updatedInput } })}'`;

  test('is given back in the neutral fields', async () => {
    write('rewrite.sh', `#!/bin/bash\n${answer({ path: 'b', content: 'y' })}\n`);
    kolega('create_file', './rewrite.sh');
    const hooks = await open();
    expect((await hooks.fire(call('Write', { file_path: 'a', content: 'x' }))).updatedInput).toEqual({
      file_path: 'b',
      content: 'y',
    });
  });

  test('is seen by the next dialect under its own names, and the last one stands', async () => {
    write('rewrite.sh', `#!/bin/bash\n${answer({ command: 'ls -l' })}\n`);
    kolega('run_command', './rewrite.sh');
    agentHooks('tool: Shell', `echo '{"modified_input": {"command": "ls -la", "timeout": 2}}'`);
    kode('tool_call_pre', `cat > seen; echo '{"replace_tool_input": {"command": "ls -lah", "timeout": 3000}}'`);
    const hooks = await open();
    const outcome = await hooks.fire(call('Bash', { command: 'ls' }));
    expect(saved()).toMatchObject({ tool: 'shell', input: { command: 'ls -la', timeout: 2000 } });
    expect(outcome.updatedInput).toEqual({ command: 'ls -lah', timeout: 3000 });
  });

  test('is seen by the next hook of the same dialect in the native fields', async () => {
    agentHooks('tool: StrReplaceFile', `cat > seen`);
    write('.agents/hooks/a/HOOK.md', '---\nname: a\ndescription: d\ntrigger: before_tool\npriority: 900\n---\n');
    write(
      '.agents/hooks/a/scripts/run.sh',
      `#!/bin/bash\necho '{"modified_input": {"path": "b", "edit": {"old": "x", "new": "z"}}}'\n`,
    );
    const hooks = await open();
    const outcome = await hooks.fire(call('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }));
    expect(saved()).toMatchObject({ tool_input: { path: 'b', edit: { old: 'x', new: 'z' } } });
    expect(outcome.updatedInput).toEqual({ file_path: 'b', old_string: 'x', new_string: 'z' });
  });

  test('is given back in the fields of the system in whose words the host speaks', async () => {
    write('rewrite.sh', `#!/bin/bash\n${answer({ command: 'ls -l', timeout: 2500 })}\n`);
    kolega('run_command', './rewrite.sh');
    kode('tool_call_pre', 'cat > seen');
    const hooks = await open();
    const outcome = await hooks.fire(call('Shell', { command: 'ls', timeout: 1 }));
    expect(outcome.updatedInput).toEqual({ command: 'ls -l', timeout: 2.5 });
    expect(saved()).toMatchObject({ tool: 'shell', input: { command: 'ls -l', timeout: 2500 } });
  });

  test('of a hook that sees the event as given, and of one that does not, are both in the host’s fields', async () => {
    write('.kolega/hooks.json', {
      schema_version: 1,
      hooks: {
        PreToolUse: [
          { matcher: 'Write', hooks: [{ type: 'command', command: './one.sh' }] },
          { matcher: 'create_file', hooks: [{ type: 'command', command: './two.sh' }] },
          { matcher: 'Write', hooks: [{ type: 'command', command: `bash -c 'cat > seen'` }] },
        ],
      },
    });
    write('one.sh', `#!/bin/bash\n${answer({ file_path: 'b', content: 'y' })}\n`);
    write('two.sh', `#!/bin/bash\ncat > second\n${answer({ path: 'c', content: 'z' })}\n`);
    const hooks = await open({ givenFirst: true });
    const outcome = await hooks.fire(call('Write', { file_path: 'a', content: 'x' }));
    const second = JSON.parse(readFileSync(join(here.project, 'second'), 'utf8')) as JsonObject;
    expect(second).toMatchObject({ tool_name: 'create_file', tool_input: { path: 'b', content: 'y' } });
    expect(saved()).toMatchObject({ tool_name: 'Write', tool_input: { file_path: 'c', content: 'z' } });
    expect(outcome.updatedInput).toEqual({ file_path: 'c', content: 'z' });
  });

  test('is left as it is without the option', async () => {
    write('rewrite.sh', `#!/bin/bash\n${answer({ path: 'b' })}\n`);
    kolega('Write', './rewrite.sh');
    const hooks = await open({ toolNames: 'given' });
    expect((await hooks.fire(call('Write', { file_path: 'a' }))).updatedInput).toEqual({ path: 'b' });
  });
});
