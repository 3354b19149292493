import { fire } from '../engine/engine.ts';
import type { Fire } from '../engine/ports.ts';
import { groupByEvent } from '../engine/routes.ts';
import { managedHook } from '../managed/managed-set.ts';
import type { FoundPolicy } from '../managed/read-policy.ts';
import type { AnyEvent, Fault, Hook, HookSaid, PolicyHook, Report } from '../model/index.ts';
import { type Settings, settingsOf } from '../settings/settings.ts';
import { monotonicMs } from '../text/clock.ts';
import { createBackground, hostHandlers, portsOf } from './world.ts';

/** What a hook of a policy said to an event, by the rules of its own dialect. */
export interface RunnerAnswer {
  readonly report: Report;
  /** Why its answer must not be relied on; null when it may. */
  readonly fault: Fault | null;
}

/** Runs hooks of a policy for machines that ask. */
export interface PolicyRunner {
  /** Runs a hook on an event that its machine has selected it for; rejects when the hook cannot be run. */
  readonly run: (hook: string, event: AnyEvent, runId: string) => Promise<RunnerAnswer>;
  readonly close: () => Promise<void>;
}

/** For whom hooks of a policy run, and what they get of the environment. */
export interface RunForMachines {
  /** Stands for the project, which is on another machine. */
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variables that every hook gets beside those of its policy. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Opens a policy that was laid out and verified. Reads no other hook, and keeps no record: the machine that asks does. */
export function openPolicyRunner(
  found: Pick<FoundPolicy, 'folder' | 'policy'>,
  { variables, ...options }: RunForMachines,
): PolicyRunner {
  const settings = settingsOf(options);
  const hooks = new Map(
    found.policy.hooks.map((written) => [
      written.name,
      withVariables(managedHook(asAsked(written), found, settings), variables),
    ]),
  );
  const handlers = hostHandlers({}, settings);
  const background = createBackground();
  return {
    run: async (name, event, runId) => {
      const hook = hooks.get(name);
      if (hook === undefined) throw new Error(`the policy has no hook "${name}"`);
      const answers: RunnerAnswer[] = [];
      const onSaid = ({ report, verdict }: HookSaid): void => {
        answers.push({ report, fault: verdict.fault ?? null });
      };
      await fire(
        requestFor(hook, event, runId, settings),
        portsOf({ onSaid }, null, background, { ...handlers, gate: undefined }),
      );
      const [answer] = answers;
      if (answer !== undefined) return answer;
      throw new Error(`hook "${name}" is for ${hook.event}, and was not run on ${event.hook_event_name}`);
    },
    close: async () => {
      await background.close(0);
      await handlers.close();
    },
  };
}

function requestFor(hook: Hook, event: AnyEvent, decisionId: string, settings: Settings): Fire {
  const { project, home, env, platform, systems } = settings;
  const own = { toolNames: 'given', nonInteractive: true, isInsideHook: false, canWake: false } as const;
  const hooks = systems
    .filter(({ id }) => id === hook.dialect)
    .map((dialect) => ({ dialect, byEvent: groupByEvent([{ hook, inactiveBecause: null }], dialect) }));
  return {
    event,
    hooks,
    place: { project, home, env, platform, systems, ...own },
    diagnostics: [],
    wait: true,
    signal: undefined,
    decisionId,
    startedMs: monotonicMs(),
  };
}

/** The machine has matched the whole event; here is only what the policy lets out. */
const asAsked = ({ central, ...written }: PolicyHook): PolicyHook => ({
  ...written,
  matcher: null,
  condition: null,
  timeoutMs: Math.min(written.timeoutMs, central?.deadlineMs ?? written.timeoutMs),
});

const withVariables = (hook: Hook, variables: RunForMachines['variables']): Hook => ({
  ...hook,
  env: { ...hook.env, ...variables },
});
