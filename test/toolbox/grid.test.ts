import { validateFiles } from '@hookline/core/internal';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LANGUAGES, type LanguageName, planHook, writeChanges } from '../../packages/toolbox/src/index.ts';
import { readCaseFile, runCases } from '../../packages/toolbox/src/cases/index.ts';
import { skipWithout } from '../support/skip-without.ts';
import { WRITABLE } from '../support/dialect-ids.ts';

// HOOKLINE_GRID=full, or node test/toolbox/grid.mjs: every dialect, every event, every language, for project and user.
const isFull = process.env['HOOKLINE_GRID'] === 'full';

interface Cell {
  readonly dialect: string;
  readonly event: string;
  readonly language: LanguageName;
  readonly scope: 'user' | 'project';
}

/** Every native event, and the neutral ones that share a native name. */
const EVENTS = WRITABLE.flatMap(({ id, events }) =>
  Object.entries(events).flatMap(([native, { means }]) =>
    (means.length === 0 ? [] : [native, ...means.slice(1)]).map((event) => ({ dialect: id, event })),
  ),
);

const NAMES = Object.keys(LANGUAGES) as LanguageName[];
const SCOPES = ['project', 'user'] as const;

const hasScope = (id: string, wanted: Cell['scope']): boolean =>
  WRITABLE.find((dialect) => dialect.id === id)?.locations.some(({ scope }) => scope === wanted) === true;

const ALL: readonly Cell[] = EVENTS.flatMap((each) =>
  NAMES.flatMap((language) =>
    SCOPES.filter((scope) => hasScope(each.dialect, scope)).map((scope) => ({ ...each, language, scope })),
  ),
);

/** All shapes of hooks in all dialects, each once: a step that shares no factor with languages and scopes. */
const CELLS = isFull ? ALL : ALL.filter((_, index) => index % 7 === 0);

describe('a hook from a template', () => {
  it(`is tried in ${CELLS.length} of ${ALL.length} cells, and there are as many as there should be`, () => {
    const withoutProject = EVENTS.filter(({ dialect }) => !hasScope(dialect, 'project'));
    expect(ALL.length).toBe(EVENTS.length * 6 - withoutProject.length * 3);
    expect(EVENTS.length).toBe(
      WRITABLE.reduce((sum, { events }) => sum + Object.values(events).flatMap(({ means }) => means).length, 0),
    );
  });

  it.each(CELLS)('of $dialect for $event in $language ($scope) is valid, and passes its own cases', async (cell) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-grid-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = {
      project: join(folder, 'a project'),
      home: join(folder, 'home'),
      env: { PATH: process.env['PATH'] },
    };
    mkdirSync(place.project);
    mkdirSync(place.home);
    const plan = await planHook({ ...cell, name: 'my-hook' }, place);
    if (!plan.ok) throw new Error(plan.problem);
    for (const program of ['jq', 'python3'] as const) if (plan.needs.includes(program)) skipWithout(program);
    writeChanges(plan.changes, cell.scope === 'project' ? place.project : null);
    expect(await validateFiles(null, place)).toEqual([]);
    const file = plan.changes.find(({ path }) => path.endsWith('.hooktest.yaml'))?.path ?? '';
    const { cases, diagnostics } = await readCaseFile(file, place.project);
    expect(diagnostics).toEqual([]);
    const { project: _project, ...hooks } = place;
    const results = await runCases(cases, { hooks: { ...hooks, trust: 'all', record: false }, concurrency: 1 });
    expect(
      results.map(({ case: { title }, ...result }) => [
        title,
        result.status,
        'mismatches' in result ? result.mismatches : [],
      ]),
    ).toEqual(cases.map(({ title }) => [title, 'passed', []]));
    expect(cases.length).toBeGreaterThan(0);
    // Nothing of it may be written twice.
    expect(await planHook({ ...cell, name: 'my-hook' }, place)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/already/) as unknown,
    });
  });
});
