import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIALECTS, eventTable } from '@hookline/core/internal';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const source = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = source('docs/embed/reference-agent.md');

/** The rows of the table that has this head, cell by cell. */
function rowsUnder(head: string): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const start = lines.indexOf(head) + 2;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'));
  expect(start, `there is no table ${head}`).toBeGreaterThan(1);
  return lines.slice(start, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const code = (cell = ''): string => /`([^`]+)`/.exec(cell)?.[1] ?? cell;

const firstCells = (head: string): readonly string[] => rowsUnder(head).map(([cell]) => code(cell));

/** The words that a union or a list in the source is made of. */
const wordsIn = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].toSorted();

describe('the page about the reference agent', () => {
  test('names every event with the file that fires it', () => {
    const rows = rowsUnder('| event | where it fires | when |').map(
      ([event, file]) => [code(event), code(file)] as const,
    );
    expect(rows.map(([event]) => event).toSorted()).toEqual(
      eventTable(DIALECTS)
        .events.map(({ name }) => name)
        .toSorted(),
    );
    const fired = rows.filter(([, file]) => file !== '–');
    // The agent has no teammates, deletes no session, and does not tell of an interrupt.
    const silentHere = rows.filter(([, file]) => file === '–').map(([event]) => event);
    expect(silentHere).toEqual(
      expect.arrayContaining(['TeammateIdle', 'Interrupt', 'SessionDelete', 'PreToolSelection']),
    );
    const silent = fired.filter(([event, file]) => !source(`packages/agent/src/${file}`).includes(`'${event}'`));
    expect(silent).toEqual([]);
  });

  test('names files and folders of the agent that exist', () => {
    const files = rowsUnder('| step | file |').flatMap(([, cell = '']) => wordsIn(cell, /`([^`]+)`/g));
    expect(files.filter((file) => !existsSync(join(root, 'packages/agent/src', file)))).toEqual([]);
  });

  test('names every effect, and the agent has a place for each', () => {
    const outcome = source('packages/core/src/model/outcome.ts');
    const union = outcome.slice(outcome.indexOf('type Effect'), outcome.indexOf('type Level'));
    const effects = firstCells('| effect | what the agent does | from |');
    expect(effects.toSorted()).toEqual(wordsIn(union, /'(\w+)'/g));
    const done = source('packages/agent/src/session/effects.ts');
    expect(effects.filter((effect) => !done.includes(effect))).toEqual([]);
  });

  test('gives the bounds that the dialects have', () => {
    const shown = rowsUnder(`| | ${DIALECTS.map(({ id }) => id).join(' | ')} |`);
    const bound = (count: number | null): string => (count === null || count === 0 ? '–' : String(count));
    expect(shown).toEqual([
      ['`keep_working`', ...DIALECTS.map(({ bounds }) => bound(bounds.keepWorking))],
      ['`retry_turn`', ...DIALECTS.map(({ bounds }) => bound(bounds.retryTurn))],
    ]);
  });

  test('names every extra answer of a hook', () => {
    const outcome = source('packages/core/src/model/outcome.ts');
    const extra = outcome.slice(outcome.indexOf('interface Extra'), outcome.indexOf('type RunStatus'));
    const named = rowsUnder('| answer | what the agent does |').flatMap(([cell = '']) => wordsIn(cell, /`([^`]+)`/g));
    expect(wordsIn(extra, /readonly (\w+)\?/g).filter((word) => !named.includes(word))).toEqual([]);
  });

  test('names every key of a scripted step', () => {
    const checks = source('packages/agent/src/models/check-steps.ts');
    const keys = /STEP_KEYS = \[([^\]]*)\]/.exec(checks)?.[1] ?? '';
    const named = rowsUnder('| key | holds |').flatMap(([cell = '']) => wordsIn(cell, /`([^`]+)`/g));
    expect(named.toSorted()).toEqual(wordsIn(keys, /'(\w+)'/g));
  });
});

describe('the page about ask and chat', () => {
  test('names every kind of line that --json prints', () => {
    const [types = ''] = source('packages/agent/src/contract/agent-event.ts').split('/** How a turn ended. */');
    const known = wordsIn(types, /type: '(\w+)'/g);
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter((type) => !source('docs/reference/commands/ask-and-chat.md').includes(`\`${type}\``))).toEqual(
      [],
    );
  });
});
