import { expect } from 'vitest';
import { chats } from '../support/chat-scene.ts';
import { asks, type EventRow } from '../support/event-row.ts';
import { runsOf, textsOf } from '../support/proof.ts';
import { says, specific } from '../support/story.ts';
import { common, endOf, fromHook, items, NAMED, wasCalled, WELL } from './qoder-scenes.ts';

/** The events of a session and of its turns. */
export const QODER_SESSION_ROWS: readonly EventRow[] = [
  {
    event: 'SessionStart',
    dialect: 'qoder',
    native: 'SessionStart',
    matcher: 'startup',
    entry: NAMED,
    answers: { out: specific('SessionStart', { additionalContext: 'The build is red.' }) },
    scene: asks({ script: [says('Hello.')] }),
    sees: (place) => ({ ...common(place, 'SessionStart'), source: 'startup', model: 'script.json' }),
    effect: {
      does: 'its context stands before the first prompt',
      check: (asked, place) => {
        expect(items(place).map(({ kind }) => kind)).toEqual(['reminder', 'user', 'assistant']);
        expect(textsOf(place, 'reminder')).toEqual([fromHook('The build is red.')]);
        expect(asked.status).toBe(0);
      },
    },
  },
  {
    event: 'SessionEnd',
    dialect: 'qoder',
    native: 'SessionEnd',
    matcher: 'other',
    answers: { err: 'Stay.', code: 2 },
    scene: asks({ script: [says('Bye.')] }),
    sees: (place) => ({ ...common(place, 'SessionEnd'), reason: 'other' }),
    effect: {
      does: 'a block has no power: the session ends, the attempt is a fault',
      check: (asked) => {
        expect(endOf(asked)).toEqual(WELL);
        expect(runsOf(asked, 'SessionEnd').map(({ status, fault }) => [status, fault?.code])).toEqual([
          ['failed', 'no_power'],
        ]);
      },
    },
  },
  {
    event: 'UserPromptSubmit',
    dialect: 'qoder',
    native: 'UserPromptSubmit',
    answers: { err: 'Not on a Friday.', code: 2 },
    scene: asks({ prompt: 'Deploy it.', script: [says('Deployed.')] }),
    sees: (place) => ({ ...common(place, 'UserPromptSubmit'), prompt: 'Deploy it.' }),
    effect: {
      does: 'the prompt is dropped, the user reads why',
      check: (asked, place) => {
        expect(endOf(asked)).toEqual({ status: 2, how: 'rejected', reason: 'Not on a Friday.' });
        expect(asked.stderr).toBe('Not on a Friday.\n');
        expect(items(place)).toEqual([]);
      },
    },
  },
  {
    event: 'Stop',
    dialect: 'qoder',
    native: 'Stop',
    answers: [{ err: 'The tests are red.', code: 2 }, {}],
    scene: asks({ script: [says('Done.'), says('Now it is.')] }),
    sees: (place) => ({ ...common(place, 'Stop'), stop_hook_active: false, last_assistant_message: 'Done.' }),
    effect: {
      does: 'the agent works on, the reason is its next instruction',
      check: (asked, place) => {
        expect(textsOf(place, 'user')).toEqual(['Do it.', 'The tests are red.']);
        expect(place.payloads('hook')[1]).toMatchObject({
          stop_hook_active: true,
          last_assistant_message: 'Now it is.',
        });
        expect(endOf(asked)).toEqual(WELL);
      },
    },
  },
  {
    event: 'StopFailure',
    dialect: 'qoder',
    native: 'StopFailure',
    matcher: 'rate_limit',
    answers: { out: { decision: 'deny' }, code: 2 },
    scene: asks({ script: [{ error: { type: 'rate_limit', message: 'slow down' } }] }),
    sees: (place) => ({ ...common(place, 'StopFailure'), error_type: 'rate_limit', error: 'slow down' }),
    effect: {
      does: 'the turn has failed, whatever it says, and that is no fault',
      check: (asked) => {
        expect(endOf(asked)).toEqual({ status: 1, how: 'failed', reason: 'slow down' });
        expect(runsOf(asked, 'StopFailure').map(({ status, fault }) => [status, fault])).toEqual([['passed', null]]);
      },
    },
  },
  {
    event: 'PreCompact',
    dialect: 'qoder',
    native: 'PreCompact',
    matcher: 'manual',
    answers: { err: 'Not yet.', code: 2 },
    scene: chats({ script: [says('Hello.')], talk: ({ send }) => send('Hi.', '/compact keep the names') }),
    sees: (place) => ({
      ...common(place, 'PreCompact'),
      trigger: 'manual',
      custom_instructions: 'keep the names',
    }),
    effect: {
      does: 'nothing is compacted, and that is said',
      check: (asked, place) => {
        expect(place.transcript().filter(({ type }) => type === 'compacted')).toEqual([]);
        expect(asked.stderr).toContain('the conversation was not compacted: Not yet.');
      },
    },
  },
  {
    event: 'PostCompact',
    dialect: 'qoder',
    native: 'PostCompact',
    entry: NAMED,
    matcher: 'manual',
    answers: { out: specific('PostCompact', { additionalContext: 'The names are in NAMES.' }) },
    scene: chats({
      script: [says('Hello.'), { for: 'compaction', text: 'They said hello.' }, says('And on.')],
      talk: ({ send }) => send('Hi.', '/compact', 'Go on.'),
    }),
    sees: (place) => ({ ...common(place, 'PostCompact'), trigger: 'manual', compact_summary: 'They said hello.' }),
    effect: {
      does: 'its context stands behind the summary',
      check: (_, place) => {
        expect(items(place)).toEqual([
          { kind: 'summary', text: 'They said hello.' },
          { kind: 'reminder', text: fromHook('The names are in NAMES.') },
          { kind: 'user', text: 'Go on.' },
          { kind: 'assistant', text: 'And on.', calls: [] },
        ]);
      },
    },
  },
  {
    event: 'Notification',
    dialect: 'qoder',
    native: 'Notification',
    matcher: 'idle_prompt',
    entry: NAMED,
    answers: { out: specific('Notification', { additionalContext: 'They were away.' }) },
    scene: chats({
      script: [says('Hello.'), says('Welcome back.')],
      env: { HOOKLINE_IDLE_SECONDS: '0.1' },
      talk: async ({ send, until }, place) => {
        send('Hi.');
        await until(() => wasCalled(place, 'hook'));
        send('Back again.');
      },
    }),
    sees: (place) => ({
      ...common(place, 'Notification'),
      notification_type: 'idle_prompt',
      message: 'The agent is waiting for your input',
      details: {},
    }),
    effect: {
      does: 'the user is notified, its context comes with the next model turn',
      check: (asked, place) => {
        expect(asked.stderr).toContain('notice The agent is waiting for your input');
        expect(items(place).slice(2)).toEqual([
          { kind: 'user', text: 'Back again.' },
          { kind: 'reminder', text: fromHook('They were away.') },
          { kind: 'assistant', text: 'Welcome back.', calls: [] },
        ]);
      },
    },
  },
];
