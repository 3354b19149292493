import { createHooks, DIALECTS, validateFiles } from '@hookline/core/internal';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exampleEvent } from '../cases/example-event.ts';
import { addEntry, type NewEntry } from './add-entry.ts';
import { hookPlace } from './hook-place.ts';
import { ChangedMeanwhileError, writeChanges } from '../files/write-changes.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-entry-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const IDS = DIALECTS.filter(({ shape }) => shape.kind !== 'event-files').map(({ id }) => id);
const SCOPES = ['project', 'user'] as const;

const entry = (dialect: string, more: Partial<NewEntry> = {}): NewEntry => ({
  dialect,
  event: 'PreToolUse',
  name: 'guard',
  description: 'Refuses everything: it is a test.',
  matcher: null,
  timeoutMs: null,
  command: './guard.sh',
  ...more,
});

const places = () => ({
  project: join(root, 'my project'),
  home: join(root, 'home'),
  env: { PATH: process.env['PATH'] },
});

async function textOf(...call: Parameters<typeof addEntry>): Promise<string> {
  const added = await addEntry(...call);
  if (!added.ok) throw new Error(added.problem);
  return added.text;
}

const problemOf = async (...call: Parameters<typeof addEntry>): Promise<string | null> => {
  const added = await addEntry(...call);
  return added.ok ? null : added.problem;
};

const hasScope = (id: string, scope: (typeof SCOPES)[number]): boolean =>
  DIALECTS.find((each) => each.id === id)?.locations.some((location) => location.scope === scope) === true;

describe.each(IDS.flatMap((id) => SCOPES.flatMap((scope) => (hasScope(id, scope) ? [[id, scope] as const] : []))))(
  'a hook added to %s (%s)',
  (id, scope) => {
    it('is valid, runs its script, and a second one joins it', async () => {
      const { project, home, env } = places();
      mkdirSync(project, { recursive: true });
      for (const name of ['one', 'two']) {
        const place = hookPlace({ dialect: id, scope, name }, '.sh', { project, home, env });
        if (place === null) throw new Error('there is no such place');
        const before = id === 'agent-hooks' || name === 'one' ? null : readFileSync(place.file, 'utf8');
        const after = await textOf(before, entry(id, { name, command: place.command, timeoutMs: 4000 }));
        writeChanges(
          [
            { path: place.script, before: null, after: '#!/bin/bash\ncat > /dev/null\n', executable: true },
            { path: place.file, before, after, executable: false },
          ],
          scope === 'project' ? project : null,
        );
      }
      expect(await validateFiles(null, { project, home, env })).toEqual([]);
      const hooks = await createHooks({ project, home, env, trust: 'all', record: false });
      const outcome = await hooks.fire(exampleEvent('PreToolUse', { project, dialect: id }));
      await hooks.close();
      expect(outcome.hooks.map(({ status, fault }) => [status, fault])).toEqual([
        ['passed', null],
        ['passed', null],
      ]);
    });
  },
);

describe('an entry whose failures shall refuse', () => {
  it('says so where the dialect lets it, and in a file that is not given a schema of ours', async () => {
    const schemas = 'https://schemas.test/';
    const own = entry('claude', { command: 'x', timeoutMs: 4000, failsClosed: true, schemas });
    expect(JSON.parse(await textOf(null, own))).toEqual({
      hooks: {
        PreToolUse: [
          expect.objectContaining({ hooks: [{ type: 'command', command: 'x', timeout: 4, onFailure: 'block' }] }),
        ],
      },
    });
    const other = await textOf(null, entry('qoder', { command: 'x', failsClosed: true, schemas }));
    expect(other).not.toContain('onFailure');
    expect(JSON.parse(other)).toHaveProperty('$schema', 'https://schemas.test/qoder.json');
  });
});

