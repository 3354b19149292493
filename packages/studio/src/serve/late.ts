import type { EditRoutes } from './edit-routes.ts';

/** A page that has just been opened shows its first rows before anything else is loaded. */
const LATE_MS = 1_500;

interface Late {
  readonly routes: () => Promise<EditRoutes['routes']>;
  readonly loadSoon: () => void;
  readonly close: () => Promise<void>;
}

/** Routes that are made when the first of them is asked for, or a while after the first page. */
export function createLate(make: () => Promise<EditRoutes>): Late {
  let made: Promise<EditRoutes> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const load = (): Promise<EditRoutes> => (made ??= make());
  return {
    routes: async () => (await load()).routes,
    // What goes wrong is said to the request that needs them.
    loadSoon: () => void (timer ??= setTimeout(() => void load().catch(() => undefined), LATE_MS)),
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      await (await made?.catch(() => null))?.close();
    },
  };
}
