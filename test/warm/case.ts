import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createHooks } from '../../packages/core/src/internal.ts';
import type { Json, AnyEvent } from '../../packages/core/src/model/index.ts';
import { handedOut, ownCases, readCases } from '../conformance/run-cases.ts';

/** One event of a conformance case, and the files around it. */
export interface Shot {
  readonly id: string;
  readonly files: Readonly<Record<string, Json>>;
  readonly modes: Readonly<Record<string, string>>;
  readonly event: Readonly<Record<string, Json>>;
  readonly env: Readonly<Record<string, string | null>>;
  readonly waits: boolean;
  readonly settleMs: number;
}

interface Case {
  readonly id: string;
  readonly files?: Shot['files'];
  readonly modes?: Shot['modes'];
  readonly event?: Shot['event'];
  readonly env?: Shot['env'];
  readonly args?: readonly string[];
  readonly command?: unknown;
  readonly settleMs?: number;
  readonly steps?: readonly Case[];
}

/** Every case that fires events through the library alone; the first event of those that fire several. */
export const readShots = (): readonly Shot[] =>
  [...handedOut(), ...ownCases()].flatMap((file) => shotsOf(readCases(file) as readonly Case[]));

const shotsOf = (cases: readonly Case[]): readonly Shot[] =>
  cases.flatMap((item) => {
    const { files, modes, event, env, args = [], command, settleMs } = { ...item, ...item.steps?.[0] };
    if (command !== undefined || event === undefined || args.some((word) => word !== '--wait')) return [];
    const laid = { ...item.files, ...files };
    if (needsServer(laid)) return [];
    const waits = args.length > 0;
    return [
      {
        id: item.id,
        files: laid,
        modes: { ...item.modes, ...modes },
        event,
        env: env ?? {},
        waits,
        settleMs: settleMs ?? 0,
      },
    ];
  });

/** What came of an event: the outcome, and the files that hooks have written. */
export interface Result {
  readonly outcome: Json;
  readonly files: Readonly<Record<string, string>>;
}

/** Lays the files out in the folder, fires the event, and leaves nothing behind. */
export async function shoot(shot: Shot, root: string, warm: boolean): Promise<Result> {
  const place = { root, home: join(root, 'home'), project: join(root, 'project') };
  rmSync(root, { recursive: true, force: true });
  for (const folder of [place.home, place.project]) mkdirSync(folder, { recursive: true });
  const fill = <Value>(value: Value): Value => filled(value, place);
  for (const [name, content] of Object.entries(shot.files)) lay(join(root, fill(name)), fill(content));
  for (const [name, mode] of Object.entries(shot.modes)) chmodSync(join(root, name), Number.parseInt(mode, 8));
  const given = { PATH: process.env['PATH'], LANG: 'C.UTF-8', TZ: 'UTC', HOME: place.home, ...fill(shot.env) };
  const env = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const hooks = await createHooks({
    project: place.project,
    home: env['HOME'] ?? place.home,
    env,
    trust: 'all',
    record: false,
    warm,
  });
  try {
    const event = fill({ session_id: 's-1', cwd: '{{project}}', ...shot.event }) as unknown as AnyEvent;
    const outcome = await hooks.fire(event, { wait: shot.waits });
    await wait(shot.settleMs);
    return { outcome: steady(JSON.parse(JSON.stringify(outcome))), files: filesUnder(root) };
  } finally {
    await hooks.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function filled<Value>(value: Value, place: Readonly<Record<string, string>>): Value {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string'
      ? item.replaceAll(/\{\{(home|project|root)\}\}/g, (_all, name: string) => place[name] ?? '')
      : repeated(item),
  );
  return text === undefined ? value : (JSON.parse(text) as Value);
}

/** The text that `{"$repeat": ["text", ["text", 800], …]}` stands for. */
function repeated(item: unknown): unknown {
  const parts = (item as { readonly $repeat?: readonly (string | readonly [string, number])[] } | null)?.$repeat;
  return parts?.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('') ?? item;
}

function lay(path: string, content: Json): void {
  mkdirSync(dirname(path), { recursive: true });
  const bytes = bytesOf(content);
  writeFileSync(path, bytes);
  if (bytes.subarray(0, 2).toString() === '#!') chmodSync(path, 0o755);
}

function bytesOf(content: Json): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  const encoded = typeof content === 'object' && content !== null && '$base64' in content ? content['$base64'] : null;
  return typeof encoded === 'string'
    ? Buffer.from(encoded, 'base64')
    : Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
}

/** Without what differs from run to run: durations, the names of runs, numbers of processes, times. */
function steady(value: Json): Json {
  if (typeof value === 'string') return steadyText(value);
  if (Array.isArray(value)) return value.map((item: Json) => steady(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key === 'durationMs' || item === undefined ? [] : [[key, steady(item)]],
    ),
  );
}

const steadyText = (text: string): string =>
  text
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-z]{26}-\d+\b/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?/g, 'TIME')
    .replaceAll(/\b\d{9,13}(?:\.\d+)?\b/g, 'TIME')
    .replaceAll(/\w{3} \w{3} +\d+ [\d:]{8} UTC \d{4}/g, 'TIME')
    .replaceAll(/(line \d+: +)\d+/g, '$1PID');

/** Hooks that run at the same time write into one file as they come. */
const inAnyOrder = (text: string): string => text.split('\n').toSorted().join('\n');

/** A server of one shot would still be there at the next. */
const needsServer = (files: Shot['files']): boolean =>
  /createServer|http\.server|127\.0\.0\.1/.test(JSON.stringify(files));

function filesUnder(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length), inAnyOrder(steadyText(readFileSync(path, 'utf8')))];
    }),
  );
}
