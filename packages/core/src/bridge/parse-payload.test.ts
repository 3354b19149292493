import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, aHook, anEvent } from '../../../../test/support/hooks.ts';
import { DIALECTS } from '../dialects/index.ts';
import { environmentOf } from '../engine/encode-command.ts';
import { cwdOf, type Frame, runFolderOf, workDirOf } from '../engine/frame.ts';
import { payloadOf } from '../engine/payload.ts';
import type { Json, JsonObject, AnyEvent } from '../model/index.ts';
import { NEUTRAL_FIELDS } from '../model/index.ts';
import { parsePayload } from './parse-payload.ts';
import { tries } from '../../../../test/support/tier.ts';

/** Those whose payloads name their events. */
const NAMING = DIALECTS.filter(({ commonFields }) =>
  commonFields.some((field) => 'is' in field && field.is === 'native-event'),
);

const PLACES = NAMING.flatMap((dialect) =>
  Object.values(dialect.events).flatMap(({ means }) =>
    means.map((event) => ({ id: dialect.id, event, name: `${dialect.id} ${event}` })),
  ),
);

const FIELDS: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  tool_input: fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>),
  tool_response: fc.oneof(fc.string(), fc.constant({ stdout: 'x' }), fc.constant({ output: 'x' }), fc.constant(3)),
  duration_ms: fc.integer({ min: 0, max: 1e9 }),
  exit_code: fc.integer({ min: 0, max: 255 }),
  details: fc.dictionary(fc.string(), fc.string()),
  attachments: fc.constantFrom<Json>([], [{ path: 'a', kind: 'file' }]),
  permission_suggestions: fc.constantFrom<Json>([], ['x']),
  stop_hook_active: fc.boolean(),
  auto_approve: fc.boolean(),
  is_interrupt: fc.boolean(),
  non_interactive: fc.boolean(),
  timestamp: fc.constant('2026-01-02T03:04:05Z'),
  permission_mode: fc.constantFrom('auto', 'ask', 'plan', 'odd'),
};
const PLAIN = new Set(['hook_event_name', 'cwd', ...Object.keys(FIELDS)]);
const some = fc.record(
  {
    ...FIELDS,
    ...Object.fromEntries(NEUTRAL_FIELDS.filter((name) => !PLAIN.has(name)).map((name) => [name, fc.string()])),
    own_field: fc.jsonValue() as fc.Arbitrary<Json>,
  },
  { requiredKeys: [] },
);

/** What the process of a hook gets: its stdin, its environment and its folder. */
function sent(frame: Frame): {
  readonly payload: JsonObject;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
} {
  const cwd = runFolderOf(frame);
  const payload = JSON.parse(JSON.stringify(payloadOf(frame))) as JsonObject;
  return { payload, env: environmentOf(aHook({ dialect: frame.dialect.id }), frame, 'r-1'), cwd };
}

function given(id: string, event: AnyEvent): { readonly event: AnyEvent; readonly project: string } {
  const frame = aFrame(id, event);
  const { payload, ...around } = sent(frame);
  const found = parsePayload(aDialect(id), payload, { ...around, event: frame.native });
  if (!found.ok) throw new Error(found.why);
  expect(found.project).toBe(UNNAMED_PROJECTS[id]?.(frame) ?? '/project');
  return { event: found.event, project: found.project ?? '' };
}

/** Systems that do not say which project it is: the nearest folder that they name. */
const UNNAMED_PROJECTS: Readonly<Record<string, (frame: Frame) => string>> = {
  kode: workDirOf,
  codex: cwdOf,
  qwen: cwdOf,
  gemini: cwdOf,
};

describe('an event that a host has sent gives the same payload and environment again', () => {
  test.each(PLACES)('$name', ({ id, event }) => {
    fc.assert(
      fc.property(some, (fields) => {
        const frame = aFrame(id, anEvent(event, fields));
        const { event: same, project } = given(id, frame.event);
        const again = aFrame(id, same, { project });
        expect(sent(again)).toEqual(sent(frame));
      }),
      { numRuns: tries(60) },
    );
  });
});

describe('the neutral event', () => {
  const of = (id: string, payload: JsonObject, env: Readonly<Record<string, string>> = {}): object =>
    parsePayload(aDialect(id), payload, { env, cwd: '/here' });

  test('of a kolega tool that failed is a failure with its error', () => {
    const payload = { hook_event_name: 'PostToolUse', session_id: 's', cwd: '/p', permission_mode: null };
    const tool = { tool_name: 'run_command', tool_input: { command: 'x' }, tool_output: 'boom', is_error: true };
    expect(of('kolega', { ...payload, ...tool })).toEqual({
      ok: true,
      native: 'PostToolUse',
      project: '/p',
      event: {
        hook_event_name: 'PostToolUseFailure',
        session_id: 's',
        cwd: '/p',
        tool_name: 'run_command',
        tool_input: { command: 'x' },
        error: 'boom',
      },
    });
  });

  test('of a host that tells its folders in the environment takes them from there', () => {
    const env = { POLYTOKEN_SESSION_ID: 's', POLYTOKEN_PROJECT_DIR: '/p', POLYTOKEN_NON_INTERACTIVE: 'true' };
    const payload = { event: 'pre_tool_use', matcher_subject: 'shell_exec', tool_name: 'shell_exec', input: { a: 1 } };
    expect(of('polytoken', payload, env)).toEqual({
      ok: true,
      native: 'pre_tool_use',
      project: '/p',
      event: {
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: '/p',
        tool_name: 'shell_exec',
        tool_input: { a: 1 },
        non_interactive: true,
      },
    });
  });

  test('of a host that tells no folder is in the one where the hook was started', () => {
    expect(of('kode', { event: 'session_end', session_id: 's', reason: 'user_exit', turns: 3 })).toEqual({
      ok: true,
      native: 'session_end',
      project: '/here',
      event: { hook_event_name: 'SessionEnd', session_id: 's', cwd: '/here', reason: 'user_exit', turns: 3 },
    });
  });

  test('keeps what no table names', () => {
    expect(of('kode', { event: 'session_end', session_id: 's', plan: 'pro' })).toMatchObject({
      event: { plan: 'pro' },
    });
  });

  test('has neutral tools where the names of the system are wanted so', () => {
    const payload = { event: 'tool_call_pre', session_id: 's', tool: 'write_file', input: { path: 'a', content: 'b' } };
    expect(parsePayload(aDialect('kode'), payload, { cwd: '/p', toolNames: 'native' })).toMatchObject({
      event: { tool_name: 'Write', tool_input: { file_path: 'a', content: 'b' } },
    });
  });

  test('of a payload without a known event is not guessed', () => {
    expect(of('kode', {})).toEqual({ ok: false, why: 'the payload names no event of Kode (Koder)' });
    expect(of('kode', { event: 'PreToolUse' })).toEqual({ ok: false, why: 'Kode (Koder) has no event "PreToolUse"' });
  });
});
