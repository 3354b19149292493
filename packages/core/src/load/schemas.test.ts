import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../dialects/index.ts';
import type { Dialect, JsonObject } from '../model/index.ts';
import { objectSchema, configurationSchema } from './schemas.ts';

const schemaOf = (id: string): JsonObject =>
  configurationSchema(DIALECTS.find((dialect) => dialect.id === id) as Dialect);
// Compiled once each: that takes a hundred times as long as to validate.
const validators = new Map<string, ValidateFunction>();
function isValid(id: string, value: unknown): boolean {
  const known = validators.get(id) ?? new Ajv({ strictTypes: false, strictTuples: false }).compile(schemaOf(id));
  validators.set(id, known);
  return known(value);
}

const kolegaHooks = (hooks: unknown) => ({ schema_version: 1, hooks });
const stop = (handler: unknown) => kolegaHooks({ Stop: [{ matcher: '*', hooks: [handler] }] });
const qoderHook = (entry: unknown) => ({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] } });
const frontMatter = (more = '') => parse(`name: a\ndescription: b\ntrigger: before_tool\n${more}`) as unknown;
const flat = (more: object = {}) => [{ name: 'a', event: 'stop', handler: { bash: 'x' }, ...more }];

describe('the JSON Schema of a configuration', () => {
  it.each(DIALECTS.map(({ id }) => id))('of %s is the one that is published', (id) => {
    const file = fileURLToPath(new URL(`../../../../schemas/${id}.json`, import.meta.url));
    expect(schemaOf(id)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });

  it.each(DIALECTS.map(({ id }) => id))('of %s is valid draft-07 and can be written as JSON', (id) => {
    const schema = schemaOf(id);
    expect(new Ajv().validateSchema(schema)).toBe(true);
    expect(JSON.parse(JSON.stringify(schema))).toStrictEqual(schema);
    expect(schema['$schema']).toBe('http://json-schema.org/draft-07/schema#');
  });

  it('of keys says what the tables say: which are needed, of what type, and what holds without them', () => {
    expect(
      objectSchema({
        a: { type: 'object', about: 'A.', required: true },
        b: { type: 'integer', about: 'B.', nullable: true, default: 3, range: [0, 9] },
      }),
    ).toStrictEqual({
      type: 'object',
      required: ['a'],
      properties: {
        a: { description: 'A.', type: 'object' },
        b: {
          description: 'B.',
          default: 3,
          anyOf: [{ type: 'integer', minimum: 0, maximum: 9 }, { type: 'null' }],
        },
      },
    });
  });

  it.each<[string, unknown]>([
    [
      'kolega',
      kolegaHooks({
        PreToolUse: [
          {
            matcher: 'execute_terminal_command|run_command_tracked',
            hooks: [{ type: 'command', command: './.kolega/guard-bash.sh', timeout: 30 }],
          },
        ],
      }),
    ],
    ['kolega', stop({ type: 'python', callable: 'myproject.hooks:block_secrets', timeout: 15 })],
    ['kolega', stop({ type: 'prompt', prompt: 'Have all tasks been completed? $EVENT', model: 'fast', timeout: 30 })],
    ['kolega', stop({ type: 'agent', prompt: 'Run the test suite.', timeout: 120 })],
    ['kolega', kolegaHooks(null)],
    ['kolega', { schema_version: 1 }],
    [
      'agent-hooks',
      frontMatter(
        'matcher:\n  tool: Shell\n  pattern: "rm -rf /|mkfs|dd if=/dev/zero"\ntimeout: 5000\nasync: false\npriority: 999',
      ),
    ],
    ['agent-hooks', { name: 'x', description: 'y', trigger: 'pre-tool-call', colour: 'green' }],
    [
      'qoder',
      {
        model: 'auto',
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              async: false,
              hooks: [{ type: 'command', command: '~/.qoder/hooks/block-rm.sh', timeout: 600 }],
            },
          ],
        },
      },
    ],
    [
      'qoder',
      qoderHook({
        type: 'command',
        command: '/usr/bin/python3',
        args: ['${QODER_PLUGIN_ROOT}/scripts/check.py', '--strict'],
      }),
    ],
    ['qoder', qoderHook({ type: 'http', url: 'http://localhost/', headers: { A: '${B}' }, allowedEnvVars: ['B'] })],
    [
      'kode',
      parse(
        'hooks:\n  user_prompt_submit:\n    - exec: ~/.kode/hooks/redact-secrets.sh\n  tool_call_pre:\n    - exec: [sh, -c, "exit 0"]\n      timeout_ms: 100\ntheme: dark\n',
      ),
    ],
    [
      'polytoken',
      [
        {
          name: 'log-edits',
          event: 'post_tool_use',
          matcher: 'file_edit_*',
          handler: { bash: 'cat >> /tmp/polytoken-edits.log' },
        },
      ],
    ],
    ['polytoken', ['!log-edits']],
  ])('of %s accepts the example %j', (id, value) => {
    expect(isValid(id, value)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['kolega', { hooks: {} }],
    ['kolega', { schema_version: 2 }],
    ['kolega', kolegaHooks({ stop: [] })],
    ['kolega', kolegaHooks({ Stop: [{}] })],
    ['kolega', stop({ type: 'command', command: ' ' })],
    ['kolega', stop({ type: 'command', command: 'x', timeout: 0 })],
    ['kolega', stop({ type: 'prompt', prompt: 'x', model: 'slow' })],
    ['kolega', stop({ type: 'http', url: 'x' })],
    ['kolega', kolegaHooks({ PreToolUse: [{ hooks: [{ type: 'agent', prompt: 'x' }] }] })],
    ['agent-hooks', { name: 'x', trigger: 'before_tool' }],
    ['agent-hooks', frontMatter('priority: 1001')],
    ['agent-hooks', frontMatter('timeout: 1.5')],
    ['agent-hooks', frontMatter('matcher: Shell')],
    ['agent-hooks', { name: 'x'.repeat(65), description: 'y', trigger: 'before_tool' }],
    ['agent-hooks', { name: 'x', description: 'y', trigger: 'before_lunch' }],
    ['qoder', qoderHook({ type: 'webhook', url: 'x' })],
    ['qoder', qoderHook({ type: 'http' })],
    ['qoder', qoderHook({ type: 'command', command: 'x', shell: 'zsh' })],
    ['qoder', { hooks: { PreToolUse: [{ matcher: 'x' }] } }],
    ['kode', { hooks: { tool_call_pre: [{ timeout_ms: 5 }] } }],
    ['kode', { hooks: { tool_call_pre: [{ exec: [] }] } }],
    ['kode', { hooks: { tool_call_pre: [{ exec: 'x', timeout_ms: 0 }] } }],
    ['kode', { hooks: { tool_call_before: [] } }],
    ['polytoken', {}],
    ['polytoken', ['log-edits']],
    ['polytoken', flat({ event: 'nope' })],
    ['polytoken', flat({ name: '' })],
    ['polytoken', flat({ matcher: null })],
    ['polytoken', flat({ mather: 'x' })],
    ['polytoken', flat({ handler: { bash: 'x', timeout: 5 } })],
  ])('of %s refuses %j', (id, value) => {
    expect(isValid(id, value)).toBe(false);
  });
});
