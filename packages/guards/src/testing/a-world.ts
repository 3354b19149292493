import type { World } from '../guard/world.ts';

/** A world without files, programs and desktop, where a hook can do anything; for tests that change some of that. */
export const aWorld = (
  changes: Partial<Omit<World, 'can'>> & { readonly can?: Partial<World['can']> } = {},
): World => ({
  project: '/home/me/app',
  home: '/home/me',
  env: {},
  readText: () => Promise.resolve(null),
  realPath: (path) => Promise.resolve(path),
  isTrusted: () => Promise.resolve(true),
  run: () => Promise.resolve({ status: 0, output: '', problem: null }),
  notify: () => Promise.resolve(),
  recall: () => Promise.resolve(null),
  note: () => Promise.resolve(),
  ...changes,
  can: { block: true, ask: true, rewriteInput: true, rewritePrompt: true, tellModel: true, ...changes.can },
});
