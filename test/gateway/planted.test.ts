import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { needs } from '../support/programs.ts';
import { faultRun } from './fault-run.ts';
import type { BuiltPackages } from './programs.ts';

// Bugs by which a record would lose, double or mix up lines. Each is put into a copy of the built packages, and the fault
// run must notice it: a run that passes with one of these proves nothing about the product.

const root = join(import.meta.dirname, '../..');

interface PlantedBug {
  readonly bug: string;
  readonly package: keyof BuiltPackages;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const BUGS: readonly PlantedBug[] = [
  {
    bug: 'the gateway confirms a chunk before PostgreSQL has committed it',
    package: 'gateway',
    file: 'ingest/append.js',
    from: "const { rows } = await database.pool.query({ name: 'append', text: APPEND, values });\n    return rows[0];",
    to: "database.pool.query({ name: 'append', text: APPEND, values }).catch(() => undefined);\n    return { outcome: 'done', head: parts.chunk.head, lines: String(request.at + parts.chunk.lines.length) };",
  },
  {
    bug: 'the head of a stream moves from wherever it is',
    package: 'gateway',
    file: 'database/migrations/0008-append.js',
    from: ' and s.head = p_after and s.lines = p_at',
    to: '',
  },
  {
    bug: 'PostgreSQL confirms before it has synced',
    package: 'gateway',
    file: 'database/migrations/0008-append.js',
    from: "perform set_config('hookline.org', p_org::text, true);",
    to: "perform set_config('hookline.org', p_org::text, true); perform set_config('synchronous_commit', 'off', true);",
  },
  {
    bug: 'rows of a decision that comes in two chunks are not put together',
    package: 'gateway',
    file: 'database/migrations/0008-append.js',
    from: 'verdict = coalesce(excluded.verdict, d.verdict)',
    to: 'verdict = d.verdict',
  },
  {
    bug: 'the cursor moves before the gateway has answered',
    package: 'fleet',
    file: 'ship/shipper.js',
    from: 'writePosition(options.stateFolder, sending);',
    to: 'writePosition(options.stateFolder, { ...cursor, ...batch.after, sending: null });',
  },
  {
    bug: 'an answer of 409 counts as confirmed',
    package: 'fleet',
    file: 'ship/shipper.js',
    from: 'const next = await settled(options, sending, theirs);',
    to: 'const next = moved(options, sending, { ...theirs, files: batch.after.files });',
  },
  {
    bug: 'the machine forgets lines that were not sent when files are rotated',
    package: 'fleet',
    file: 'ship/fence.js',
    from: 'offset: offsets.get(inode) ?? 0',
    to: 'offset: Number.MAX_SAFE_INTEGER',
  },
  {
    bug: 'only the newest file is looked at',
    package: 'fleet',
    file: 'ship/batch.js',
    from: 'for (const file of files) {',
    to: 'for (const file of files.slice(-1)) {',
  },
];

function planted({ package: name, file, from, to }: PlantedBug): BuiltPackages {
  // Beside the packages, so that what they import is found.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dist = { gateway: join(folder, 'gateway/dist'), fleet: join(folder, 'fleet/dist') };
  for (const each of ['gateway', 'fleet'] as const) {
    cpSync(join(root, 'packages', each, 'dist'), dist[each], { recursive: true });
    cpSync(join(root, 'packages', each, 'package.json'), join(folder, each, 'package.json'));
  }
  const path = join(dist[name], file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(from), `${file} has the place of the bug once`).toHaveLength(2);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  return dist;
}

describe('the fault run notices a bug', { ...needs('postgres'), timeout: 900_000 }, () => {
  it.each(BUGS)('$bug', async (bug) => {
    const dist = planted(bug);
    const result = await faultRun({
      machines: 2,
      lines: 8_000,
      kills: 40,
      seed: 3,
      dist,
      withinMs: 60_000,
      settledWithinMs: 20_000,
    }).catch((error: unknown) => error as Error);
    // Anything else than lines that never arrive, or are not taken, is a fault of the run and no finding.
    if (result instanceof Error && !/^lines still wait$|gateway refused/.test(result.message)) throw result;
    const noticed =
      result instanceof Error
        ? result.message
        : [
            ...result.wrong,
            ...result.alarms,
            ...(result.findings > 0 ? [`${result.findings} findings`] : []),
            ...(result.decisions.stored === result.decisions.written ? [] : [`${result.decisions.stored} decisions`]),
            ...(result.decisions.ended === result.decisions.written ? [] : [`${result.decisions.ended} have an end`]),
          ].join('; ');
    console.log(`${bug.bug}: ${noticed === '' ? 'NOT NOTICED' : noticed}`);
    expect(noticed).not.toBe('');
  });
});
