import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DIALECTS } from '../../dialects/index.ts';
import type { Source } from '../../model/index.ts';
import { loadSources } from '../load.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-cures-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, content: unknown): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

const load = (): Promise<readonly Source[]> =>
  loadSources(DIALECTS, {
    project: join(root, 'project'),
    home: join(root, 'home'),
    env: {},
    platform: 'linux',
    stateDir: null,
    plugins: [],
  });

const told = async (): Promise<readonly string[]> =>
  (await load()).flatMap(({ diagnostics }) =>
    diagnostics.map(({ severity, file, line, column, message, hint }) =>
      [`${severity} ${file}:${line}:${column} ${message}`, ...(hint === null ? [] : [hint])].join(' -> '),
    ),
  );

const command = (more: object = {}) => ({ type: 'command', command: './x.sh', ...more });
const grouped = (event: string, entry: unknown, more: object = {}) => ({ [event]: [{ ...more, hooks: [entry] }] });
const kolega = (hooks: unknown) => ({ schema_version: 1, hooks });
const flat = (more: object = {}) => [{ name: 'a', event: 'stop', handler: { bash: 'exit 0' }, ...more }];

const KOLEGA = '.kolega/hooks.json';
const QODER = '.qoder/settings.json';
const KODE = '.kode/config.yaml';
const POLYTOKEN = '.polytoken/hooks.json';
const AGENT = '.agents/hooks/a/HOOK.md';
const GOOD = 'name: a\ndescription: b\ntrigger: before_tool\n';
const TYPES = 'known types: command, python, module, prompt, agent';
const FENCES = 'begin the file with ---, the keys of the hook, and --- again';

// prettier-ignore
it.each<readonly [string, unknown, string]>([
  [KOLEGA, '[]', 'error F:1:1 an object was expected at the top of the file, not an empty list -> write { "hooks": { … } }'],
  [KOLEGA, '{"schema_version": 1,\n "schema_version": 1}', 'warning F:2:2 key "schema_version" appears twice; only the last one counts -> join them into one, or remove all but one'],
  [KOLEGA, kolega(grouped('PreToolUse', command(), { matcher: 'a(' })), 'error F:6:20 hooks.PreToolUse[0].matcher: "a(" cannot be used as a regular expression: a ( is not closed (at position 2) -> the syntax is that of Python’s re module'],
  [KOLEGA, kolega(grouped('Stop', { command: 'x' })), `error F:7:11 hooks.Stop[0].hooks[0].type is missing -> ${TYPES}`],
  [KOLEGA, kolega(grouped('Stop', { type: '' })), `error F:8:21 hooks.Stop[0].hooks[0].type must be a text, not an empty text -> ${TYPES}`],
  [KOLEGA, kolega(grouped('Stop', { type: ' ' })), `error F:8:21 hooks.Stop[0].hooks[0].type must be a text, not the text " " -> ${TYPES}`],
  [KOLEGA, kolega(grouped('Stop', { type: 'comand' })), `error F:8:21 hooks.Stop[0].hooks[0]: unknown type "comand"; did you mean "command"? -> ${TYPES}`],
  [KOLEGA, kolega(grouped('PreToolUse', { type: 'agent', prompt: 'x' })), 'error F:8:21 hooks.PreToolUse[0].hooks[0]: a handler of type "agent" cannot be used on PreToolUse: an agent uses tools, which would make it call itself: recursion -> use it on another event, or another type here'],
  [QODER, { hooks: grouped('PreToolUse', command({ if: 'Bash(git' })) }, 'error F:9:19 hooks.PreToolUse[0].hooks[0].if: the if rule "Bash(git" is neither Tool nor Tool(pattern) -> close the parenthesis, as in "Bash(git *)"'],
  [QODER, { hooks: grouped('Stop', command({ if: 'Bash' })) }, 'warning F:9:13 hooks.Stop[0].hooks[0] never runs: its if condition is about a tool, and Stop has none -> remove if, or use a tool event'],
  [QODER, { hooks: grouped('Stop', command({ once: true })) }, 'warning F:9:13 hooks.Stop[0].hooks[0].once: once has no effect in a settings file -> remove it'],
  [QODER, { hooks: grouped('Stop', { note: null, ...command({ env: { A: '${QODER_PLUGIN_ROOT}' } }) }) }, 'warning F:11:20 hooks.Stop[0].hooks[0].env.A: ${QODER_PLUGIN_ROOT} is known only in the hooks of a plugin -> write the path itself'],
  [KODE, 'just text', 'error F:1:1 an object was expected at the top of the file, not the text "just text" -> write keys with values'],
  [KODE, ' \n {hooks: {}}', 'error F:2:3 not valid JSON: a JSON value was expected, found "hooks:"'],
  [POLYTOKEN, '{}', 'error F:1:1 hooks.json: a list of hooks was expected, not an object -> write [ { "name": …, "event": …, "handler": … } ]'],
  [POLYTOKEN, flat({ event: 'Stop' }), 'error F:4:14 hooks.json: entry 1 ("a"): unknown event "Stop"; did you mean "stop"? -> known events: EVENTS'],
  [AGENT, '# About\n', `error F:1:1 the file must begin with front matter between two --- lines -> ${FENCES}`],
  [AGENT, `\n---\n${GOOD}`, `error F:2:1 the front matter is not closed: a second --- line was expected -> ${FENCES}`],
  [AGENT, `---\n${GOOD.replace('before_tool', 'before')}matcher:\n  pattern: "a("\n---\n`, 'error F:4:10 trigger: unknown event "before"; did you mean "before_tool"? -> known events: EVENTS'],
  [AGENT, `---\n${GOOD}matcher:\n  tool: "a("\n---\n`, 'error F:6:9 matcher.tool: "a(" cannot be used as a regular expression: a ( is not closed (at position 2) -> the syntax is that of Python’s re module'],
])('%s with %j is told with its place and its cure', async (file, content, expected) => {
  put(`project/${file}`, content);
  const [first = '', ...others] = await told();
  expect([first.replace(file, 'F').replace(/(?<=known events: ).*/, 'EVENTS'), others]).toEqual([expected, []]);
});

