import { type Effect, emptyOutcome, EVENT_NAMES, type EventName, type Outcome } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../contract/agent-event.ts';
import { runToolCall } from '../loop/tool-call.ts';
import { createHost } from './host.ts';
import type { Session } from './session.ts';
import type { Thread } from './thread.ts';

/** An effect of a newer engine. */
const UNKNOWN = 'launch_rocket' as Effect;

const blocked = (event: EventName, effect: Effect): Outcome => ({
  ...emptyOutcome(event),
  decision: 'block',
  block: { effect, reason: 'because', hook: 'h1' },
});

/** A session whose hooks answer some events with a block of this effect, and let all others pass. */
function aSession(
  effect: Effect,
  at: readonly EventName[],
): { readonly session: Session; readonly told: AgentEvent[] } {
  const told: AgentEvent[] = [];
  const fire = ({ hook_event_name: name }: { hook_event_name: EventName }): Promise<Outcome> =>
    Promise.resolve(at.includes(name) ? blocked(name, effect) : emptyOutcome(name));
  const session = {
    hooks: { fire, files: [], list: () => [], project: null },
    ui: { tell: (each: AgentEvent) => told.push(each), askPermission: null, elicit: null },
    write: () => undefined,
    model: { name: 'm', provider: 'scripted' },
    interruption: null,
    project: '/p',
    home: '/h',
    env: {},
    folders: [],
    tasks: [],
    mode: 'bypass',
    rules: [],
  } as unknown as Session;
  return { session, told };
}

const fired = async (name: EventName, effect: Effect): Promise<{ outcome: Outcome; told: readonly AgentEvent[] }> => {
  const { session, told } = aSession(effect, [name]);
  const outcome = await createHost(session, () => ({ cwd: '/p', root: '/p' }), null).fire(name);
  return { outcome, told };
};

/** Events that only report what has happened: nothing is left to stop. */
const REPORTS: readonly EventName[] = [
  'PermissionDenied',
  'StopFailure',
  'PostCompact',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'WorktreeRemove',
  'FacetSwitch',
  'Setup',
  'MessageDisplay',
  'PostModelSwitch',
  'DirectoryAdded',
  'Interrupt',
  'PreToolSelection',
  'SessionDelete',
  'UserPromptTransformed',
];

describe('a block whose effect the agent does not know', () => {
  it.each(EVENT_NAMES.filter((name) => !REPORTS.includes(name)))(
    'stops the action of %s, with a warning',
    async (name) => {
      const { outcome, told } = await fired(name, UNKNOWN);
      expect(outcome.block).toMatchObject({ reason: 'because', hook: 'h1' });
      expect(outcome.block?.effect).not.toBe(UNKNOWN);
      expect(told).toMatchObject([{ type: 'message', level: 'warning', hook: 'h1' }]);
      // What takes its place is carried out there.
      const again = await fired(name, outcome.block?.effect ?? UNKNOWN);
      expect(again.told).toEqual([]);
    },
  );

  it.each(REPORTS)('is warned about at %s, which only reports', async (name) => {
    const { told } = await fired(name, UNKNOWN);
    expect(told).toMatchObject([{ type: 'message', level: 'warning', hook: 'h1' }]);
  });

  it('includes an effect that is known, but not at this event', async () => {
    const { outcome } = await fired('PreCompact', 'deny_tool');
    expect(outcome.block?.effect).toBe('cancel_compaction');
  });
});

describe('a tool call', () => {
  it.each([
    ['PreToolUse', 0, 'because'],
    ['PostToolUse', 1, 'because'],
  ] as const)(
    'with an unknown effect at %s runs %i times, and the model reads the reason',
    async (event, runs, text) => {
      const { session } = aSession(UNKNOWN, [event]);
      let count = 0;
      const run = (): Promise<object> => Promise.resolve({ ok: true, text: `secret ${(count += 1)}` });
      const tool = { name: 'T', description: '', access: 'read', inputSchema: { type: 'object' }, run };
      const thread = {
        session,
        tools: () => [tool],
        gate: 'open',
        root: '/',
        cwd: '/',
        agentId: null,
        instructionFiles: new Set(),
        add: () => undefined,
      } as unknown as Thread;
      const host = createHost(session, () => thread, null);
      const { result } = await runToolCall(
        { ...thread, host },
        { id: '1', name: 'T', input: {} },
        new AbortController().signal,
      );
      expect(count).toBe(runs);
      expect(result).toMatchObject({ isError: true, output: text });
    },
  );
});
