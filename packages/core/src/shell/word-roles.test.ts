import { expect, test } from 'vitest';
import { rolesIn, startsACommand, startsUnknownText, takesAnyText } from './word-roles.ts';
import type { Command } from './loose-words.ts';

const commandOf = (text: string): Command => text.split(' ').map((word) => ({ text: word, isWritten: false }));

/** The words of a command that have a role, each as `word=role`. */
function roledIn(text: string): readonly string[] {
  const command = commandOf(text);
  const roles = rolesIn(command);
  expect(roles).toHaveLength(command.length);
  return roles.flatMap((role, index) => (role === 'other' ? [] : [`${command[index]?.text ?? ''}=${role}`]));
}

test.each([
  'sh bash dash zsh ksh mksh ash fish csh tcsh source .',
  'python python3 python3.12 pypy pypy3 py',
  'node nodejs tsx ts-node bun deno jiti',
  'perl perl5.36 ruby jruby ruby3.2 raku elixir julia php php8.3 lua lua5.4 luajit Rscript tclsh osascript guile expect nu',
  'pwsh powershell PowerShell',
  '/bin/sh /usr/bin/python3 C:\\tools\\node.exe C:/Windows/powershell.EXE ./deep/er/perl',
])('the first plain word behind an interpreter is its script: %s', (names) => {
  for (const name of names.split(' ')) expect([name, roledIn(`${name} x y`)]).toEqual([name, ['x=script']]);
});

test('a word that only looks like the name of an interpreter is none', () => {
  const names = [
    'push shred bashful resource sources .. ./ npython pythonic happy pyc xnode node-gyp bunx xperl perltidy',
    'xruby ruby-lint xphp phpunit xlua luarocks xRscript Rscripts xpwsh pwshx python3x exe sh.exe.x /bin/sh/x ba.exesh',
  ];
  for (const name of names.join(' ').split(' ')) expect([name, roledIn(`${name} x`)]).toEqual([name, []]);
});

