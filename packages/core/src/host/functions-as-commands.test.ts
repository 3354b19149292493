import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aFire, aHook, anEvent, aReport, aWorld, nameOf } from '../../../../test/support/hooks.ts';
import { writeAnswer } from '../bridge/write-answer.ts';
import { host } from '../dialects/host/table.ts';
import { DIALECTS } from '../dialects/index.ts';
import { fire } from '../engine/engine.ts';
import { groupByEvent } from '../engine/routes.ts';
import { runFunction } from '../handlers/function.ts';
import type { AnyEvent, Effect, HostAnswer, Outcome, Request, Verdict } from '../model/index.ts';
import { createHostHooks } from './host-hooks.ts';

const CALL = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const EVENTS: readonly AnyEvent[] = [
  anEvent('PreToolUse', CALL),
  anEvent('PostToolUse', { ...CALL, tool_response: 'a b' }),
  anEvent('UserPromptSubmit', { prompt: 'Fix it.' }),
  anEvent('Stop', { stop_hook_active: false }),
];

/**
 * Where hooks follow each other as functions of the host do (one by one, none after a refusal), are waited for, and a
 * refusal has the same effect.
 */
const PLACES = DIALECTS.filter(
  ({ schedule }) => schedule.pace === 'one-by-one' && schedule.afterBlock === 'stop',
).flatMap((dialect) =>
  EVENTS.flatMap((event) =>
    Object.entries(dialect.events)
      .filter(([, row]) => row.means.includes(event.hook_event_name) && row.waits && row.fold === undefined)
      .filter(([, row]) => row.block === host.events[event.hook_event_name]?.block)
      .map(([native]) => ({ dialect, event, native })),
  ),
);

const text = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,2}$/);

/** A refusal, or another decision with what it may rewrite; only what decides has a reason. */
function answerOn({ hook_event_name: name }: AnyEvent): fc.Arbitrary<HostAnswer> {
  const refusal = fc.record({ decision: fc.constant('block' as const), reason: text });
  const other = fc.record(
    {
      decision: fc.constantFrom('allow', 'ask'),
      additionalContext: text,
      ...(name === 'PreToolUse' ? { updatedInput: fc.record({ command: text }) } : {}),
      ...(name === 'PostToolUse' ? { updatedToolOutput: text } : {}),
      ...(name === 'UserPromptSubmit' ? { updatedPrompt: text } : {}),
    },
    { requiredKeys: [] },
  );
  const decided = fc
    .tuple(other, text)
    .map(([answer, reason]) => (answer.decision === undefined ? answer : { ...answer, reason }));
  return fc.oneof({ weight: 1, arbitrary: refusal }, { weight: 4, arbitrary: decided });
}

const verdictOf = ({ additionalContext: context, ...answer }: HostAnswer, effect: Effect | null): Verdict =>
  ({
    ...answer,
    ...(typeof context === 'string' ? { context: [context] } : {}),
    ...(answer.decision === 'block' && effect !== null ? { effect } : {}),
  }) as Verdict;

function byFunctions(answers: readonly HostAnswer[], event: AnyEvent): Promise<Outcome> {
  const own = createHostHooks(() => undefined);
  for (const [index, answer] of answers.entries())
    own.add({ event: event.hook_event_name, name: String(index) }, () => answer);
  const run = (request: Request) => {
    if (request.kind !== 'function') throw new Error(`expected a function, found ${request.kind}`);
    return runFunction(request);
  };
  return fire(aFire(event, { hooks: [own.current()] }), aWorld(run));
}

function byCommands(
  reports: readonly Parameters<typeof aReport>[0][],
  { dialect, event, native }: Place,
): Promise<Outcome> {
  const hooks = reports.map((_, index) => ({
    hook: aHook({ name: String(index), dialect: dialect.id, event: native }),
    inactiveBecause: null,
  }));
  return fire(
    aFire(event, { hooks: [{ dialect, byEvent: groupByEvent(hooks, dialect) }] }),
    aWorld((request) => Promise.resolve(aReport(reports[Number(nameOf(request))] ?? {}))),
  );
}

type Place = (typeof PLACES)[number];

/** What a host acts on. */
const gist = ({ decision, reason, block, hooks, additionalContext, ...rest }: Outcome): object => ({
  decision,
  reason,
  block: block === null ? null : { effect: block.effect, reason: block.reason },
  rewrites: [rest.updatedInput, rest.updatedToolOutput, rest.updatedPrompt],
  additionalContext,
  statuses: hooks.map(({ status }) => status),
});

test.each(PLACES.map((place) => [place.dialect.id, place.native, place] as const))(
  'functions come to the same as commands of %s that print the same on %s',
  async (_dialect, _native, place) => {
    const { dialect, event, native } = place;
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(answerOn(event), { minLength: 1, maxLength: 4 }), async (drawn) => {
        const said = drawn
          .map((answer) => ({
            answer,
            written: writeAnswer(dialect, native, verdictOf(answer, dialect.events[native]?.block ?? null), event),
          }))
          .filter(({ written }) => written.unsupported.length === 0);
        const reports = said.map(({ written }) => ({
          stdout: written.stdout,
          stderr: written.stderr,
          exit: written.exitCode,
        }));
        const functions = await byFunctions(
          said.map(({ answer }) => answer),
          event,
        );
        expect(gist(await byCommands(reports, place))).toEqual(gist(functions));
        compared += said.length;
      }),
      { numRuns: 100 },
    );
    expect(compared).toBeGreaterThan(0);
  },
);
