// What compiles, and what does not: `npm run check` fails where a line says that it must not compile and it does.
import {
  createHooks,
  EVENT_NAMES,
  type EventFields,
  type EventName,
  type FireOptions,
  type Hooks,
  type HooksOptions,
  type HostAnswer,
  type HostFunction,
  type Json,
  type JsonObject,
  type LifecycleEvent,
  type Outcome,
  type Registration,
} from '@hookline/core';
import type { AnyEvent, CommonFields, Dialect, InternalHooks, NeutralField } from '@hookline/core/internal';
import { expect, expectTypeOf, test } from 'vitest';

const about = { session_id: 's-1', cwd: '/project' } as const;

/** Code that is only compiled. */
const compiled = (_code: (hooks: Hooks) => unknown): void => undefined;

type KeysOfEach<Union> = Union extends unknown ? keyof Union : never;

test('every listed event has its fields, and every event with fields is listed', () => {
  expectTypeOf<keyof EventFields>().toEqualTypeOf<EventName>();
  expect(new Set(EVENT_NAMES).size).toBe(EVENT_NAMES.length);
});

test('every field of the neutral vocabulary belongs to an event', () => {
  type Fields = 'hook_event_name' | keyof CommonFields | KeysOfEach<EventFields[EventName]>;
  expectTypeOf<NeutralField>().toExtend<Fields>();
});

test('an event is told apart by its name', () => {
  const name = (event: LifecycleEvent): string => {
    if (event.hook_event_name === 'PreToolUse') {
      expectTypeOf(event.tool_name).toEqualTypeOf<string>();
      expectTypeOf(event.tool_input).toEqualTypeOf<JsonObject>();
      expectTypeOf(event).toEqualTypeOf<LifecycleEvent<'PreToolUse'>>();
      return event.tool_name;
    }
    if (event.hook_event_name === 'UserPromptSubmit') {
      expectTypeOf(event.prompt).toEqualTypeOf<string>();
      return event.prompt;
    }
    if (event.hook_event_name === 'Stop') {
      expectTypeOf(event.stop_hook_active).toEqualTypeOf<boolean | undefined>();
      // A field of another event is JSON of any kind here, if it is there at all.
      expectTypeOf(event['tool_name']).toEqualTypeOf<Json | undefined>();
    }
    return event.session_id;
  };
  expect(name({ hook_event_name: 'UserPromptSubmit', ...about, prompt: 'hello' })).toBe('hello');
});

test('an event is open for further JSON, and for nothing else', () => {
  compiled((hooks) => hooks.fire({ hook_event_name: 'Stop', ...about, my_field: { any: ['json', 1, null] } }));
  // @ts-expect-error -- a function is no JSON
  compiled((hooks) => hooks.fire({ hook_event_name: 'Stop', ...about, my_field: () => 1 }));
});

test('an event lacks nothing that it is about, and has no field of the wrong type', () => {
  compiled((hooks) => hooks.fire({ hook_event_name: 'PreToolUse', ...about, tool_name: 'Bash', tool_input: {} }));
  // @ts-expect-error -- tool_input is missing
  compiled((hooks) => hooks.fire({ hook_event_name: 'PreToolUse', ...about, tool_name: 'Bash' }));
  // @ts-expect-error -- tool_name is no number
  compiled((hooks) => hooks.fire({ hook_event_name: 'PreToolUse', ...about, tool_name: 1, tool_input: {} }));
  // @ts-expect-error -- session_id and cwd are missing
  compiled((hooks) => hooks.fire({ hook_event_name: 'Stop' }));
  // @ts-expect-error -- there is no such event
  compiled((hooks) => hooks.fire({ hook_event_name: 'PreToolUze', ...about, tool_name: 'Bash', tool_input: {} }));
  // @ts-expect-error -- an event has a name
  compiled((hooks) => hooks.fire({ ...about }));
});

test('the event of a function is that of its registration', () => {
  compiled((hooks) =>
    hooks.on({ event: 'PreToolUse', matcher: 'Bash' }, (event) => {
      expectTypeOf(event).toEqualTypeOf<LifecycleEvent<'PreToolUse'>>();
      if (event.tool_input['command'] === 'sudo') return { decision: 'block', reason: 'no sudo here' };
      return undefined;
    }),
  );
  compiled(
    (hooks) => (event: 'PostToolUse' | 'PostToolUseFailure') =>
      hooks.on({ event }, (each) => {
        expectTypeOf(each.tool_name).toEqualTypeOf<string>();
        if (each.hook_event_name === 'PostToolUseFailure') expectTypeOf(each.error).toEqualTypeOf<string>();
        else expectTypeOf(each.tool_response).toEqualTypeOf<Json>();
      }),
  );
  compiled((hooks) => {
    for (const event of EVENT_NAMES)
      hooks.on({ event }, (each) => void expectTypeOf(each).toEqualTypeOf<LifecycleEvent>());
  });
});

