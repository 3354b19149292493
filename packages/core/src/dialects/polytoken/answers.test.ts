import { describe, expect, test } from 'vitest';
import { aFault, badOutput, decoded, proceeding, refusal, stopping } from '../../../../../test/support/hooks.ts';
import type { Effect, EventName, Fault, Json, JsonObject, Verdict } from '../../model/index.ts';

/** An event that waits: its stop effect, whether an error stops it, and its outcome words with the fields they take. */
interface Waiting {
  readonly event: EventName;
  readonly native: string;
  readonly stops: Effect | null;
  readonly closed: boolean;
  readonly words: Readonly<Record<string, Word>>;
}

interface Word {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** What the word with all its fields says; a field's value is its own name. */
  readonly says: Verdict;
  /** What it says with the required fields only. */
  readonly bare: Verdict;
}

const proceed: Word = { required: [], optional: [], says: {}, bare: {} };
const withContext: Word = { ...proceed, optional: ['additional_context'], says: { context: ['additional_context'] } };
const stop = (effect: Effect): Word => ({
  required: ['reason'],
  optional: ['stdout', 'stderr'],
  says: refusal(effect, 'reason'),
  bare: refusal(effect, 'reason'),
});
const suppress = (effect: Effect): Word => ({
  required: [],
  optional: ['reason'],
  says: refusal(effect, 'reason'),
  bare: refusal(effect, null),
});

const WAITING: readonly Waiting[] = [
  {
    event: 'PreToolUse',
    native: 'pre_tool_use',
    stops: 'deny_tool',
    closed: true,
    words: { allow: proceed, deny: stop('deny_tool') },
  },
  {
    event: 'UserPromptSubmit',
    native: 'pre_user_prompt',
    stops: 'reject_prompt',
    closed: false,
    words: { accept: withContext, reject: stop('reject_prompt') },
  },
  {
    event: 'PreModelTurn',
    native: 'pre_model_turn',
    stops: 'retry_turn',
    closed: true,
    words: { proceed: withContext, retry: stop('retry_turn') },
  },
  {
    event: 'Stop',
    native: 'stop',
    stops: 'keep_working',
    closed: true,
    words: { stop: proceed, continue: stop('keep_working') },
  },
  {
    event: 'PreCompact',
    native: 'pre_compaction',
    stops: 'cancel_compaction',
    closed: true,
    words: {
      allow: { ...proceed, optional: ['prepend_to_prompt'], says: { extra: { prependToPrompt: 'prepend_to_prompt' } } },
      cancel: { ...stop('cancel_compaction'), optional: [] },
      suppress: suppress('suppress_compaction'),
    },
  },
  { event: 'SessionStart', native: 'session_start', stops: null, closed: false, words: { allow: withContext } },
  {
    event: 'PostCompact',
    native: 'post_compaction',
    stops: null,
    closed: false,
    words: {
      allow: { ...proceed, optional: ['append_to_output'], says: { extra: { appendToOutput: 'append_to_output' } } },
    },
  },
  {
    event: 'Notification',
    native: 'notification',
    stops: null,
    closed: false,
    words: { allow: proceed, suppress: suppress('suppress_notification') },
  },
];

const UNAWAITED: readonly (readonly [EventName, string])[] = [
  ['PostModelTurn', 'post_model_turn'],
  ['PostToolUse', 'post_tool_use'],
  ['PostToolUseFailure', 'post_tool_use_failure'],
  ['FacetSwitch', 'facet_switch'],
  ['SubagentStart', 'subagent_start'],
  ['SubagentStop', 'subagent_stop'],
];

const EVERY_WORD = [
  'allow',
  'deny',
  'accept',
  'reject',
  'proceed',
  'retry',
  'stop',
  'continue',
  'cancel',
  'suppress',
  'acknowledged',
];
const EVERY_FIELD = [
  'reason',
  'stdout',
  'stderr',
  'additional_context',
  'prepend_to_prompt',
  'append_to_output',
  'message',
  'extra',
];

