import { join, resolve } from 'node:path';
import { keepWatchdog } from '@hookline/core/internal';
import type { ChainState } from './api/index.ts';
import type { AskPerson } from './edit/person.ts';
import { createSession, listen, type PageFiles } from './http/index.ts';
import type { StudioPlace } from './look/project-hooks.ts';
import { firstRoutes, sessionRoute } from './serve/first-routes.ts';
import { createIdleWatch } from './serve/idle.ts';
import { createLate } from './serve/late.ts';
import { createMeta } from './serve/meta.ts';
import { ThreadSource } from './source/thread-source.ts';

export interface StudioOptions {
  readonly place: StudioPlace;
  /** The folder of the record. */
  readonly record: string;
  readonly state: string;
  readonly mode: 'look' | 'edit';
  readonly demo: boolean;
  /** 0: any free one. */
  readonly port: number;
  readonly idleMs: number;
  readonly files: PageFiles;
  /** The version of the calling program, and the socket of a resident server. */
  readonly version: string;
  readonly socket: string;
  /** Asks in the terminal of the studio; null: there is none, or the studio only looks. */
  readonly person: AskPerson | null;
  /** An error of ours, for the terminal. */
  readonly onFailure: (text: string) => void;
}

export interface Studio {
  readonly port: number;
  /** A new address for a browser: it works for one minute, once. */
  readonly newAddress: () => string;
  /** Done when no page has been there for long enough, or after `close`. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves the studio until it is closed or no page is there any more. Rejects when it cannot listen. */
export async function openStudio(options: StudioOptions): Promise<Studio> {
  const { place, record, state, mode, demo, version, socket } = options;
  // What is kept is kept for the record of the state folder; others are only looked at.
  const cache = resolve(record) === join(resolve(state), 'record') ? join(resolve(state), 'index') : null;
  const source = new ThreadSource(record, cache, options.onFailure);
  const session = createSession();
  let chain: ChainState | null = null;
  const facts = { version, mode, demo, folders: { record, state, project: place.project } };
  const meta = createMeta(source, place, facts, () => chain);
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const idle = createIdleWatch(options.idleMs, () => end());
  const looking = { source, place, version, socket, meta, onChain: (now: ChainState) => void (chain = now) };
  const late = createLate(async () => {
    const { lateRoutes } = await import('./serve/late-routes.ts');
    return lateRoutes(looking, { state, person: mode === 'edit' ? options.person : null });
  });
  const { port: asked, files, onFailure } = options;
  const onPage = (isThere: boolean): void => (idle.onPage(isThere), late.loadSoon());
  const routes = [sessionRoute(session), ...firstRoutes(looking)];
  const heard = { port: asked, routes, lateRoutes: late.routes, files, session, mode, onPage, onFailure };
  const door = await listen(heard).catch(async (error: unknown) => {
    idle.stop();
    await source.close();
    throw error;
  });
  // Hooks of a replay must not outlive a studio that is killed; one that only looks starts no process.
  const releaseWatchdog = mode === 'edit' ? keepWatchdog() : (): void => undefined;
  const close = async (): Promise<void> => {
    idle.stop();
    await late.close();
    releaseWatchdog();
    await door.close();
    await source.close();
    end();
  };
  return { port: door.port, newAddress: () => `http://127.0.0.1:${door.port}/#${session.newCode()}`, ended, close };
}
