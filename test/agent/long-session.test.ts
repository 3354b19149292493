import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const PROGRAM = fileURLToPath(new URL('support/long-session.mjs', import.meta.url));
const TURNS = 1_000;
const PATIENCE = { timeout: 300_000 };

/** A real process before each call, and one in the background after it. */
const GUARDS = [
  { name: 'before', event: 'pre_tool_use', handler: { bash: 'cat > /dev/null' } },
  { name: 'after', event: 'post_tool_use', handler: { bash: ':' } },
];

interface Session {
  readonly end: { readonly how: string };
  readonly results: number;
  readonly compactions: number;
  readonly measures: readonly { readonly heap: number; readonly transcript: number }[];
}

/** Turns in which the model reads a file; each says how full its context is. */
const reads = (inputTokens: (turn: number) => number): readonly object[] => [
  ...Array.from({ length: TURNS }, (_, turn) => ({
    text: `Turn ${turn}.`,
    calls: [call('Read', { file_path: 'notes.txt' })],
    inputTokens: inputTokens(turn),
  })),
  { text: 'Done.' },
];

async function work(place: Workplace, steps: readonly object[], contextLength: number): Promise<Session> {
  place.file('notes.txt', Array.from({ length: 100 }, (_, line) => `line ${line} of the notes, to be read`).join('\n'));
  place.file('.polytoken/hooks.json', JSON.stringify(GUARDS));
  const script = join(dirname(place.project), 'long.json');
  writeFileSync(script, JSON.stringify(steps));
  const words = ['--expose-gc', PROGRAM, place.project, place.home, script, String(TURNS), String(contextLength)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...place.env } });
  const closed = once(child, 'close');
  const printed = await text(child.stdout);
  await closed;
  return JSON.parse(printed) as Session;
}

/** How much more there was at the end than at turn 200. */
const growthOf = ({ measures: [early, late] }: Session, what: 'heap' | 'transcript'): number =>
  (late?.[what] ?? NaN) - (early?.[what] ?? NaN);

/** What Node itself may take in 800 turns, for compiled code and the like, until it levels off; no leak per turn fits into it. */
const SLACK = 1.5 * 1024 * 1024;

test(
  'the heap grows by no more than the transcript does over 1,000 turns: what is kept is the conversation',
  PATIENCE,
  story([], async (place) => {
    const session = await work(
      place,
      reads(() => 1),
      1_000_000,
    );
    expect(session).toMatchObject({ end: { how: 'done' }, results: TURNS, compactions: 0 });
    expect(growthOf(session, 'transcript')).toBeGreaterThan(2 * SLACK);
    expect(growthOf(session, 'heap')).toBeLessThan(growthOf(session, 'transcript') + SLACK);
  }),
);

test(
  'with automatic compaction the heap stays as it is over 1,000 turns, however long the transcript becomes',
  PATIENCE,
  story([], async (place) => {
    const session = await work(
      place,
      reads((turn) => (turn % 50 === 49 ? 950 : 10)),
      1_000,
    );
    expect(session).toMatchObject({ end: { how: 'done' }, results: TURNS, compactions: 20 });
    expect(growthOf(session, 'transcript')).toBeGreaterThan(2 * SLACK);
    expect(growthOf(session, 'heap')).toBeLessThan(SLACK);
  }),
);
