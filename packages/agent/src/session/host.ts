import {
  emptyOutcome,
  type EventName,
  type FireOptions,
  type Json,
  type AnyEvent,
  type Outcome,
  REFUSALS,
} from '@hookline/core/internal';
import { type EffectAt, EFFECTS, suppressOutput } from './effects.ts';
import type { Session } from './session.ts';
import type { Thread } from './thread.ts';
import { withGrace } from '../async/with-grace.ts';
import { showMessage } from './show-message.ts';

/** Fields of one event beyond those that every event carries. */
export type EventFields = Readonly<Record<string, Json | undefined>>;

/** Where a thread fires its events: the one way from the agent to the hooks. */
export interface Host {
  readonly fire: (name: EventName, fields?: EventFields, options?: FireOptions) => Promise<Outcome>;
  /** Whether a hook would run at the event. */
  readonly hears: (name: EventName) => boolean;
}

/** The effect that stops the action of each event here; null where an event only reports. */
const STOPPED_BY = {
  ...REFUSALS,
  PermissionRequest: 'end_turn',
  Notification: 'suppress_notification',
} as const satisfies { readonly [Name in EventName]: EffectAt<Name> | null };

/** Who an event is about, when it is not the main agent. */
export interface ActingAgent {
  readonly id: string;
  readonly type: string;
}

/** Where a thread works: `root` is the project, or its worktree. */
type ThreadLocation = Pick<Thread, 'cwd' | 'root'>;

/** Fires for one thread; what the hooks decided is told to the user interface and written to the transcript. */
export function createHost(session: Session, where: () => ThreadLocation, acting: ActingAgent | null): Host {
  return {
    fire: async (name, fields = {}, options = {}) => {
      const event = { ...commonFields(session, where(), acting), ...fields, hook_event_name: name };
      const outcome = await decideUnlessInterrupted(session, event, options);
      if (outcome.hooks.length > 0) tell(session, outcome, acting);
      return carriedOut(session, outcome);
    },
    hears: (name) => {
      const event = { ...commonFields(session, where(), acting), hook_event_name: name };
      return session.hooks.explain(event).hooks.some(({ runs }) => runs);
    },
  };
}

/** A block whose effect the agent does not carry out at this event stops the action, so that no refusal is lost. */
function carriedOut({ ui }: Session, outcome: Outcome): Outcome {
  const { event, block } = outcome;
  if (block === null || isCarriedOut(event, block.effect)) return outcome;
  const effect = STOPPED_BY[event];
  const end = effect === null ? 'there is nothing left to stop' : 'the action is stopped';
  const text = `a hook answers ${event} with "${block.effect}", which this agent does not carry out there: ${end}`;
  showMessage(ui, 'warning', text, block.hook);
  return effect === null ? outcome : { ...outcome, block: { ...block, effect } };
}

const isCarriedOut = (event: EventName, effect: string): boolean =>
  Object.entries(EFFECTS).some(([name, events]) => name === effect && events.some((each) => each === event));

/** An event fired without a signal is not interrupted at once, but does not outlive the interruption for long either. */
const decideUnlessInterrupted = (
  { hooks, interruption }: Session,
  event: AnyEvent,
  options: FireOptions,
): Promise<Outcome> =>
  options.signal !== undefined || interruption === null
    ? hooks.fire(event, options)
    : withGrace(interruption, (signal) => hooks.fire(event, { ...options, signal }));

const commonFields = (session: Session, { cwd, root }: ThreadLocation, acting: ActingAgent | null): EventFields => ({
  session_id: session.id,
  cwd,
  transcript_path: session.transcriptPath,
  permission_mode: session.mode,
  model: session.model.name,
  provider: session.model.provider,
  project_path: root,
  // A chat without a terminal is interactive, and still has no user who can answer.
  non_interactive: session.ui.askPermission === null,
  ...(acting === null ? {} : { agent_id: acting.id, agent_type: acting.type }),
});

function tell(session: Session, outcome: Outcome, acting: ActingAgent | null): void {
  const { event, decision, block, hooks } = outcome;
  const effect = block?.effect ?? null;
  const reason = block === null ? outcome.reason : block.reason;
  const agent = acting?.id ?? null;
  const runs = hooks.map(({ id, status }) => ({ id, status }));
  session.write({ type: 'hook', event, decision, effect, reason, hooks: runs, agent });
  session.ui.tell({ type: 'hook', event, decision, effect, reason, hooks: hooks.map(suppressOutput), agent });
}

/** For threads inside a hook: nothing fires there, so that no hook can call itself. */
export const SILENT_HOST: Host = { fire: (name) => Promise.resolve(emptyOutcome(name)), hears: () => false };
