import { recordFolder, stateFolder, statsOf } from '@hookline/core/internal';
import type { Studio, StudioOptions } from '@hookline/studio/open';
import { dirname, resolve } from 'node:path';
import { type Arguments, type Command, isGiven, valueOf } from '../../call/arguments.ts';
import { THIS_PROCESS } from '../../call/caller.ts';
import { LAST, type OptionRow, PLACE } from '../../call/options.ts';
import { type HooksPlace, placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { isTerminal, writeErr, writeJson, writeOut } from '../../print/output.ts';
import { oneLine } from '../../print/text.ts';
import { onSignals } from '../../process/signals.ts';
import { shippedFile, version } from '../../process/this-program.ts';
import { defaultSocket } from '../../resident/socket-place.ts';
import { openInBrowser } from './browser.ts';
import type { StudioTerminal } from './terminal.ts';

const PORT = { name: 'port', value: 'N', about: 'Listen on this port; by default any free one.' } satisfies OptionRow;
const NO_OPEN = { name: 'no-open', about: 'Do not open a browser; print the link only.' } satisfies OptionRow;
const EDIT = {
  name: 'edit',
  about: 'Also let the page run hooks and save drafts; only from a terminal, and never inside a hook or an agent.',
} satisfies OptionRow;
const RECORD = {
  name: 'record',
  value: 'DIR',
  completes: 'folders',
  about: "Show the record in this folder, instead of the user's own.",
} satisfies OptionRow;
const DEMO = {
  name: 'demo',
  about: 'Show a made-up week of a small project, in a temporary folder, instead of your own record.',
} satisfies OptionRow;
const IDLE = {
  name: 'idle',
  value: 'SECONDS',
  about: 'End after this long without a page (default 1800).',
} satisfies OptionRow;

export const STUDIO: Command = {
  name: 'studio',
  about: 'Open a local page that shows live what every hook decides, and why.',
  options: [PORT, NO_OPEN, EDIT, DEMO, RECORD, IDLE, ...PLACE, ...LAST],
  examples: [
    { does: 'look at what your hooks decide', line: 'hookline studio' },
    { does: 'look around without hooks of your own', line: 'hookline studio --demo' },
    { does: 'only the link, for a machine that you reach by ssh -L', line: 'hookline studio --no-open --port 4567' },
    { does: 'also try and change hooks', line: 'hookline studio --edit' },
  ],
  exits: { 0: 'ended: by a signal, or no page was open for long enough', 1: 'the port or the record cannot be used' },
  run: studio,
};

/** Serves the page until a signal comes or no page is open any more. */
async function studio(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const isEditing = isGiven(given, EDIT);
  if (isEditing) await refuseEdit(place);
  const options = optionsOf(given, place, isEditing ? 'edit' : 'look');
  const { openStudio, readPageFiles } = await import('@hookline/studio/open');
  const files = readPageFiles(dirname(shippedFile('studio/index.html')));
  let link = (): void => {};
  const terminal = isTerminal(0) ? (await import('./terminal.ts')).openTerminal(() => link()) : null;
  const demo = isGiven(given, DEMO) ? (await import('@hookline/studio')).openDemo(place.env['PATH'] ?? '') : null;
  if (demo !== null) process.once('exit', demo.close);
  const shown = { ...options, ...(demo === null ? {} : { ...demo, demo: true }), files, person: terminal?.ask ?? null };
  const opened = await openStudio(shown).catch((error: unknown) => {
    throw portProblem(error, options.port);
  });
  link = () => void writeErr(`${opened.newAddress()}\n`);
  announce(opened, given);
  return untilEnded(opened, terminal);
}

/** Running hooks and saving files through a page is for a person, who is at the terminal that it was started from. */
async function refuseEdit(place: HooksPlace): Promise<void> {
  if (!isTerminal(0) || !isTerminal(2))
    throw wrongCall('studio --edit needs a terminal, where it asks before it changes anything; run it in one');
  const { refuseDriven } = await import('../../call/person-only.ts');
  refuseDriven(place, 'studio --edit');
}

function optionsOf(
  given: Arguments,
  place: HooksPlace,
  mode: StudioOptions['mode'],
): Omit<StudioOptions, 'files' | 'person'> {
  return {
    place,
    record: recordOf(given, place),
    state: stateFolder(place.env, place.home),
    mode,
    demo: false,
    port: wholeNumber(given, PORT, { usual: 0, most: 65_535 }),
    idleMs: wholeNumber(given, IDLE, { usual: DEFAULT_IDLE_SECONDS, most: 1e6 }) * 1000,
    version,
    socket: defaultSocket(place.env),
    onFailure: (text) => void writeErr(`hookline: ${text}\n`),
  };
}

const DEFAULT_IDLE_SECONDS = 1800;

function recordOf(given: Arguments, { env, home }: HooksPlace): string {
  const asked = valueOf(given, RECORD);
  if (asked !== undefined && isGiven(given, DEMO))
    throw wrongCall('--demo and --record contradict each other; leave one out');
  if (asked === undefined) return recordFolder(env, home);
  const folder = resolve(THIS_PROCESS.folder(), asked);
  if (statsOf(folder)?.isDirectory() !== true) throw wrongCall(`--record: there is no folder ${folder}`);
  return folder;
}

function wholeNumber(
  given: Arguments,
  option: OptionRow,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const text = valueOf(given, option) ?? String(usual);
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= most) return number;
  throw wrongCall(`--${option.name}: expected a whole number up to ${most}, found "${text}"`);
}

function portProblem(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return wrongCall(`port ${port} is taken; give another one, or leave --port out`);
  if (code === 'EACCES') return wrongCall(`port ${port} may not be used; give one above 1023, or leave --port out`);
  return error;
}

/** One line for a program, or the link for a person; then the browser, unless it is not wanted. */
function announce(opened: Studio, given: Arguments): void {
  const url = opened.newAddress();
  if (isGiven(given, 'json')) writeJson({ url, port: opened.port });
  else
    writeOut(
      `studio at ${url}\nThe link works once, within a minute.${isTerminal(0) ? ' Press enter for another one.' : ''}\n`,
    );
  if (isGiven(given, NO_OPEN)) return;
  openInBrowser(
    url,
    (why) => void writeErr(`hookline: no browser could be opened (${oneLine(why)}); open the link yourself\n`),
  );
}

async function untilEnded(opened: Studio, terminal: StudioTerminal | null): Promise<number> {
  const signalled = new Promise<'signal'>((resolve) => onSignals(() => resolve('signal')));
  const why = await Promise.race([signalled, opened.ended.then(() => 'idle' as const)]);
  terminal?.close();
  if (why === 'idle') writeErr('hookline: no page of the studio was open for a while; it has ended\n');
  await opened.close();
  return 0;
}
