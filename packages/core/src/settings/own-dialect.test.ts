import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHooks, DIALECTS, hostText, type Hooks, type HooksOptions, trustProject } from '../index.ts';

type Table = (typeof DIALECTS)[number];

function tableOf(id: string): Table {
  const found = DIALECTS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no dialect ${id}`);
  return found;
}

/** A system of its own: the files, the event and its words are those of no other. */
function ownTable(): Table {
  const kode = tableOf('kode');
  const row = kode.events['tool_call_pre'];
  if (row === undefined) throw new Error('kode has no tool_call_pre');
  return {
    ...kode,
    id: 'mine',
    title: 'My agent',
    locations: [
      { scope: 'user', bases: [{ from: 'home', path: '' }], path: '.mine/config.yaml' },
      { scope: 'project', bases: [{ from: 'project' }], path: '.mine/config.yaml' },
    ],
    events: { tool_soon: { ...row, blockText: { text: '{tool} was stopped: {reason}' } } },
    answer: {
      ...kode.answer,
      fields: kode.answer.fields.filter(({ on }) => on === undefined),
    },
  };
}

let folder = '';
let opened: Hooks[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-own-dialect-'));
  mkdirSync(join(folder, 'project'));
});

afterEach(async () => {
  await Promise.all(opened.map((hooks) => hooks.close()));
  opened = [];
  rmSync(folder, { recursive: true, force: true });
});

const place = (): HooksOptions => ({
  project: join(folder, 'project'),
  home: join(folder, 'home'),
  env: { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(folder, 'state') },
});

async function open(options: HooksOptions): Promise<Hooks> {
  const hooks = await createHooks({ ...place(), ...options });
  opened.push(hooks);
  return hooks;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const refusing = (reason: string): string =>
  `hooks:\n  tool_soon:\n    - exec: [sh, -c, "echo ${reason} >&2; exit 1"]\n`;

const EVENT = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: '/',
  tool_name: 'Bash',
  tool_use_id: 't-1',
  tool_input: { command: 'ls' },
} as const;

describe('a dialect that is given as a table', () => {
  test('is loaded, runs last and refuses by its own rules, in its own words', async () => {
    write('home/.mine/config.yaml', refusing('no'));
    write('home/.polytoken/hooks.json', '[{"name":"first","event":"pre_tool_use","handler":{"bash":"exit 0"}}]');
    const dialects = [...DIALECTS, ownTable()];
    const hooks = await open({ dialects });
    const outcome = await hooks.fire(EVENT);
    expect(outcome.block).toMatchObject({ effect: 'deny_tool', reason: 'no' });
    expect(outcome.hooks.at(-1)).toMatchObject({ dialect: 'mine', status: 'blocked' });
    expect(hostText(outcome, { tool: 'Bash', dialects })).toBe('Bash was stopped: no');
    expect(hostText(outcome, { tool: 'Bash' })).toBe('no');
  });

  test('may stand beside ids, and replaces the one whose id it has', async () => {
    write('home/.mine/config.yaml', refusing('no'));
    const replaced = { ...ownTable(), id: 'kode' };
    const hooks = await open({ dialects: ['kolega', replaced] });
    expect(hooks.files.map(({ dialect, path }) => [dialect, path.slice(folder.length)])).toEqual([
      ['kolega', '/home/.local/state/kolega-code/hooks.json'],
      ['kolega', '/project/.kolega/hooks.json'],
      ['kode', '/home/.mine/config.yaml'],
      ['kode', '/project/.mine/config.yaml'],
    ]);
    expect((await hooks.fire(EVENT)).block?.reason).toBe('no');
  });

  test('has files in the project that count only once they are trusted with the same list', async () => {
    write('project/.mine/config.yaml', refusing('no'));
    const dialects = [...DIALECTS, ownTable()];
    const reason = async (): Promise<unknown> => (await (await open({ dialects })).fire(EVENT)).block?.reason;
    expect(await reason()).toBeUndefined();
    await trustProject(place());
    expect(await reason()).toBeUndefined();
    await trustProject({ ...place(), dialects });
    expect(await reason()).toBe('no');
    // What was trusted stays in force until the change is trusted.
    write('project/.mine/config.yaml', refusing('changed'));
    expect(await reason()).toBe('no');
    await trustProject({ ...place(), dialects });
    expect(await reason()).toBe('changed');
  });

  test.each<[string, (table: Table) => unknown, string]>([
    ['an id that is the host', (table) => ({ ...table, id: 'host' }), 'and not "host": "host"'],
    ['an id that cannot be part of a hook id', (table) => ({ ...table, id: 'a:b' }), 'hyphens, and not "host": "a:b"'],
    [
      'a cell that is missing',
      (table) => ({ ...table, answer: undefined }),
      'must have an object in its cell "answer"',
    ],
    ['a cell of another type', (table) => ({ ...table, locations: {} }), 'must have a list in its cell "locations"'],
    [
      'an event that does not exist',
      (table) => ({ ...table, events: { soon: { ...table.events['tool_soon'], means: ['Lunch'] } } }),
      'the event "soon" of the dialect "mine" means "Lunch", which is not an event',
    ],
  ])('is refused with %s', async (_title, change, message) => {
    const wrong = createHooks({ ...place(), dialects: [change(ownTable()) as Table] });
    await expect(wrong).rejects.toThrow(TypeError);
    await expect(wrong).rejects.toThrow(message);
  });

  test('is refused when it is given twice', async () => {
    const wrong = createHooks({ ...place(), dialects: [ownTable(), ownTable()] });
    await expect(wrong).rejects.toThrow(new TypeError('the dialect "mine" is given twice'));
  });
});
