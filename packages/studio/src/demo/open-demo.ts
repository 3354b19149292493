import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder, newDecisionId, openRecord, type RecordEntry, stateFolder } from '@hookline/core/internal';
import type { StudioPlace } from '../look/project-hooks.ts';
import demo from './demo.json' with { type: 'json' };

/** A project and a record to look at, in a folder that goes with the studio. */
export interface Demo {
  readonly place: StudioPlace;
  readonly record: string;
  readonly state: string;
  readonly close: () => void;
}

const DAYS = 7;
const ROUNDS_A_DAY = 6;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LIVE_MS = 3_000;

/** Decisions that guards really made, told as those of the last week; and one more every few seconds. */
export function openDemo(path: string, now = Date.now()): Demo {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-demo-')));
  const [project, home, record] = [join(folder, 'shop'), join(folder, 'home'), join(folder, 'record')];
  const env = { HOME: home, PATH: path };
  for (const [name, text] of Object.entries(demo.files)) writeIn(join(project, name), text, 0o755);
  const shadow = demo.inShadow.map((id) => ({ id, project }));
  const settings = join(configFolder({ env, home, platform: process.platform }), 'settings.json');
  writeIn(settings, JSON.stringify({ shadow }), 0o600);
  const writer = openRecord(record);
  const total = DAYS * ROUNDS_A_DAY;
  for (let round = 0; round < total; round += 1) {
    const from = now - DAYS * DAY_MS + (round + 0.5) * (DAY_MS / ROUNDS_A_DAY) - 30 * MINUTE_MS;
    for (const [at] of DECISIONS.entries())
      writer.append(...entriesOf(at, from + at * MINUTE_MS, project, `s-${round + 1}`));
  }
  let next = 0;
  const timer = setInterval(() => {
    writer.append(...entriesOf(next % DECISIONS.length, Date.now(), project, 's-live'));
    next += 1;
  }, LIVE_MS);
  return {
    // The demo is ours, and lies in a folder that only this user can write to.
    place: { project, home, env, trust: 'all' },
    record,
    state: stateFolder(env, home),
    close: () => {
      clearInterval(timer);
      writer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeIn(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode });
}

const DECISIONS = demo.decisions;

/** The start and the end of one decision, as if it had been made at that time. */
function entriesOf(index: number, at: number, project: string, session: string): readonly RecordEntry[] {
  const decision = DECISIONS[index];
  if (decision === undefined) return [];
  const here = JSON.parse(JSON.stringify(decision).replaceAll('{project}', project)) as typeof decision;
  const durationMs = here.durationMs * (0.7 + ((at / 7) % 100) / 160);
  const id = newDecisionId(at);
  const start = { v: 1, kind: 'start', id, at: new Date(at).toISOString(), pid: process.pid, project };
  const end = { v: 1, kind: 'end', id, at: new Date(at + durationMs).toISOString() };
  return [
    { ...start, event: { ...here.payload, session_id: session }, hooks: here.planned },
    { ...end, outcome: here.outcome, hooks: here.hooks, durationMs },
  ] as unknown as readonly RecordEntry[];
}
