import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTimeline, recordFolder } from '@hookline/core/internal';
import { expect } from 'vitest';
import { chats } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { outputsOf } from '../support/proof.ts';
import type { Asked, Workplace } from '../support/workplace.ts';
import { bash, BYPASS, DELEGATE, DONE, REPORT } from './steps.ts';

const dialect = 'polytoken';

/** The fields that open every payload of Polytoken. */
export const common = (native: string, subject = native) => ({ event: native, matcher_subject: subject });

const TOO_LATE = { out: { outcome: 'error', message: 'Nothing waits for this.' } };

const IN_BACKGROUND = 'runs beside the agent, which does not wait; its error is logged and changes nothing';

/** The agent went on, and the record holds what the hook said in the end. */
function expectLogged(asked: Asked, place: Workplace, event: EventRow['event']): void {
  expect(asked.status).toBe(0);
  expect(readTimeline(recordFolder(place.env, place.home), { event })).toMatchObject([
    {
      outcome: { decision: 'none' },
      hooks: [{ status: 'background' }],
      background: [{ fault: { code: 'reported', message: expect.stringContaining('Nothing waits for this.') } }],
    },
  ]);
}

/** The events of Polytoken whose hooks are not waited for. */
export const POLYTOKEN_BACKGROUND_ROWS: readonly EventRow[] = [
  {
    event: 'PostModelTurn',
    dialect,
    native: 'post_model_turn',
    answers: TOO_LATE,
    scene: asks({ script: [DONE] }),
    sees: () => common('post_model_turn'),
    effect: { does: IN_BACKGROUND, check: (asked, place) => expectLogged(asked, place, 'PostModelTurn') },
  },
  {
    event: 'PostToolUse',
    dialect,
    native: 'post_tool_use',
    answers: TOO_LATE,
    scene: asks({ script: [bash('echo one'), DONE], args: BYPASS }),
    sees: () => ({
      ...common('post_tool_use', 'shell_exec'),
      tool_name: 'shell_exec',
      input: { command: 'echo one' },
      output: 'one\n',
    }),
    effect: {
      does: IN_BACKGROUND,
      check: (asked, place) => {
        expectLogged(asked, place, 'PostToolUse');
        expect(outputsOf(place)).toEqual(['one\n']);
      },
    },
  },
  {
    event: 'PostToolUseFailure',
    dialect,
    native: 'post_tool_use_failure',
    answers: TOO_LATE,
    scene: asks({ script: [bash('exit 3'), DONE], args: BYPASS }),
    sees: () => ({
      ...common('post_tool_use_failure', 'shell_exec'),
      tool_name: 'shell_exec',
      input: { command: 'exit 3' },
      error: 'exit code 3',
    }),
    effect: {
      does: IN_BACKGROUND,
      check: (asked, place) => {
        expectLogged(asked, place, 'PostToolUseFailure');
        expect(outputsOf(place)).toEqual(['exit code 3']);
      },
    },
  },
  {
    event: 'SubagentStart',
    dialect,
    native: 'subagent_start',
    matcher: 'general-*',
    answers: TOO_LATE,
    scene: asks({ script: [DELEGATE, REPORT, DONE] }),
    sees: () => ({ ...common('subagent_start', 'general-purpose'), subagent_type: 'general-purpose' }),
    effect: {
      does: IN_BACKGROUND,
      check: (asked, place) => {
        expectLogged(asked, place, 'SubagentStart');
        expect(outputsOf(place)).toEqual(['There are 3 files.']);
      },
    },
  },
  {
    event: 'SubagentStop',
    dialect,
    native: 'subagent_stop',
    answers: TOO_LATE,
    scene: asks({ script: [DELEGATE, REPORT, DONE] }),
    sees: () => ({ ...common('subagent_stop', 'general-purpose'), subagent_type: 'general-purpose' }),
    effect: {
      does: IN_BACKGROUND,
      check: (asked, place) => {
        expectLogged(asked, place, 'SubagentStop');
        expect(outputsOf(place)).toEqual(['There are 3 files.']);
      },
    },
  },
  {
    event: 'FacetSwitch',
    dialect,
    native: 'facet_switch',
    answers: TOO_LATE,
    scene: chats({ script: [bash('touch made'), DONE], talk: ({ send }) => send('/mode bypass', 'Do it.') }),
    sees: () => ({ ...common('facet_switch'), from_facet: 'default', to_facet: 'bypass' }),
    effect: {
      does: IN_BACKGROUND,
      check: (asked, place) => {
        expectLogged(asked, place, 'FacetSwitch');
        expect(asked.stderr).toContain('mode default → bypass');
        expect(existsSync(join(place.project, 'made'))).toBe(true);
      },
    },
  },
];
