import { DIALECTS } from '@hookline/core/internal';
import { expect, test } from 'vitest';
import { commandFor, wrapperText } from './wrapper.ts';

const command = (id: string, project: string | null): string => {
  const dialect = DIALECTS.find((each) => each.id === id);
  if (dialect === undefined) throw new Error(`no dialect ${id}`);
  return commandFor(dialect, `/home/ann/it's/.x/hooks/a.mjs`, project);
};

test.each([
  ['kolega', `node '.x/hooks/a.mjs'`],
  ['polytoken', `node '.x/hooks/a.mjs'`],
  ['qoder', `node "$QODER_PROJECT_DIR"/.x/hooks/a.mjs`],
])('in a project of %s the wrapper is found wherever the project lies', (id, line) => {
  expect(command(id, `/home/ann/it's`)).toBe(line.replaceAll(`'`, ''));
});

test('where a hook may start in any folder and is told no project, the wrapper is looked for upwards', () => {
  expect(command('kode', `/home/ann/it's`)).toMatch(/^bash -c 'd=\$PWD; .*' \.x\/hooks\/a\.mjs$/);
});

test('a wrapper of the user is named by its whole path', () => {
  expect(command('qoder', null)).toBe(String.raw`node '/home/ann/it'\''s/.x/hooks/a.mjs'`);
});

test('a wrapper holds nothing but what the hook is, whatever it is called', () => {
  const hook = { dialect: 'kode', name: 'a */\n\u2028b', event: 'session_end' };
  const bridged = { host: 'qoder', hook, project: '../..', home: null, toolNames: 'native' };
  const text = wrapperText(bridged as never, '/p/.qoder/hooks/a.mjs', '/p/.qoder/hooks/hookline-bridge.mjs');
  expect(text.split('\n')[1]).toBe('// Written by "hookline convert": the kode hook "a */ b", for qoder.');
  expect(text).toContain(`import { bridge } from './hookline-bridge.mjs';`);
  expect(text).toContain('"project": "../.."');
});
