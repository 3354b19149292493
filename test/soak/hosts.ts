import { createHooks, type Hooks, type HooksOptions, type AnyEvent } from '../../packages/core/src/internal.ts';
import type { DialectId } from './kinds.ts';
import type { Site } from './site.ts';

/** A host that is closed and opened again while its hooks run. */
export interface Host {
  /** How often it was opened: what runs while it is closed may be ended. */
  readonly times: () => number;
  readonly hooks: () => Hooks;
  /** Closes the hooks, with whatever runs, and opens new ones. */
  readonly reopen: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a host; `warm` as for `createHooks`. */
export async function openHost(site: Site, warm: boolean): Promise<Host> {
  let hooks = await open(site, warm);
  let times = 1;
  return {
    times: () => times,
    hooks: () => hooks,
    reopen: async () => {
      const next = await open(site, warm);
      const old = hooks; // not before: several may ask for it at the same time
      hooks = next;
      times += 1;
      await old.close();
    },
    close: () => hooks.close(),
  };
}

export const DIALECT_IDS: readonly DialectId[] = ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'];

const SHORT_MS = 300;

async function open(site: Site, warm: boolean): Promise<Hooks> {
  const options: HooksOptions = {
    project: site.project,
    env: site.env,
    trust: 'all',
    warm,
    model: async ({ prompt }) => answer(prompt),
    agent: async ({ prompt }) => ({ ok: true, ...JSON.parse(await answer(prompt)) }),
    onWake: () => undefined,
    onContext: () => undefined,
  };
  const hooks = await createHooks(options);
  hooks.on({ event: 'Stop', timeoutMs: SHORT_MS }, behave);
  return hooks;
}

async function answer(asked: string): Promise<string> {
  if (asked.includes('soak-throw')) throw new Error('out of order');
  if (asked.includes('soak-never')) await new Promise(() => undefined);
  return asked.includes('soak-prose') ? 'I think that it may.' : '{"ok": true}';
}

async function behave(event: AnyEvent): Promise<void> {
  await answer(JSON.stringify(event));
}