test.each<[string, readonly string[]]>([
  ['bash', []],
  ['bash -x -e x', ['x=script']],
  ['bash -', ['-=script']],
  ['bash -o pipefail x', ['x=script']],
  ['bash -euo pipefail x', ['x=script']],
  ['bash +O extglob x', ['x=script']],
  ['bash --rcfile rc x', ['rc=loaded', 'x=script']],
  ['bash --init-file rc x', ['rc=loaded', 'x=script']],
  ['bash --rcfiles rc x', ['rc=script']],
  ['bash -c text x', []],
  ['bash -lc text x', []],
  ['bash -cx text x', ['text=script']],
  ['bash x-c text', ['x-c=script']],
  ['bash x-o y', ['x-o=script']],
  ['env bash x', ['x=script']],
  ['bash -c', []],
  ['x | sh', []],
])('options of a shell are told from its script: %s', (text, expected) => {
  expect(roledIn(text)).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ['python3 -c text x', ['text=python-code']],
  ['python3 -Sc text x', ['text=python-code']],
  ['python3 -m pkg.mod x', ['pkg.mod=python-module']],
  ['python3 -Sm mod', ['mod=python-module']],
  ['python3 -W ignore -X dev x', ['x=script']],
  ['python3 -Wx ignore', ['ignore=script']],
  ['python3 x-W y', ['x-W=script']],
  ['python3 -mx y', ['y=script']],
  ['python3 -cx y', ['y=script']],
  ['python3 x-c y', ['x-c=script']],
  ['python3 x-m y', ['x-m=script']],
  ['python3 -c', []],
  ['python3 -m', []],
  ['node -e text x', ['text=code']],
  ['node -p text', ['text=code']],
  ['node -pe text', ['text=code']],
  ['node --eval text', ['text=code']],
  ['node --print text', ['text=code']],
  ['deno eval text', ['text=code']],
  ['deno run x', ['x=script']],
  ['deno runs x', ['runs=script']],
  ['bun xrun y', ['xrun=script']],
  [
    'node -r a --require b --import c --loader d -C e --conditions f x',
    ['a=loaded', 'b=loaded', 'c=loaded', 'd=loaded', 'x=script'],
  ],
  [
    'node --experimental-loader a --env-file b --config c --import-map d x',
    ['a=loaded', 'b=loaded', 'c=loaded', 'd=loaded', 'x=script'],
  ],
  ['node x-e y', ['x-e=script']],
  ['node -ex y', ['y=script']],
  ['node -rx y z', ['y=script']],
  ['node x-r y', ['x-r=script']],
  ['perl -I lib -M Guard x', ['x=script']],
  ['perl -ne text', ['text=code']],
  ['perl -E text', ['text=code']],
  ['perl -ex y', ['y=script']],
  ['perl x-e y', ['x-e=script']],
  ['perl -Ilib x', ['x=script']],
  ['perl x-I y', ['x-I=script']],
  ['ruby -I lib -r json -C dir -E utf x', ['json=loaded', 'x=script']],
  ['ruby -e text', ['text=code']],
  ['ruby -ne text', ['text=code']],
  ['ruby -ex y', ['y=script']],
  ['ruby x-e y', ['x-e=script']],
  ['ruby -rjson x', ['x=script']],
  ['ruby x-r y', ['x-r=script']],
  ['php -c ini -d a=b -z ext x', ['x=script']],
  ['php -r text', ['text=code']],
  ['php -rx y', ['y=script']],
  ['php x-r y', ['x-r=script']],
  ['php -cx y', ['y=script']],
  ['php x-c y', ['x-c=script']],
  ['lua -l lib x', ['x=script']],
  ['lua -e text', ['text=code']],
  ['lua -ex y', ['y=script']],
  ['lua x-e y', ['x-e=script']],
  ['lua -llib x', ['x=script']],
  ['lua x-l y', ['x-l=script']],
  ['pwsh -c text', ['text=code']],
  ['pwsh -Command text', ['text=code']],
  ['pwsh -e text', ['text=code']],
  ['pwsh -en text', ['text=code']],
  ['pwsh -EncodedCommand text', ['text=code']],
  ['pwsh -commands text', ['text=script']],
  ['pwsh x-c y', ['x-c=script']],
  ['pwsh -ExecutionPolicy Bypass -WorkingDirectory d -Version 7 -ConfigurationName c x', ['x=script']],
  ['pwsh -NoProfile -File x', ['x=script']],
  ['pwsh -versions x', ['x=script']],
  ['pwsh x-ex y', ['x-ex=script']],
])('options of other interpreters are told from scripts, modules and program texts: %s', (text, expected) => {
  expect(roledIn(text)).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ['awk -f x data', ['x=script']],
  ['gawk --file x', ['x=script']],
  ['mawk -v a=1 -f x', ['x=script']],
  ['nawk text data', []],
  ['sed -n -f x', ['x=script']],
  ['jq --from-file x data', ['x=script']],
  ['jq . data', []],
  ['awk -fx data', []],
  ['awk x-f data', []],
  ['awk -f', []],
  ['xawk -f x', []],
  ['awks -f x', []],
])('a program for data is a script only behind the option that names a file: %s', (text, expected) => {
  expect(roledIn(text)).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ['. lib x', ['lib=script']],
  ['then . lib', ['lib=script']],
  ['black . x', []],
  ['black bash x', ['x=script']],
])('a dot is an interpreter only where a command begins: %s', (text, expected) => {
  expect(roledIn(text)).toEqual(expected);
});

test.each<[string, boolean]>([
  ['sh', true],
  ['bash -s -x', true],
  ['python3 -', true],
  ['timeout 5 node', true],
  ['eval x', true],
  ['a eval', true],
  ['xargs -n1 x', true],
  ['sh x', false],
  ['sh -c x', false],
  ['sh -c', false],
  ['sh -lc', false],
  ['node -e', false],
  ['node -ex', true],
  ['sh x -s', false],
  ['sh -s x', true],
  ['bash -eus -- x', true],
  ['python3 -s x', false],
  ['sh x-', false],
  ['evals x', false],
  ['cat x', false],
  ['black .', false],
  ['awk', false],
  ['jq -r', false],
])('whether a command takes its program from anywhere: %s: %s', (text, expected) => {
  expect(takesAnyText(commandOf(text))).toBe(expected);
});

test.each<[string, boolean]>([
  ['xargs bash', true],
  ['xargs -n1 sh -e', true],
  ['xargs -I{} bash {}', true],
  ['xargs -I{} python3 tools/{}.py', true],
  ['parallel node', true],
  ['xargs bash tools/x.sh', false],
  ['xargs -I{} bash tools/x.sh {}', false],
  ['xargs bash -c x', false],
  ['xargs jq -r .x', false],
  ['xargs ls', false],
  ['bash xargs', false],
])('whether a script is named only by what is piped in: %s: %s', (text, expected) => {
  expect(startsUnknownText(commandOf(text))).toBe(expected);
});

test('keywords of the shell and variables that are set stand before the command proper', () => {
  const before = 'then do else if elif while until ! { time exec A=1 A_1= PATH+=:x'.split(' ');
  const proper = 'thens xthen execs done sh -A=1 a-b=1 = A A++=1 {}'.split(' ');
  expect([...before, ...proper].filter(startsACommand)).toEqual(before);
});
