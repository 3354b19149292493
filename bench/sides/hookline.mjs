// The library as a host embeds it, with hooks from files.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createHooks } from '../../packages/core/dist/index.js';
import {
  INLINE,
  inlineCommands,
  interpreter,
  largeEvent,
  smallEvent,
  strangers,
  writeCommands,
  writeHookFolder,
  writePythonCallable,
  writePythonScript,
  writeScript,
} from '../work.mjs';

const HOOKS = {
  inline: (home) => writeCommands(home, 'PreToolUse', [{ command: INLINE }]),
  script: (home) => writeHookFolder(home),
  'script-line': (home) => writeCommands(home, 'PreToolUse', [{ command: writeScript(home) }]),
  'ten-inline': (home) => writeCommands(home, 'PreToolUse', inlineCommands(10)),
  python: (home) => writePythonCallable(home, packagesOf(home)),
  'python-line': (home) =>
    writeCommands(home, 'PreToolUse', [{ command: `${interpreter()} ${writePythonScript(home)}` }]),
  'ten-strangers': (home) => writeCommands(home, 'PreToolUse', strangers(10)),
  'many-strangers': (home) => writeCommands(home, 'PreToolUse', strangers(10_000)),
  'ten-readers': (home) =>
    writeCommands(
      home,
      'PostToolUse',
      inlineCommands(10).map((_, number) => ({ command: `: ${number}; exit 0` })),
    ),
};

/** The event so many times at once; `runs` is how many hooks must have run and passed each time. */
export async function prepare({
  what,
  atOnce = 1,
  runs = 1,
  size = 'small',
  moreSerialisations = 0,
  folder,
  ...others
}) {
  const hooks = await openHooks(what, join(folder, 'home'), others);
  const event = size === 'small' ? smallEvent(folder) : largeEvent(folder);
  const run = async (repeat) => {
    for (let count = 0; count < repeat; count++) {
      for (let more = 0; more < moreSerialisations; more++) Buffer.from(JSON.stringify(event));
      const outcomes = await Promise.all(Array.from({ length: atOnce }, () => hooks.fire(event)));
      for (const outcome of outcomes) checkOutcome(outcome, runs);
    }
  };
  return { run, close: hooks.close };
}

/** Where Python finds the user's own modules: outside of the project, which is not trusted. */
const packagesOf = (home) => `${home}-packages`;

/** Hooks of a home of their own, with everything but what is asked for as a host gets it by default. */
export async function openHooks(what, home, { warm, record } = {}) {
  mkdirSync(home, { recursive: true });
  HOOKS[what](home);
  const env = {
    ...process.env,
    HOME: home,
    HOOKLINE_STATE_DIR: join(home, 'hookline-state'),
    PYTHONPATH: packagesOf(home),
  };
  return createHooks({
    project: home,
    home,
    env,
    ...(warm === undefined ? {} : { warm }),
    ...(record === undefined ? {} : { record }),
  });
}

/** A figure about hooks that did not run, or failed, would be about something else. */
export function checkOutcome({ hooks }, runs) {
  const passed = hooks.filter(({ status, fault }) => status === 'passed' && fault === null).length;
  if (passed !== runs) throw new Error(`${passed} of ${runs} hooks passed: ${JSON.stringify(hooks).slice(0, 500)}`);
}
