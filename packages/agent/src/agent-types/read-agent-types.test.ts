import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GENERAL_PURPOSE } from './agent-type.ts';
import type { AgentType } from './agent-type.ts';
import { parseAgentType } from './parse-agent-type.ts';
import { readAgentTypes } from './read-agent-types.ts';
import type { AgentTypes } from './read-agent-types.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-agent-types-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const OWN = 'project/.agents/agents';
const USERS = 'home/.config/agents/agents';

function put(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const read = (env: Readonly<Record<string, string>> = {}, isTrusted = true): Promise<AgentTypes> =>
  readAgentTypes({ project: join(root, 'project'), home: join(root, 'home'), env, isTrusted });

const typeOf = (file: string, more: Partial<AgentType>): AgentType => ({
  ...GENERAL_PURPOSE,
  description: 'd',
  prompt: 'p',
  file,
  ...more,
});

const MINIMAL = '---\ndescription: d\n---\np\n';

it('there is always the type general-purpose', async () => {
  expect(await read()).toEqual({ types: [GENERAL_PURPOSE], problems: [] });
});

it('the types of a project that is not trusted replace no others and choose no model', async () => {
  const helper = put(`${OWN}/helper.md`, '---\ndescription: d\nmodel: openai/x\n---\np\n');
  put(`${OWN}/general-purpose.md`, MINIMAL);
  put(`${USERS}/mine.md`, MINIMAL);
  put(`${OWN}/mine.md`, '---\ndescription: other\n---\np\n');
  const { types, problems } = await read({}, false);
  expect(types.map(({ name, description, model }) => [name, description, model])).toEqual([
    ['general-purpose', GENERAL_PURPOSE.description, null],
    ['helper', 'd', null],
    ['mine', 'd', null],
  ]);
  expect(types.find(({ name }) => name === 'helper')?.file).toBe(helper);
  expect(problems).toHaveLength(3);
});

it('a definition is front matter and a system prompt; the name is that of the file unless it says so', async () => {
  const full = put(
    `${OWN}/b.md`,
    '\ufeff---\r\nname: tester\r\ndescription: "Runs: tests"\r\ntools: [Bash, Read]\r\nmodel: openai/small\r\nmax_turns: 7\r\nisolation: worktree\r\n---\r\n\r\nYou run tests.\r\n---\r\nNothing else.\r\n',
  );
  const minimal = put(`${OWN}/a.md`, MINIMAL);
  put(`${OWN}/notes.txt`, 'no type');
  put(`${OWN}/.hidden.md`, 'no type');
  expect(await read()).toEqual({
    types: [
      typeOf(minimal, { name: 'a' }),
      GENERAL_PURPOSE,
      {
        name: 'tester',
        description: 'Runs: tests',
        prompt: 'You run tests.\n---\nNothing else.',
        tools: ['Bash', 'Read'],
        model: 'openai/small',
        maxTurns: 7,
        isolation: 'worktree',
        file: full,
      },
    ],
    problems: [],
  });
});

it.each([
  ['tools: Read, Grep ,', ['Read', 'Grep']],
  ['tools:\n  - Read\n  - mcp__a__b', ['Read', 'mcp__a__b']],
  ['tools: []', []],
  ['tools: ""', []],
  ['tools: "*"', null],
  ['tools:', null],
  ['model: inherit', null],
])('%j gives the tools %j', async (line, tools) => {
  const file = put(`${OWN}/a.md`, `---\ndescription: d\n${line}\n---\np`);
  expect(await read()).toEqual({ types: [typeOf(file, { name: 'a', tools }), GENERAL_PURPOSE], problems: [] });
});

it('a file without a body has the general prompt', async () => {
  const file = put(`${OWN}/a.md`, '---\ndescription: d\n---\n');
  expect((await read()).types[0]).toEqual(typeOf(file, { name: 'a', prompt: GENERAL_PURPOSE.prompt }));
});

it('the project wins over the user, and both over what is built in', async () => {
  const users = put(`${USERS}/a.md`, MINIMAL);
  put(`${USERS}/b.md`, MINIMAL);
  const own = put(`${OWN}/other.md`, '---\nname: b\ndescription: own\n---\np');
  const general = put(`${OWN}/general-purpose.md`, MINIMAL);
  expect(await read()).toEqual({
    types: [
      typeOf(users, { name: 'a' }),
      typeOf(own, { name: 'b', description: 'own' }),
      typeOf(general, { name: 'general-purpose' }),
    ],
    problems: [],
  });
});

it('XDG_CONFIG_HOME moves the user’s folder; a relative one is ignored', async () => {
  put(`${USERS}/a.md`, MINIMAL);
  put('config/agents/agents/b.md', MINIMAL);
  expect((await read({ XDG_CONFIG_HOME: join(root, 'config') })).types.map(({ name }) => name)).toEqual([
    'b',
    'general-purpose',
  ]);
  expect((await read({ XDG_CONFIG_HOME: 'config' })).types.map(({ name }) => name)).toEqual(['a', 'general-purpose']);
});

const FENCES = 'begin with keys between two --- lines: description, and others';
const QUOTE = 'quote strings that hold ": " or begin with a special character';

it.each([
  ['', 1, 'the file is empty', FENCES],
  ['\n# About\n', 2, 'there is no front matter', FENCES],
  ['---js\nprocess.exit(1)\n---\n', 1, 'there is no front matter', FENCES],
  ['---\ndescription: d\n', 1, 'the front matter is not closed', FENCES],
  ['---\nname: x\n---\np', 1, 'description is missing', 'add "description: when to use this sub-agent"'],
  ['---\ndescription:\n---\np', 2, 'description must be a string, not nothing', 'fix description'],
  ['---\ndescription: d\nname: [a]\n---\np', 3, 'name must be a string, not a list', 'fix name'],
  [
    '---\ndescription: d\nname: ../x\n---\np',
    1,
    '"../x" is no name',
    'use letters, digits, "-", "_" and "." (at most 64)',
  ],
  ['---\ndescription: d\nmax_turns: 0\n---\np', 3, 'max_turns must be a whole number above 0, not 0', 'fix max_turns'],
  [
    '---\ndescription: d\nmax_turns: "5"\n---\np',
    3,
    'max_turns must be a whole number above 0, not "5"',
    'fix max_turns',
  ],
  [
    '---\ndescription: d\nisolation: docker\n---\np',
    3,
    'isolation must be "worktree", or left out, not "docker"',
    'fix isolation',
  ],
  [
    '---\ndescription: d\ntools: {a: 1}\n---\np',
    3,
    'tools must be a list of names, or names with commas between, not an object',
    'fix tools',
  ],
  [
    '---\ndescription: d\ntools:\n  - a\n  - [b]\n---\np',
    4,
    'tools must be a list of names, or names with commas between, not a list with other things than strings',
    'fix tools',
  ],
  ['---\n- a\n---\np', 2, 'the front matter must be keys with values', QUOTE],
  ['---\nname: x\ndescription: a: b\n---\np', 3, 'not valid YAML:', QUOTE],
  [
    '---\ndescription: &a d\nmodel: *a\n---\np',
    3,
    'model must be a string such as openai/NAME, not an alias',
    'fix model',
  ],
])('%j is one problem with file and line, and the others load', async (text, line, message, hint) => {
  put(`${OWN}/bad.md`, text);
  put(`${OWN}/good.md`, MINIMAL);
  const { types, problems } = await read();
  expect(types.map(({ name }) => name)).toEqual(['general-purpose', 'good']);
  expect(problems.map((problem) => problem.replace(/(not valid YAML:)[^;]*/, '$1'))).toEqual([
    `.agents/agents/bad.md:${line} ${message}; ${hint}`,
  ]);
});

it('an unknown key is a warning, and the type loads', async () => {
  put(`${OWN}/a.md`, '---\ndescription: d\ntool: Read\ncolour: green\n---\np');
  const { types, problems } = await read();
  expect(types.map(({ name }) => name)).toEqual(['a', 'general-purpose']);
  const known = 'known are name, description, tools, model, max_turns, isolation';
  expect(problems).toEqual([
    '.agents/agents/a.md:3 unknown key "tool"; did you mean "tools"?',
    `.agents/agents/a.md:4 unknown key "colour"; ${known}`,
  ]);
});

it('of two files with one name the first counts', async () => {
  const first = put(`${OWN}/a.md`, MINIMAL);
  put(`${OWN}/b.md`, '---\nname: a\ndescription: second\n---\np');
  const { types, problems } = await read();
  expect(types).toEqual([typeOf(first, { name: 'a' }), GENERAL_PURPOSE]);
  expect(problems).toEqual([`.agents/agents/b.md:1 the name "a" is taken by ${first}; give it another name`]);
});

it('links out of the project, pipes, folders and huge files are problems, never waited for or followed', async () => {
  put('secret.md', MINIMAL);
  put(`${USERS}/linked.md`, MINIMAL);
  mkdirSync(join(root, OWN, 'folder.md'), { recursive: true });
  symlinkSync(join(root, 'secret.md'), join(root, OWN, 'out.md'));
  symlinkSync('nowhere', join(root, OWN, 'broken.md'));
  spawnSync('mkfifo', [join(root, OWN, 'pipe.md')]);
  put(`${OWN}/huge.md`, 'x'.repeat(300_000));
  const { types, problems } = await read();
  expect(types.map(({ name }) => name)).toEqual(['general-purpose', 'linked']);
  expect(problems).toEqual([
    '.agents/agents/broken.md:1 the file does not exist; fix or remove it',
    '.agents/agents/folder.md:1 the file is not a file; fix or remove it',
    '.agents/agents/huge.md:1 the file has 300000 bytes, more than 262144; make it shorter',
    '.agents/agents/out.md:1 it is a symlink that leads out of the project, and is not followed; copy the file',
    '.agents/agents/pipe.md:1 the file is not a file; fix or remove it',
  ]);
});

it('no text, however deep or odd, is thrown at or evaluated', async () => {
  for (const yaml of [
    `tools: ${'['.repeat(15_000)}`,
    '- '.repeat(8_000),
    'a: &a [*a]',
    'tools: !!js/function "process.exit(1)"',
    '__proto__: {x: 1}\ndescription: d',
    'constructor: x\ndescription: d',
    `description: ${'x'.repeat(20_000)}`,
  ]) {
    const { problems } = await parseAgentType(`---\n${yaml}\n---\np`, '/x/a.md', 'a.md');
    expect(problems.length).toBeGreaterThan(0);
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
      const parsed = await parseAgentType(`---\n${text}\n---\np`, '/x/a.md', 'a.md');
      expect(parsed.type !== null || parsed.problems.length === 1).toBe(true);
    }),
    { numRuns: 300 },
  );
});
