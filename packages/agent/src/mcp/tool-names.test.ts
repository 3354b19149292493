import { expect, test } from 'vitest';
import { toolNames } from './tool-names.ts';

test('a name tells the server and the tool, with a line for every character that providers refuse', () => {
  expect(toolNames([{ server: 'files', tool: 'read file.txt/ä' }])).toEqual(['mcp__files__read_file_txt__']);
});

test('no two names are the same and none is longer than 64 characters', () => {
  const long = 'x'.repeat(100);
  const tools = ['a.b', 'a_b', 'a b', `${long}1`, `${long}2`].map((tool) => ({ server: 's', tool }));
  const names = toolNames([...tools, { server: 's__a', tool: 'b' }, { server: 's', tool: 'a__b' }]);
  expect(new Set(names).size).toBe(7);
  expect(names.map(({ length }) => length)).toEqual([11, 20, 20, 64, 64, 12, 21]);
  expect(names[0]).toBe('mcp__s__a_b');
});
