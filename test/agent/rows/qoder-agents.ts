import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { asks, type EventRow } from '../support/event-row.ts';
import { happened, messagesOf, outputsOf, runsOf } from '../support/proof.ts';
import { bash, calls, FREELY, says, specific } from '../support/story.ts';
import { common, delegates, fromHook, NAMED, resultsOf, subagentItems, withRepository } from './qoder-scenes.ts';

const OF_AGENT = {
  agent_id: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
  agent_type: 'general-purpose',
};

/** The events of sub-agents and of the worktrees that they work in. */
export const QODER_AGENT_ROWS: readonly EventRow[] = [
  {
    event: 'SubagentStart',
    dialect: 'qoder',
    native: 'SubagentStart',
    matcher: 'general-purpose',
    entry: NAMED,
    answers: { out: specific('SubagentStart', { additionalContext: 'Look in src first.' }) },
    scene: asks({ script: [calls(delegates()), { for: 'subagent', text: 'All is well.' }, says('Done.')] }),
    sees: (place) => ({ ...common(place, 'SubagentStart'), ...OF_AGENT }),
    effect: {
      does: 'its context goes to the sub-agent, not to its parent',
      check: (_, place) => {
        expect(subagentItems(place)).toEqual([
          { kind: 'user', text: 'Look around.' },
          { kind: 'reminder', text: fromHook('Look in src first.') },
          { kind: 'assistant', text: 'All is well.', calls: [] },
        ]);
        expect(outputsOf(place)).toEqual(['All is well.']);
      },
    },
  },
  {
    event: 'SubagentStop',
    dialect: 'qoder',
    native: 'SubagentStop',
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
      ...common(place, 'SubagentStop'),
      ...OF_AGENT,
      stop_hook_active: false,
      last_assistant_message: 'All is well.',
      agent_transcript_path: expect.stringMatching(/\/agent-[0-9a-f]{8}\.jsonl$/) as unknown,
    }),
    effect: {
      does: 'the sub-agent works on; its parent reads only the last report',
      check: (_, place) => {
        expect(subagentItems(place).slice(2)).toEqual([
          { kind: 'user', text: 'Name the files.' },
          { kind: 'assistant', text: 'In a.ts all is well.', calls: [] },
        ]);
        expect(place.payloads('hook')[1]).toMatchObject({ stop_hook_active: true });
        expect(outputsOf(place)).toEqual(['In a.ts all is well.']);
      },
    },
  },
  {
    event: 'WorktreeCreate',
    dialect: 'qoder',
    native: 'WorktreeCreate',
    answers: { err: 'The disk is full.', code: 3 },
    prepare: withRepository,
    scene: asks({
      script: [calls(delegates({ isolation: 'worktree' })), { for: 'subagent', text: 'Worked.' }, says('No.')],
    }),
    sees: (place) => ({
      ...common(place, 'WorktreeCreate'),
      ...OF_AGENT,
      name: expect.stringMatching(/^general-purpose-[0-9a-f]{8}$/) as unknown,
    }),
    effect: {
      does: 'any failure: no worktree is made, the sub-agent does not start',
      check: (asked, place) => {
        expect(resultsOf(place).map(({ isError, output }) => [isError, output])).toEqual([
          [true, expect.stringMatching(/^The worktree was not made: .*The disk is full\./)],
        ]);
        expect(happened(asked, 'subagent')).toEqual([]);
      },
    },
  },
  {
    event: 'WorktreeRemove',
    dialect: 'qoder',
    native: 'WorktreeRemove',
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
      ...common(place, 'WorktreeRemove', 'bypassPermissions'),
      ...OF_AGENT,
      worktree_path: expect.stringContaining(`${place.home}/.local/state/hookline/worktrees/`) as unknown,
    }),
    effect: {
      does: 'a failure is shown, the worktree goes all the same',
      check: (asked, place) => {
        const path = String(place.payloads('hook')[0]?.['worktree_path']);
        expect(outputsOf(place)).toEqual([`${path}\n`]);
        expect(existsSync(path)).toBe(false);
        expect(runsOf(asked, 'WorktreeRemove').map(({ fault }) => fault?.code)).toEqual(['exit']);
        expect(messagesOf(asked)).toContainEqual(expect.stringMatching(/^warning: .*It is still open\./));
      },
    },
  },
];
