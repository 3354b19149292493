// One side of comparisons, in a process of its own: no side pays for the memory or the garbage of another.
// Started by processes.mjs, which asks it to prepare tasks and to measure them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const SIDES = {
  raw: () => import('./sides/raw.mjs'),
  hookline: () => import('./sides/hookline.mjs'),
  'hookline-function': () => import('./sides/hookline-function.mjs'),
  gemini: () => import('./sides/gemini.mjs'),
  tapable: () => import('./sides/tapable.mjs'),
  hookable: () => import('./sides/hookable.mjs'),
  'loop-delay': () => import('./sides/loop-delay.mjs'),
  'command-line': () => import('./sides/command-line.mjs'),
};

const tasks = new Map();
const ballast = [];

const ANSWERS = {
  async prepare({ task, side, options, ballastMb = 0 }) {
    fill(ballastMb);
    const { prepare } = await SIDES[side]();
    const folder = join(process.cwd(), `task-${tasks.size}`);
    mkdirSync(folder);
    tasks.set(task, {});
    tasks.set(task, await prepare({ ...options, folder }));
    return {};
  },
  async measure({ task, repeat }) {
    const started = performance.now();
    const figure = await tasks.get(task).run(repeat);
    const ms = figure ?? (performance.now() - started) / repeat;
    return { ms, residentMb: process.memoryUsage.rss() / 2 ** 20 };
  },
  async close() {
    for (const { close } of tasks.values()) await close?.();
    return {};
  },
};

process.on('message', ({ id, ask, ...rest }) => {
  ANSWERS[ask](rest).then(
    (answer) => process.send({ id, answer }),
    (error) => process.send({ id, problem: String(error?.message ?? error) }),
  );
});

process.on('disconnect', () => process.exit());

/** Pages that are really there, not just promised. */
function fill(megabytes) {
  for (let filled = 0; filled < megabytes; filled += 64) ballast.push(Buffer.alloc(64 * 2 ** 20, filled + 1));
}