const answer = (event: EventName, stdout: Json): Verdict => decoded('polytoken', event, { stdout });
const valued = (names: readonly string[]): JsonObject => Object.fromEntries(names.map((name) => [name, name]));

const REFUSING = ['deny', 'reject', 'retry', 'continue', 'cancel', 'suppress'];
const refuses = (outcome: string): boolean => REFUSING.includes(outcome);
/** A reason that is no text is given as JSON text. */
const reasonOf = (outcome: string, name: string, value: Json): string | null => {
  if (name === 'reason' && value !== null) return JSON.stringify(value);
  return outcome === 'suppress' ? null : 'reason';
};

describe.each(WAITING)('$native', ({ event, native, stops, closed, words }) => {
  const failing = (fault: Fault): Verdict => (closed && stops !== null ? stopping(stops, fault) : proceeding(fault));
  const known = [...Object.keys(words), 'error'].map((word) => `"${word}"`).join(', ');

  test.each(Object.entries(words))('knows %s with all its fields', (outcome, { required, optional, says, bare }) => {
    expect(answer(event, { outcome, ...valued(required), ...valued(optional) })).toEqual(says);
    expect(answer(event, { outcome, ...valued(required) })).toEqual(bare);
  });

  test.each(Object.entries(words))('takes no %s without a required field', (outcome, { required, optional }) => {
    for (const name of required) {
      const fault = badOutput(`"${outcome}" needs ${name} to be a text`);
      expect(answer(event, { outcome, ...valued(optional) })).toEqual(failing(fault));
      expect(answer(event, { outcome, [name]: null })).toEqual(failing(fault));
    }
  });

  test.each(Object.entries(words))(
    'reports a field of %s that is no string, beside which a refusal counts',
    (outcome, { required, optional }) => {
      for (const name of [...required, ...optional])
        for (const value of [null, 7, true, ['x'], { text: 'x' }]) {
          const fault = badOutput(`"${outcome}" needs ${name} to be a text`);
          const said = answer(event, { outcome, ...valued(required), [name]: value });
          if (refuses(outcome) && !(name === 'reason' && value === null && required.includes(name)))
            expect(said).toMatchObject({ decision: 'block', fault, reason: reasonOf(outcome, name, value) });
          else expect(said).toEqual(failing(fault));
        }
    },
  );

  test.each(Object.entries(words))(
    'reports a field of %s that it does not define, beside which a refusal counts',
    (outcome, { required, optional }) => {
      for (const name of EVERY_FIELD.filter((field) => ![...required, ...optional].includes(field))) {
        const fault = badOutput(`"${outcome}" does not take the field "${name}"`);
        const said = answer(event, { outcome, ...valued(required), [name]: name });
        if (refuses(outcome))
          expect(said).toMatchObject({ decision: 'block', fault, reason: outcome === 'suppress' ? null : 'reason' });
        else expect(said).toEqual(failing(fault));
      }
    },
  );

  test.each(EVERY_WORD.filter((word) => !Object.hasOwn(words, word)))(
    'takes %s, which it does not define, for an error',
    (outcome) => {
      const fault = badOutput(`outcome "${outcome}" is not known; ${native} knows ${known}`);
      expect(answer(event, { outcome, reason: 'reason' })).toEqual(failing(fault));
      expect(answer(event, { outcome })).toEqual(failing(fault));
    },
  );

  test.each<Json>(['Allow', '', 'toString', '__proto__', null, true, 7, ['allow'], {}])(
    'takes the outcome %j for an error',
    (outcome) => {
      expect(answer(event, { outcome })).toEqual(
        failing(badOutput(`outcome ${JSON.stringify(outcome)} is not known; ${native} knows ${known}`)),
      );
    },
  );

  test('takes an answer without an outcome for an error', () => {
    expect(answer(event, { decision: 'deny' })).toEqual(
      failing(badOutput(`it has no outcome; ${native} knows ${known}`)),
    );
    expect(answer(event, {})).toEqual(failing(badOutput(`it has no outcome; ${native} knows ${known}`)));
  });

  test.each(['fine', '[]', '"allow"', 'null', '{"outcome":'])(
    'takes %s, which is not a JSON object, for an error',
    (stdout) => {
      expect(answer(event, stdout)).toEqual(failing(badOutput(`it printed "${stdout}", which is not a JSON object`)));
    },
  );

  test('takes a self-reported error for what it is', () => {
    const reported: Fault = { code: 'reported', message: 'hook "guard" could not decide: database is down' };
    expect(answer(event, { outcome: 'error', message: 'database is down' })).toEqual(failing(reported));
    expect(answer(event, { outcome: 'error' })).toEqual(failing(badOutput('"error" needs a message, a text')));
    expect(answer(event, { outcome: 'error', message: 7 })).toEqual(
      failing(badOutput('"error" needs a message, a text')),
    );
    expect(answer(event, { outcome: 'error', message: 'x', reason: 'y' })).toEqual(
      failing(badOutput('"error" does not take the field "reason"')),
    );
  });

  test('proceeds at exit 0 without output', () => {
    expect(answer(event, '')).toEqual({});
    expect(decoded('polytoken', event, { stdout: ' \n\t', stderr: 'a log line' })).toEqual({});
  });

  test('takes exit 2 for its stop outcome, where it has one; the JSON is not read', () => {
    const says = (reason: string): Verdict =>
      stops === null
        ? proceeding(aFault('no_power', `refused, but ${native} cannot be stopped: ${reason}`))
        : refusal(stops, reason);
    expect(decoded('polytoken', event, { exit: 2, stdout: ' said aloud\n', stderr: 'whispered' })).toEqual(
      stops === null ? says('said aloud') : { ...says('said aloud'), context: ['whispered'] },
    );
    expect(decoded('polytoken', event, { exit: 2, stdout: ' \n', stderr: ' whispered\n' })).toEqual(says('whispered'));
    expect(decoded('polytoken', event, { exit: 2 })).toEqual(says('hook "guard" exited 2'));
    const json = '{"outcome":"allow"}';
    expect(decoded('polytoken', event, { exit: 2, stdout: json })).toEqual(says(json));
  });

  test('takes any other exit for an error, with stderr in its message', () => {
    expect(
      decoded('polytoken', event, { exit: 1, stdout: { outcome: Object.keys(words)[0] ?? '' }, stderr: 'broken\n' }),
    ).toEqual(failing(aFault('exit', 'exited with 1: broken')));
  });

  test('takes an empty context for none', () => {
    for (const [outcome, { optional }] of Object.entries(words))
      if (optional.includes('additional_context'))
        expect(answer(event, { outcome, additional_context: '' })).toEqual({});
  });
});

describe.each(UNAWAITED)('%s runs in the background as %s', (event) => {
  const late = (stdout: Json): Verdict => decoded('polytoken', event, { stdout }, { background: true });

  test.each<Json>(['', 'text', '[]', { outcome: 'acknowledged' }, { additional_context: 'x' }])(
    'and what it returns, %j, is discarded',
    (stdout) => {
      expect(late(stdout)).toEqual({});
    },
  );

  test('and an error that it reports is logged', () => {
    expect(late({ outcome: 'error', message: 'disk full' })).toEqual(
      proceeding({ code: 'reported', message: 'hook "guard" could not decide: disk full' }),
    );
  });

  test('and its exit is an error, exit 2 too', () => {
    expect(decoded('polytoken', event, { exit: 1, stderr: 'disk full' }, { background: true })).toEqual(
      proceeding(aFault('exit', 'exited with 1: disk full')),
    );
    expect(decoded('polytoken', event, { exit: 2, stderr: 'disk full' }, { background: true })).toEqual(
      proceeding(aFault('no_power', 'refused, but a background hook cannot stop anything: disk full')),
    );
  });
});
