import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asks, type EventRow } from '../support/event-row.ts';
import { bash, call, calls, FREELY, has, says, specific } from '../support/story.ts';
import { common, endOf, fromHook, NAMED, resultsOf, WELL, withServer } from './qoder-scenes.ts';

/** The events of tool calls, of permission and of servers that ask. */
export const QODER_TOOL_ROWS: readonly EventRow[] = [
  {
    event: 'PreToolUse',
    dialect: 'qoder',
    native: 'PreToolUse',
    matcher: 'Bash',
    answers: { err: 'No new files.', code: 2 },
    scene: asks({ script: [calls(bash('touch made')), says('I could not.')] }),
    sees: (place) => ({
      ...common(place, 'PreToolUse'),
      tool_name: 'Bash',
      tool_input: { command: 'touch made' },
      tool_use_id: 'call-1',
    }),
    effect: {
      does: 'the tool does not run, the model reads the reason',
      check: (asked, place) => {
        expect(has(place, 'made')).toBe(false);
        expect(resultsOf(place)).toEqual([{ id: 'call-1', name: 'Bash', output: 'No new files.', isError: true }]);
        expect(endOf(asked)).toEqual(WELL);
      },
    },
  },
  {
    event: 'PostToolUse',
    dialect: 'qoder',
    native: 'PostToolUse',
    matcher: 'Read',
    entry: NAMED,
    answers: {
      out: specific('PostToolUse', { updatedToolOutput: 'key = ***', additionalContext: 'A secret was hidden.' }),
    },
    prepare: (place) => void place.file('keys', 'key = 123\n'),
    scene: asks({ script: [calls(call('Read', { file_path: 'keys' })), says('Read.')] }),
    sees: (place) => ({
      ...common(place, 'PostToolUse'),
      tool_name: 'Read',
      tool_input: { file_path: 'keys' },
      tool_use_id: 'call-1',
      tool_response: { output: '     1\tkey = 123' },
    }),
    effect: {
      does: 'the model reads its output in place of the tool’s, and its context',
      check: (_, place) => {
        const output = ['key = ***', fromHook('A secret was hidden.')].join('\n');
        expect(resultsOf(place)).toEqual([{ id: 'call-1', name: 'Read', output, isError: false }]);
      },
    },
  },
  {
    event: 'PostToolUseFailure',
    dialect: 'qoder',
    native: 'PostToolUseFailure',
    matcher: 'Read',
    entry: NAMED,
    answers: { out: specific('PostToolUseFailure', { additionalContext: 'It moved to docs.' }) },
    scene: asks({ script: [calls(call('Read', { file_path: 'gone' })), says('Not there.')] }),
    sees: (place) => ({
      ...common(place, 'PostToolUseFailure'),
      tool_name: 'Read',
      tool_input: { file_path: 'gone' },
      tool_use_id: 'call-1',
      error: expect.stringContaining(join(place.project, 'gone')) as unknown,
      error_type: 'not_found',
      is_interrupt: false,
    }),
    effect: {
      does: 'its context stands beside the error',
      check: (_, place) => {
        const [result] = resultsOf(place);
        expect(result?.isError).toBe(true);
        expect(result?.output).toMatch(/gone/);
        expect(result?.output.endsWith(`\n${fromHook('It moved to docs.')}`)).toBe(true);
      },
    },
  },
  {
    event: 'PermissionRequest',
    dialect: 'qoder',
    native: 'PermissionRequest',
    matcher: 'Bash',
    answers: {
      out: specific('PermissionRequest', {
        decision: { behavior: 'allow', updatedInput: { command: 'echo safe > made' } },
      }),
    },
    scene: asks({ script: [calls(bash('echo wild > made')), says('Made.')] }),
    sees: (place) => ({
      ...common(place, 'PermissionRequest'),
      tool_name: 'Bash',
      tool_input: { command: 'echo wild > made' },
      permission_suggestions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'echo wild > made' }],
          behavior: 'allow',
          destination: 'session',
        },
      ],
    }),
    effect: {
      does: 'the call is allowed, with the input that the hook gives it',
      check: (_, place) => {
        expect(readFileSync(join(place.project, 'made'), 'utf8')).toBe('safe\n');
        expect(resultsOf(place).map(({ isError }) => isError)).toEqual([false]);
      },
    },
  },
  {
    event: 'PermissionDenied',
    dialect: 'qoder',
    native: 'PermissionDenied',
    matcher: 'Bash',
    answers: { out: specific('PermissionDenied', { retry: true }) },
    scene: asks({ script: [calls(bash('touch made')), says('I may not.')] }),
    sees: (place) => ({
      ...common(place, 'PermissionDenied'),
      tool_name: 'Bash',
      tool_input: { command: 'touch made' },
      tool_use_id: 'call-1',
      reason: 'Bash needs permission, and no user is there to give it.',
    }),
    effect: {
      does: 'the gate is passed once more; denied again, the model reads that it may try again',
      check: (_, place) => {
        const output = 'Bash needs permission, and no user is there to give it. A hook asks that it be tried again.';
        expect(resultsOf(place)).toEqual([{ id: 'call-1', name: 'Bash', output, isError: true }]);
        expect(has(place, 'made')).toBe(false);
        expect(place.payloads('hook')).toHaveLength(1);
      },
    },
  },
  {
    event: 'Elicitation',
    dialect: 'qoder',
    native: 'Elicitation',
    matcher: 'tools',
    answers: { out: specific('Elicitation', { action: 'accept', content: { name: 'Ada', age: 36 } }) },
    prepare: withServer,
    scene: asks({ script: [calls(call('mcp__tools__ask')), says('Ada.')], args: FREELY }),
    sees: (place) => ({
      ...common(place, 'Elicitation', 'bypassPermissions'),
      mcp_server_name: 'tools',
      message: 'Who are you?',
      mode: 'form',
      requested_schema: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
        required: ['name'],
      },
    }),
    effect: {
      does: 'the server gets the answer of the hook',
      check: (_, place) => {
        expect(JSON.parse(resultsOf(place)[0]?.output ?? '')).toEqual({
          action: 'accept',
          content: { name: 'Ada', age: 36 },
        });
      },
    },
  },
  {
    event: 'ElicitationResult',
    dialect: 'qoder',
    native: 'ElicitationResult',
    matcher: 'tools',
    answers: { out: specific('ElicitationResult', { action: 'accept', content: { name: 'Grace' } }) },
    prepare: withServer,
    scene: asks({ script: [calls(call('mcp__tools__ask')), says('Grace.')], args: FREELY }),
    sees: (place) => ({
      ...common(place, 'ElicitationResult', 'bypassPermissions'),
      mcp_server_name: 'tools',
      action: 'cancel',
      mode: 'form',
    }),
    effect: {
      does: 'its answer takes the place of the one that was given',
      check: (_, place) => {
        expect(JSON.parse(resultsOf(place)[0]?.output ?? '')).toEqual({ action: 'accept', content: { name: 'Grace' } });
      },
    },
  },
];