const SCRIPT = 'project/.agents/hooks/a/scripts/run.sh';

it.each([
  ['a', '.agents/hooks/a/scripts/run.sh'],
  ["it's mine", "'.agents/hooks/it'\\''s mine/scripts/run.sh'"],
])('the cure of a script in the folder "%s" that is not executable can be given to a shell', async (folder, word) => {
  put(`project/.agents/hooks/${folder}/HOOK.md`, `---\n${GOOD}---\n`);
  put(SCRIPT.replace('/a/', `/${folder}/`), '#!/bin/sh\n');
  expect((await load()).flatMap(({ diagnostics }) => diagnostics.map(({ hint }) => hint))).toEqual([
    `chmod +x ${word}`,
  ]);
});

it('a warning about the matcher of a hook folder costs no hook; no matcher and a matcher of another event accept all', async () => {
  const matchers = [
    'before_tool',
    `before_tool\nmatcher:\n  pattern: "${'a'.repeat(40_000)}"`,
    'session_start\nmatcher: {}',
  ];
  for (const [index, trigger] of matchers.entries()) {
    put(`project/.agents/hooks/${index}/HOOK.md`, `---\nname: h${index}\ndescription: b\ntrigger: ${trigger}\n---\n`);
    put(`project/.agents/hooks/${index}/scripts/run`, '#!/bin/sh\n');
    chmodSync(join(root, `project/.agents/hooks/${index}/scripts/run`), 0o755);
  }
  const [source] = await load();
  const subject = { text: 'x', toolName: 'x', toolInput: { a: 'b' }, project: root };
  expect(source?.hooks.map(({ name, matcher }) => [name, matcher.test(subject).matches])).toEqual([
    ['h0', true],
    ['h1', true],
    ['h2', true],
  ]);
  expect(source?.diagnostics.map(({ severity, hint }) => [severity, hint])).toEqual([
    ['warning', 'write it shorter or simpler, or write several hooks'],
    ['warning', 'remove the matcher'],
  ]);
});

it('a hook folder that is a link out of the project is to be put there itself', async () => {
  put('elsewhere/HOOK.md', `---\n${GOOD}---\n`);
  mkdirSync(join(root, 'project/.agents/hooks'), { recursive: true });
  symlinkSync(join(root, 'elsewhere'), join(root, 'project/.agents/hooks/linked'));
  expect(await told()).toEqual([
    'error .agents/hooks/linked/HOOK.md:null:null the file was not read: its folder is a symbolic link that leads out of the project -> put the folder itself into the project',
  ]);
});
