import { createHooks, DIALECTS, EVENT_NAMES, NEUTRAL_FIELDS, parseEvent } from '@hookline/core/internal';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleEvent, UnknownEventError } from './example-event.ts';
import { EXAMPLE_TOOLS } from './example-tools.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-example-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const isNeutral = (name: string): boolean => NEUTRAL_FIELDS.some((each) => each === name);
/** Fields that most events of the kind do not have. */
const SELDOM = new Set(['agent_id', 'agent_type', 'action', 'input_tokens']);
const NATIVE = DIALECTS.flatMap(({ id, events }) =>
  Object.entries(events).flatMap(([native, { means }]) => (means.length === 0 ? [] : [[id, native] as const])),
);

describe('an example of an event', () => {
  it.each(EVENT_NAMES)('is there for %s and can be fired', (name) => {
    const event = exampleEvent(name, { project: '/project' });
    expect(parseEvent(JSON.stringify(event))).toEqual({ ok: true, event });
    expect(event).toMatchObject({ hook_event_name: name, session_id: 'example-session', cwd: '/project' });
  });

  it.each(NATIVE)('fills every neutral field that %s sends with %s', (id, native) => {
    const dialect = DIALECTS.find((each) => each.id === id);
    const row = dialect?.events[native];
    const event = exampleEvent(native, { project: '/project', dialect: id, ...(takesTool(row?.fields) ? MCP : {}) });
    expect(row?.means).toContain(event.hook_event_name);
    const empty = (row?.fields ?? []).filter(
      (field) => 'from' in field && field.from.some(isNeutral) && field.from.every((name) => event[name] === undefined),
    );
    expect(empty.map(({ name }) => name).filter((name) => !SELDOM.has(name))).toEqual([]);
  });

  it('speaks of tools in the words of the dialect', () => {
    const event = exampleEvent('pre_tool_use', { project: '/project', dialect: 'polytoken', tool: 'Write' });
    expect(event).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'file_write',
      tool_input: { path: 'src/sum.js', content: 'export const sum = (a, b) => a + b;\n' },
    });
    expect(exampleEvent('session_end', { project: '/project', dialect: 'kode' })['reason']).toBe('user_exit');
    expect(exampleEvent('SessionEnd', { project: '/project', dialect: 'kolega' })['reason']).toBe('quit');
  });

  it('takes a neutral name, a native one and an alias for the same event', () => {
    const named = (name: string) => exampleEvent(name, { project: '/project', dialect: 'agent-hooks' });
    expect(named('before_tool')).toEqual(named('PreToolUse'));
    expect(named('pre-tool-call')).toEqual(named('PreToolUse'));
    expect(exampleEvent('before_tool', { project: '/project' })).toEqual(
      exampleEvent('PreToolUse', { project: '/project' }),
    );
  });

  it('holds what only one dialect sends', () => {
    const keys = Object.keys(exampleEvent('SubagentStop', { project: '/project', dialect: 'qoder' }));
    expect(keys).toContain('agent_transcript_path');
  });

  it('keeps apart the two events that one native name stands for', () => {
    const post = (name: string) => exampleEvent(name, { project: '/project', dialect: 'kode' });
    expect(post('tool_call_post').hook_event_name).toBe('PostToolUse');
    expect(post('PostToolUseFailure')).toMatchObject({ hook_event_name: 'PostToolUseFailure', exit_code: 1 });
  });

  it('lets given fields stand in place of its own', () => {
    const event = exampleEvent('PreToolUse', {
      project: '/project',
      with: { tool_input: { command: 'ls' }, extra: 1 },
    });
    expect(event).toMatchObject({ tool_input: { command: 'ls' }, extra: 1, tool_name: 'Bash' });
    expect(event['tool_input']).toEqual({ command: 'ls' });
  });

  it.each(EXAMPLE_TOOLS)('shows the tool %s before, after and failing', (tool) => {
    for (const name of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']) {
      const event = exampleEvent(name, { project: '/project', tool });
      expect(typeof event['tool_name']).toBe('string');
      expect(event['tool_input']).toBeTypeOf('object');
    }
  });

  it('does not exist for an unknown event, and says which was meant', () => {
    expect(() => exampleEvent('PreToolUze', { project: '/project' })).toThrow(
      new UnknownEventError('unknown event "PreToolUze"; did you mean "PreToolUse"? (see "hookline events")'),
    );
    expect(() => exampleEvent('Elicitation', { project: '/project', dialect: 'kode' })).toThrow(
      /^kode has no event "Elicitation".*it has session_start, user_prompt_submit/,
    );
    expect(() => exampleEvent('Stop', { project: '/project', dialect: 'kod' })).toThrow(
      'unknown dialect "kod"; did you mean "kode"?',
    );
  });

  it('reaches a real hook with the payload of its dialect', async () => {
    mkdirSync(join(root, '.polytoken'));
    const script = join(root, 'keep.sh');
    writeFileSync(script, `#!/bin/bash\ncat > ${root}/seen.json\n`);
    chmodSync(script, 0o755);
    const entry = { name: 'keep', event: 'pre_tool_use', matcher: 'shell_exec', handler: { bash: script } };
    writeFileSync(join(root, '.polytoken/hooks.json'), JSON.stringify([entry]));
    const hooks = await createHooks({ project: root, home: root, env: process.env, trust: 'all', record: false });
    const outcome = await hooks.fire(exampleEvent('pre_tool_use', { project: root, dialect: 'polytoken' }));
    await hooks.close();
    expect(outcome.hooks.map(({ status }) => status)).toEqual(['passed']);
    expect(JSON.parse(readFileSync(join(root, 'seen.json'), 'utf8'))).toEqual({
      event: 'pre_tool_use',
      matcher_subject: 'shell_exec',
      tool_name: 'shell_exec',
      input: { command: 'npm test', description: 'Run the tests', timeout: 120_000 },
    });
  });
});

const MCP = { tool: 'mcp' } as const;

const takesTool = (fields: readonly { readonly name: string }[] = []): boolean =>
  fields.some(({ name }) => name === 'mcp_context');
