import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, messagesOf, outputsOf } from '../support/proof.ts';
import { bash, call, calls, FREELY, has, says, specific } from '../support/story.ts';
import { common, contextOf, inTurn, row } from './claude-scenes.ts';
import { delegates, endOf, resultsOf, subagentItems, WELL, withRepository, withServer } from './qoder-scenes.ts';

const OF_AGENT = {
  agent_id: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
  agent_type: 'general-purpose',
};

/** The events of tool calls and permission, of servers that ask, of sub-agents and their worktrees. */
export const CLAUDE_TOOL_ROWS: readonly EventRow[] = [
  row('PreToolUse', {
    matcher: 'Bash',
    answers: { err: 'No new files.', code: 2 },
    scene: asks({ script: [calls(bash('touch made')), says('I could not.')] }),
    sees: (place) => ({
      ...inTurn(place, 'PreToolUse'),
      tool_name: 'Bash',
      tool_input: { command: 'touch made' },
      tool_use_id: 'call-1',
    }),
    effect: {
      does: 'the tool does not run, the model reads the reason',
      check: (asked, place) => {
        expect(has(place, 'made')).toBe(false);
        expect(resultsOf(place)).toMatchObject([
          { isError: true, output: expect.stringMatching(/No new files\.$/) as unknown },
        ]);
        expect(endOf(asked)).toEqual(WELL);
      },
    },
  }),
  row('PostToolUse', {
    matcher: 'Read',
    answers: { out: { decision: 'block', reason: 'The file is old.' } },
    prepare: (place) => void place.file('keys', 'key = 123\n'),
    scene: asks({ script: [calls(call('Read', { file_path: 'keys' })), says('Read.')] }),
    sees: (place) => ({
      ...inTurn(place, 'PostToolUse'),
      tool_name: 'Read',
      tool_input: { file_path: 'keys' },
      tool_use_id: 'call-1',
      tool_response: '     1\tkey = 123',
    }),
    effect: {
      does: 'its reason is feedback beside the result',
      check: (_, place) => {
        const [result] = resultsOf(place);
        expect(result).toMatchObject({ isError: false, output: expect.stringContaining('key = 123') as unknown });
        expect(result?.output).toContain('The file is old.');
      },
    },
  }),
  row('PostToolUseFailure', {
    matcher: 'Read',
    answers: { err: 'It moved to docs.', code: 2 },
    scene: asks({ script: [calls(call('Read', { file_path: 'gone' })), says('Not there.')] }),
    sees: (place) => ({
      ...inTurn(place, 'PostToolUseFailure'),
      tool_name: 'Read',
      tool_use_id: 'call-1',
      error: expect.stringContaining(join(place.project, 'gone')) as unknown,
      is_interrupt: false,
    }),
    effect: {
      does: 'its reason is feedback beside the error',
      check: (_, place) => {
        const [result] = resultsOf(place);
        expect(result).toMatchObject({
          isError: true,
          output: expect.stringContaining('It moved to docs.') as unknown,
        });
      },
    },
  }),
  row('PermissionRequest', {
    matcher: 'Bash',
    answers: {
      out: specific('PermissionRequest', {
        decision: { behavior: 'allow', updatedInput: { command: 'echo safe > made' } },
      }),
    },
    scene: asks({ script: [calls(bash('echo wild > made')), says('Made.')] }),
    sees: (place) => ({
      ...inTurn(place, 'PermissionRequest'),
      tool_name: 'Bash',
      tool_input: { command: 'echo wild > made' },
    }),
    effect: {
      does: 'the call is allowed, with the input that the hook gives it',
      check: (_, place) => expect(readFileSync(join(place.project, 'made'), 'utf8')).toBe('safe\n'),
    },
  }),
  row('PermissionDenied', {
    matcher: 'Bash',
    answers: { out: specific('PermissionDenied', { retry: true }) },
    scene: asks({ script: [calls(bash('touch made')), says('I may not.')] }),
    sees: (place) => ({
      ...inTurn(place, 'PermissionDenied'),
      tool_name: 'Bash',
      tool_use_id: 'call-1',
      reason: 'Bash needs permission, and no user is there to give it.',
    }),
    effect: {
      does: 'the gate is passed once more; denied again, the model reads that it may try again',
      check: (_, place) => {
        expect(outputsOf(place)).toEqual([expect.stringContaining('A hook asks that it be tried again.')]);
        expect(has(place, 'made')).toBe(false);
      },
    },
  }),
  row('Elicitation', {
    matcher: 'tools',
    answers: { out: specific('Elicitation', { action: 'accept', content: { name: 'Ada', age: 36 } }) },
    prepare: withServer,
    scene: asks({ script: [calls(call('mcp__tools__ask')), says('Ada.')], args: FREELY }),
    sees: (place) => ({
      ...common(place, 'Elicitation'),
      mcp_server_name: 'tools',
      message: 'Who are you?',
      mode: 'form',
    }),
    effect: {
      does: 'the server gets the answer of the hook',
      check: (_, place) =>
        expect(JSON.parse(outputsOf(place)[0] ?? '')).toEqual({ action: 'accept', content: { name: 'Ada', age: 36 } }),
    },
  }),
  row('ElicitationResult', {
    matcher: 'tools',
    answers: { out: specific('ElicitationResult', { action: 'accept', content: { name: 'Grace' } }) },
    prepare: withServer,
    scene: asks({ script: [calls(call('mcp__tools__ask')), says('Grace.')], args: FREELY }),
    sees: (place) => ({ ...common(place, 'ElicitationResult'), mcp_server_name: 'tools', action: 'cancel' }),
    effect: {
      does: 'its answer takes the place of the one that was given',
      check: (_, place) =>
        expect(JSON.parse(outputsOf(place)[0] ?? '')).toEqual({ action: 'accept', content: { name: 'Grace' } }),
    },
  }),
  row('SubagentStart', {
    matcher: 'general-purpose',
    answers: { out: specific('SubagentStart', { additionalContext: 'Look in src first.' }) },
    scene: asks({ script: [calls(delegates()), { for: 'subagent', text: 'All is well.' }, says('Done.')] }),
    sees: (place) => ({ ...common(place, 'SubagentStart'), ...OF_AGENT }),
    effect: {
      does: 'its context goes to the sub-agent, not to its parent',
      check: (_, place) => {
        expect(subagentItems(place)[1]).toEqual({ kind: 'reminder', text: contextOf('Look in src first.') });
        expect(outputsOf(place)).toEqual(['All is well.']);
      },
    },
  }),
  row('SubagentStop', {
    matcher: 'general-purpose',
    answers: [{ err: 'Name the files.', code: 2 }, {}],
    scene: asks({
      script: [
        calls(delegates()),
        { for: 'subagent', text: 'All is well.' },
        { for: 'subagent', text: 'In a.ts all is well.' },
        says('Done.'),
      ],
    }),
    sees: (place) => ({
      ...inTurn(place, 'SubagentStop'),
      ...OF_AGENT,
      stop_hook_active: false,
      last_assistant_message: 'All is well.',
      agent_transcript_path: expect.stringMatching(/\/agent-[0-9a-f]{8}\.jsonl$/) as unknown,
    }),
    effect: {
      does: 'the sub-agent works on; its parent reads only the last report',
      check: (_, place) => {
        expect(subagentItems(place)[2]).toMatchObject({
          kind: 'user',
          text: expect.stringContaining('Name the files.') as unknown,
        });
        expect(outputsOf(place)).toEqual(['In a.ts all is well.']);
      },
    },
  }),
  row('WorktreeCreate', {
    answers: { err: 'The disk is full.', code: 3 },
    prepare: withRepository,
    scene: asks({
      script: [calls(delegates({ isolation: 'worktree' })), { for: 'subagent', text: 'Worked.' }, says('No.')],
    }),
    sees: (place) => ({
      ...common(place, 'WorktreeCreate'),
      name: expect.stringMatching(/^general-purpose-[0-9a-f]{8}$/) as unknown,
    }),
    effect: {
      does: 'any failure: no worktree is made, the sub-agent does not start',
      check: (asked, place) => {
        expect(outputsOf(place)).toEqual([expect.stringMatching(/^The worktree was not made: .*The disk is full\./)]);
        expect(happened(asked, 'subagent')).toEqual([]);
      },
    },
  }),
  row('WorktreeRemove', {
    answers: { err: 'It is still open.', code: 1 },
    prepare: withRepository,
    scene: asks({
      script: [
        calls(delegates({ isolation: 'worktree' })),
        { for: 'subagent', calls: [bash('pwd')] },
        { for: 'subagent', text: '{{last_result}}' },
        says('Done.'),
      ],
      args: FREELY,
    }),
    sees: (place) => ({
      ...common(place, 'WorktreeRemove'),
      worktree_path: expect.stringContaining(`${place.home}/.local/state/hookline/worktrees/`) as unknown,
    }),
    effect: {
      does: 'the worktree goes, whatever it says',
      check: (asked, place) => {
        const path = String(place.payloads('hook')[0]?.['worktree_path']);
        expect(outputsOf(place)).toEqual([`${path}\n`]);
        expect(existsSync(path)).toBe(false);
        expect(messagesOf(asked).join()).not.toContain('not removed');
      },
    },
  }),
];
