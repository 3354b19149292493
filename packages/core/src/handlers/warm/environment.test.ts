import { expect, test } from 'vitest';
import { splitEnvironment } from './environment.ts';

const HOST = { PATH: '/bin', HOME: '/root', LANG: 'C', EDITOR: 'vi' };

test('a shell starts with what the hook shares with the host, and is told the rest; what bash changes is kept apart', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/ann',
    LANG: 'C.UTF-8',
    TOOL: 'Bash',
    SHLVL: '2',
    PWD: '/p',
    _: '/usr/bin/node',
  };
  expect(splitEnvironment(env, HOST)).toEqual({
    ok: true,
    early: { PATH: '/bin', LANG: 'C.UTF-8' },
    late: [
      ['HOME', '/home/ann'],
      ['TOOL', 'Bash'],
    ],
    own: { shlvl: '2', pwd: '/p', oldPwd: undefined, underscore: '/usr/bin/node' },
  });
});

test('what cannot be set late may be there from the beginning, if it is the same as in the host', () => {
  const odd = { 'a-b': '1' };
  expect(splitEnvironment(odd, { ...HOST, ...odd })).toMatchObject({ ok: true, early: odd });
});

test('a function of the environment makes a new shell necessary, also if the host has it', () => {
  const own = { 'BASH_FUNC_f%%': '() { :; }' };
  const why = 'BASH_FUNC_f%% means something to bash when it starts';
  expect(splitEnvironment(own, { ...HOST, ...own })).toEqual({ ok: false, why });
});

test.each([
  ['BASH_ENV', '/x', 'BASH_ENV means something to bash when it starts'],
  ['SHELLOPTS', 'xtrace', 'SHELLOPTS means something to bash when it starts'],
  ['TMOUT', '1', 'TMOUT means something to bash when it starts'],
  ['UID', '0', 'UID means something to bash when it starts'],
  ['a-b', '', 'bash cannot set a variable named "a-b" late'],
  ['SHLVL', '1000', 'SHLVL is no small number'],
  ['SHLVL', 'x', 'SHLVL is no small number'],
  ['X', 'a\0b', 'a value holds a NUL byte'],
])('with %s=%j a new shell is started', (name, value, why) => {
  expect(splitEnvironment({ [name]: value }, HOST)).toEqual({ ok: false, why });
});
