import {
  emptyOutcome,
  type EventName,
  type FireOptions,
  type Json,
  type AnyEvent,
  type Outcome,
} from '@hookline/core/internal';
import { suppressOutput } from './effects.ts';
import type { Session } from './session.ts';
import type { Thread } from './thread.ts';
import { withGrace } from './with-grace.ts';

/** Fields of one event beyond those that every event carries. */
export type EventFields = Readonly<Record<string, Json | undefined>>;

/** Where a thread fires its events: the one door between the agent and the hooks. */
export interface Host {
  readonly fire: (name: EventName, fields?: EventFields, options?: FireOptions) => Promise<Outcome>;
}

/** Who an event is about, when it is not the main agent. */
export interface Acting {
  readonly id: string;
  readonly type: string;
}

/** Where a thread works: `root` is the project, or its worktree. */
type Whereabouts = Pick<Thread, 'cwd' | 'root'>;

/** Fires for one thread; what the hooks decided is told to the front and written to the transcript. */
export function createHost(session: Session, where: () => Whereabouts, acting: Acting | null): Host {
  return {
    fire: async (name, fields = {}, options = {}) => {
      const event = { ...commonFields(session, where(), acting), ...fields, hook_event_name: name };
      const outcome = await fireWithin(session, event, options);
      if (outcome.hooks.length > 0) tell(session, outcome, acting);
      return outcome;
    },
  };
}

/** Who fires without a signal of their own cannot be interrupted at once, but need not be waited for without end. */
const fireWithin = ({ hooks, interruption }: Session, event: AnyEvent, options: FireOptions): Promise<Outcome> =>
  options.signal !== undefined || interruption === null
    ? hooks.fire(event, options)
    : withGrace(interruption, (signal) => hooks.fire(event, { ...options, signal }));

const commonFields = (session: Session, { cwd, root }: Whereabouts, acting: Acting | null): EventFields => ({
  session_id: session.id,
  cwd,
  transcript_path: session.transcriptPath,
  permission_mode: session.mode,
  model: session.model.name,
  provider: session.model.provider,
  project_path: root,
  // Somebody may stay, as in a chat without a terminal, and yet not be there to answer.
  non_interactive: session.front.askPermission === null,
  ...(acting === null ? {} : { agent_id: acting.id, agent_type: acting.type }),
});

function tell(session: Session, outcome: Outcome, acting: Acting | null): void {
  const { event, decision, block, hooks } = outcome;
  const effect = block?.effect ?? null;
  const reason = block === null ? outcome.reason : block.reason;
  const agent = acting?.id ?? null;
  const runs = hooks.map(({ id, status }) => ({ id, status }));
  session.write({ type: 'hook', event, decision, effect, reason, hooks: runs, agent });
  session.front.tell({ type: 'hook', event, decision, effect, reason, hooks: hooks.map(suppressOutput), agent });
}

/** For threads inside a hook: nothing fires there, so that no hook can call itself. */
export const SILENT_HOST: Host = { fire: (name) => Promise.resolve(emptyOutcome(name)) };