test('a function may answer nothing, at once or later', () => {
  expectTypeOf<() => undefined>().toExtend<HostFunction>();
  expectTypeOf<() => Promise<void>>().toExtend<HostFunction>();
  expectTypeOf<() => Promise<{ decision: 'ask'; reason: string }>>().toExtend<HostFunction>();
});

test('an answer holds what the event can take', () => {
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, () => ({ updatedInput: { command: 'ls' } })));
  compiled((hooks) => hooks.on({ event: 'PostToolUse' }, async () => ({ updatedToolOutput: 'shorter' })));
  compiled((hooks) => hooks.on({ event: 'UserPromptSubmit' }, () => ({ updatedPrompt: 'better' })));
  // @ts-expect-error -- a stop has no input
  compiled((hooks) => hooks.on({ event: 'Stop' }, () => ({ updatedInput: {} })));
  // @ts-expect-error -- the tool has not run yet
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, () => ({ updatedToolOutput: 'x' })));
  // @ts-expect-error -- nor has anybody asked
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, async () => ({ updatedPrompt: 'x' })));
});

test('a wrong answer does not compile', () => {
  // @ts-expect-error -- no such decision
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, () => ({ decision: 'blok' })));
  // @ts-expect-error -- no such decision, later
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, async () => ({ decision: 'deny', reason: 'no' })));
  // @ts-expect-error -- a reason is a string
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, () => ({ decision: 'block', reason: 5 })));
  // @ts-expect-error -- no key of an answer
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, () => ({ desicion: 'block' })));
  // @ts-expect-error -- no answer at all
  compiled((hooks) => hooks.on({ event: 'PreToolUse' }, () => 'block'));
  // @ts-expect-error -- an input is an object
  expectTypeOf<{ updatedInput: string }>().toExtend<HostAnswer>();
});

test('a wrong registration does not compile', () => {
  // @ts-expect-error -- no such event
  compiled((hooks) => hooks.on({ event: 'preToolUse' }, () => undefined));
  // @ts-expect-error -- no such option
  compiled((hooks) => hooks.on({ event: 'Stop', mather: 'x' }, () => undefined));
  // @ts-expect-error -- no such word
  compiled((hooks) => hooks.on({ event: 'Stop', onFault: 'deny' }, () => undefined));
  expectTypeOf<{ readonly event: 'Stop'; readonly onFault: 'block' }>().toExtend<Registration<'Stop'>>();
});

test('wrong options do not compile', () => {
  expectTypeOf<{ project: string; trust: 'all'; toolNames: 'given' }>().toExtend<HooksOptions>();
  // @ts-expect-error -- no such option
  compiled(() => createHooks({ projekt: '/project' }));
  // @ts-expect-error -- no such policy
  compiled(() => createHooks({ trust: 'none' }));
  // @ts-expect-error -- not a list
  compiled(() => createHooks({ dialects: 'kolega' }));
  // @ts-expect-error -- a signal, not its controller
  compiled((hooks) => hooks.fire({ hook_event_name: 'Stop', ...about }, { signal: new AbortController() }));
  // @ts-expect-error -- no such option
  compiled((hooks) => hooks.fire({ hook_event_name: 'Stop', ...about }, { timeout: 5 }));
  // @ts-expect-error -- for the packages of this repository alone
  compiled(() => createHooks({ detach: async () => undefined }));
  expectTypeOf<keyof FireOptions>().toEqualTypeOf<'signal' | 'wait' | 'point' | 'without'>();
});

test('the outcome of every event has all keys', () => {
  expectTypeOf<Outcome['event']>().toEqualTypeOf<EventName>();
  expectTypeOf<Outcome>().toHaveProperty('diagnostics');
  expectTypeOf<Required<Outcome>>().toEqualTypeOf<Outcome>();
});

test('what this repository uses beside is wider, never narrower', () => {
  expectTypeOf<LifecycleEvent>().toExtend<AnyEvent>();
  expectTypeOf<InternalHooks>().toExtend<Hooks>();
  expectTypeOf<AnyEvent>().not.toExtend<LifecycleEvent>();
  expectTypeOf<Dialect>().toExtend<{ readonly id: string; readonly title: string }>();
});