describe('what a file holds already', () => {
  it('stays as it was written in JSON, down to the indentation', async () => {
    const text = '{\n\t"other": [1,  2],\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n';
    expect(await textOf(text, entry('qoder', { event: 'Stop', command: 'x' }))).toBe(
      '{\n\t"other": [1,  2],\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{\n\t\t\t\t"hooks": [\n\t\t\t\t\t{\n\t\t\t\t\t\t"type": "command",\n\t\t\t\t\t\t"name": "guard",\n\t\t\t\t\t\t"command": "x"\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}\n',
    );
  });

  it('stays as it was written in JSON where it stands on one line', async () => {
    const text = '{ "hooks": { "Stop": [ {"hooks":[]}  ] },  "theme": "dark" }\n';
    expect(await textOf(text, entry('qoder', { event: 'Stop', command: 'x' }))).toBe(
      '{ "hooks": { "Stop": [ {"hooks":[]},\n  {\n    "hooks": [\n      {\n        "type": "command",\n        "name": "guard",\n        "command": "x"\n      }\n    ]\n  }\n] },  "theme": "dark" }\n',
    );
  });

  it('keeps its comments and its order in YAML', async () => {
    const text =
      '# mine\nmodel: fast # yes\nhooks:\n  # before tools\n  tool_call_pre:\n    - exec: ./a.sh # first\n# the end\n';
    expect(await textOf(text, entry('kode'))).toBe(
      '# mine\nmodel: fast # yes\nhooks:\n  # before tools\n  tool_call_pre:\n    - exec: ./a.sh # first\n    - exec: ./guard.sh\n# the end\n',
    );
    expect(await textOf('# only words\n', entry('kode'))).toBe(
      '# only words\n\nhooks:\n  tool_call_pre:\n    - exec: ./guard.sh\n',
    );
    expect(await textOf('hooks:\nmodel: fast\n', entry('kode'))).toContain('- exec: ./guard.sh');
    expect(JSON.parse(await textOf('{"hooks": {}}', entry('kode')))).toEqual({
      hooks: { tool_call_pre: [{ exec: './guard.sh' }] },
    });
  });

  it.each([
    [
      'a list of one line',
      'a:   {x: 1,y: 2}\nhooks:\n  tool_call_pre: [{exec: ./a.sh}]\n',
      { a: { x: 1, y: 2 }, hooks: { tool_call_pre: [{ exec: './a.sh' }, { exec: './guard.sh' }] } },
    ],
    [
      'a key without value',
      'hooks:\n  tool_call_pre:\nb: 1\n',
      { hooks: { tool_call_pre: [{ exec: './guard.sh' }] }, b: 1 },
    ],
  ])('means the same in YAML also where lines cannot be added: %s', async (_, text, value) => {
    expect(parse(await textOf(text, entry('kode')))).toEqual(value);
  });

  it.each([
    [
      'another event',
      'hooks:\n    session_start:\n    - exec:   "./a.sh"   # odd\n\n# next\nlist: [1,2]\n',
      'hooks:\n    session_start:\n    - exec:   "./a.sh"   # odd\n    tool_call_pre:\n      - exec: ./guard.sh\n\n# next\nlist: [1,2]\n',
    ],
    [
      'a flush list',
      'hooks:\n  tool_call_pre:\n  - exec: ./a.sh\n    timeout_ms:   5\nmodel: {a: 1}\n',
      'hooks:\n  tool_call_pre:\n  - exec: ./a.sh\n    timeout_ms:   5\n  - exec: ./guard.sh\nmodel: {a: 1}\n',
    ],
    [
      'no hooks yet, and no end of the last line',
      "model:   'x'",
      "model:   'x'\nhooks:\n  tool_call_pre:\n    - exec: ./guard.sh\n",
    ],
  ])('keeps every line of YAML: %s', async (_, text, expected) => {
    expect(await textOf(text, entry('kode'))).toBe(expected);
  });

  it.each([
    ['kolega', '{"schema_version": 1, "hooks": null}'],
    ['kolega', '{"schema_version": 1}'],
    ['qoder', '{"hooks": {"PreToolUse": null}}'],
    ['qoder', ''],
    ['polytoken', '\uFEFF[]'],
  ])('may be nothing yet: %s %s', async (dialect, text) => {
    const added = await textOf(text, entry(dialect));
    expect(JSON.stringify(JSON.parse(added))).toContain('./guard.sh');
  });

  it.each([
    ['kolega', '{', 'it is not valid JSON: run "hookline validate"'],
    ['kolega', '{"hooks": {}}', 'schema_version must be 1, not null'],
    ['kolega', '[]', 'an object was expected at the top of the file'],
    ['kolega', '{"schema_version": 1, "hooks": []}', 'hooks must be an object'],
    ['qoder', '{"hooks": {"PreToolUse": {}}}', 'hooks.PreToolUse must be a list'],
    ['polytoken', '{}', 'a list was expected at the top of the file'],
    ['kode', 'hooks: [', 'it is not valid YAML: run "hookline validate"'],
    ['kode', 'hooks:\n  tool_call_pre: 5\n', 'hooks.tool_call_pre must be a list'],
  ])('is not touched when it cannot be read: %s %s', async (dialect, text, problem) => {
    expect(await problemOf(text, entry(dialect))).toBe(problem);
  });

  it.each(IDS)('is not doubled in %s', async (dialect) => {
    expect(await problemOf(await textOf(null, entry(dialect)), entry(dialect))).toMatch(/ already$/);
  });

  it('is asked for only where the dialect has the event', async () => {
    expect(await problemOf(null, entry('kode', { event: 'Stop' }))).toMatch(/^kode has no event "Stop"/);
  });
});

describe('changes that are written', () => {
  const change = (path: string, before: string | null) => ({ path, before, after: 'new', executable: false });

  it('never overwrite a file, and take back what was made before', () => {
    const [one, two] = [join(root, 'a/one'), join(root, 'two')];
    writeFileSync(two, 'mine');
    expect(() => writeChanges([change(one, null), change(two, null)], root)).toThrow(ChangedMeanwhileError);
    expect(readFileSync(two, 'utf8')).toBe('mine');
    expect(() => readFileSync(one)).toThrow('ENOENT');
    expect(() => writeChanges([change(two, 'other')], root)).toThrow(/has changed meanwhile/);
  });

  it('go through a link and keep the rights of a file', () => {
    const [real, link] = [join(root, 'dot/files.json'), join(root, 'link.json')];
    mkdirSync(dirname(real));
    writeFileSync(real, 'old');
    chmodSync(real, 0o600);
    symlinkSync(real, link);
    writeChanges([change(link, 'old')], root);
    expect(readFileSync(real, 'utf8')).toBe('new');
    expect(readFileSync(link, 'utf8')).toBe('new');
  });
});
