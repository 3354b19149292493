import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@hookline/core';
import { afterAll, describe, expect, test } from 'vitest';
import { publicNames } from '../scripts/read-declarations.mjs';
import { renderEvents } from '../scripts/render-events.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hookline-declarations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, ...lines: readonly string[]): string => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return join(folder, name);
};

describe('the public names of a declaration file', () => {
  put(
    'parts.d.ts',
    "import type { Other } from './other.ts';",
    '/**',
    ' * Opens it, and',
    ' * keeps it open.',
    ' */',
    'export declare function open(path: string): Promise<Door>;',
    'export interface Door {',
    '    /** Inside, not above. */',
    '    readonly close: () => {',
    '        readonly done: boolean;',
    '    };',
    '}',
    '/** A list. */',
    "export declare const SIZES: readonly ['small', 'large'];",
    'export declare const measure: (door: Door) => number;',
    'declare const hidden: number;',
    'export {};',
  );

  test('are told in the order of the exports, with their kind, comment and whole declaration', () => {
    expect(publicNames(put('all.d.ts', "export * from './parts.ts';"))).toEqual([
      {
        name: 'open',
        kind: 'function',
        comment: 'Opens it, and keeps it open.',
        text: 'export declare function open(path: string): Promise<Door>;',
      },
      { name: 'Door', kind: 'type', comment: '', text: expect.stringMatching(/^export interface Door \{[^]*\n\}$/) },
      { name: 'SIZES', kind: 'constant', comment: 'A list.', text: expect.stringContaining('SIZES') },
      { name: 'measure', kind: 'function', comment: '', text: expect.stringContaining('=> number;') },
    ]);
  });

  test('are those that a file passes on, under the names that it gives them', () => {
    const file = put('some.d.ts', "export { open as unlock, type Door } from './parts.ts';");
    expect(publicNames(file).map(({ name, kind }) => [name, kind])).toEqual([
      ['unlock', 'function'],
      ['Door', 'type'],
    ]);
  });

  test('must be declared where an export says that they are', () => {
    expect(() => publicNames(put('wrong.d.ts', "export { shut } from './parts.ts';"))).toThrow('does not declare shut');
    expect(() => publicNames(put('far.d.ts', "export * from './nowhere.ts';"))).toThrow('build the packages first');
  });
});

test('the API page has every value that the package exports', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/embed/api.md'), 'utf8');
  expect(Object.keys(core).filter((name) => !page.includes(`\n### ${name}\n`))).toEqual([]);
});

test('an event without words is refused by name, so that no page is generated without them', () => {
  const tables = { dialects: [], eventNames: ['PreLunch'], powersOf: () => [] };
  expect(() => renderEvents(tables)).toThrow('no words for the event "PreLunch": add them to scripts/event-words.mjs');
});
