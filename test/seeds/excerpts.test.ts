import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codesIn, excerptsOf, flattenPython, quotedIn, unflattenPython } from './excerpts.ts';

const kolega = excerptsOf('kolega/source.txt');
const agentHooks = excerptsOf('agent-hooks/source.txt');
const kode = excerptsOf('kode/source.txt');

test('an anchor that the document does not hold once is an error', () => {
  expect(() => kolega.jsonAfter('Both files use another shape:')).toThrow('0 times, not once');
  expect(() => kolega.jsonAfter('"hooks"')).toThrow(/\d+ times, not once/);
});

test('an example that does not begin right after its anchor is an error', () => {
  expect(() => kolega.jsonAfter('Hooks are declared in JSON')).toThrow('no JSON begins right after');
});

test('an example without its end is an error', () => {
  expect(() => kode.between('Redact secrets before submit\n', 'no such line')).toThrow('has no "no such line"');
  expect(() => agentHooks.fencedAfter('Add as git submodule to your project:', 2)).toThrow('only 1 fenced blocks');
});

test('a sentence that the document does not say is no title', () => {
  expect(kolega.says('The hooks map is keyed by event name.')).toBe('The hooks map is keyed by event name.');
  expect(() => kolega.says('The hooks map is keyed by tool name.')).toThrow('does not say');
});

test('JSON ends with its own last bracket, whatever stands in its texts', () => {
  expect(kode.jsonAfter('must be a JSON object. Recognised keys:')).toMatch(/^\{[^]*"ls -la" \}\n\}$/);
});

test('a table is read row by row, also when each of its cells has a line', () => {
  expect(kode.tableBelow('| ID | Cause |')[0]).toEqual(['KODE-HOOK-001', 'Subprocess timed out.']);
  expect(agentHooks.tableBelow('| Priority | Entry Point | Description |')).toHaveLength(3);
});

test('Python on one line gets its lines back, and loses none of its text', () => {
  const lines =
    'def f(a): # no\n    b = g(a, ": if x return ")\n    if b:\n        return h(b)\n    return [b if a else a]\n';
  const plain = lines.replace(' # no', '');
  expect(unflattenPython(flattenPython(plain))).toBe(plain);
});

test('quotes and backquotes are told apart', () => {
  expect(quotedIn('"" or "*" but not `x`')).toEqual(['', '*']);
  expect(codesIn('`x` and "y"', 1)).toEqual(['x']);
  expect(() => codesIn('`x`', 2)).toThrow('1 texts in backquotes, not 2');
});

test('every row of the README names a test that exists', () => {
  const bare = (text: string): string => text.replace(/[\s\\]+/g, '');
  const parts = readFileSync(new URL('README.md', import.meta.url), 'utf8').split(/^### .*`(.+\.test\.ts)`$/m);
  expect(parts).toHaveLength(11);
  for (let part = 1; part < parts.length; part += 2) {
    const source = bare(readFileSync(new URL(parts[part] ?? '', import.meta.url), 'utf8'));
    const titles = [...(parts[part + 1] ?? '').matchAll(/\| “(.*?)…?” \|$/gm)].map(([, title = '']) => title);
    expect(titles.length).toBeGreaterThan(5);
    for (const title of titles) expect(source.includes(bare(title)), title).toBe(true);
  }
});
