import { importsOfPython } from '../../../packages/core/src/trust/scan/imports.ts';
import { parseJsonDocument } from '../../../packages/core/src/load/json-document.ts';
import { frontMatterOf } from '../../../packages/core/src/load/shapes/front-matter.ts';
import { parseTomlDocument } from '../../../packages/core/src/load/toml-document.ts';
import { parseYamlDocument } from '../../../packages/core/src/load/yaml-document.ts';
import { parseEvent } from '../../../packages/core/src/host/parse-event.ts';
import { parseJson } from '../../../packages/core/src/text/parse-json.ts';
import { mutate } from '../mutate.ts';
import type { Target } from '../target.ts';

const mutated: Target['input'] = (random, corpus) => mutate(random.pick(corpus), random, corpus);

const YAML = [
  'hooks:\n  tool_call_pre:\n    - exec: ~/bin/check --strict # why\n      timeout_ms: 3000\n    - exec: ["a", "b c"]\n',
  'a: &x [1, 2]\nb: *x\nc: !!str 5\nd: "e\\nf"\n? complex\n: value\n<<: {z: 1}\n',
  "name: 'it''s'\ndescription: >-\n  folded\n  text\nlist:\n- a\n- b: c\n  d: ~\n",
];

/** YAML, with the positions in it. */
const yaml: Target = {
  name: 'yaml',
  weight: 6,
  limitMs: 500,
  seeds: YAML,
  input: mutated,
  run: async (input) => {
    const parsed = await parseYamlDocument(input);
    if (parsed.ok) (await parsed.document.locator())(['hooks', 'tool_call_pre', 0], 'key');
    return null;
  },
};

/** TOML, with the positions in it. */
const toml: Target = {
  name: 'toml',
  weight: 4,
  limitMs: 500,
  seeds: [
    '[[hooks.PreToolUse]]\nmatcher = "^Bash$"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "x"\n',
    'a.b = 1\n[c."d e"]\nf = [1, {g = true}, "h"]\n[features]\nhooks = false # why\n',
    'd = 2026-11-16T07:32:00Z\nn = nan\nx = 0xff\n[[l]]\n[[l.m]]\n[l.m.n]\n',
  ],
  input: mutated,
  run: async (input) => {
    const parsed = await parseTomlDocument(input);
    if (parsed.ok) (await parsed.document.locator())(['hooks', 'PreToolUse', 0], 'key');
    return null;
  },
};

/** The key block of a Markdown file: its lines stand in the file as they are. */
const frontMatter: Target = {
  name: 'front-matter',
  weight: 5,
  limitMs: 200,
  seeds: ['---\nname: a\n---\ntext\n', '---\r\nname: a\r\n---\r\n', '\uFEFF---\na: b\n--- \n---\n', '# none\n'],
  input: mutated,
  run: async (input) => {
    const matter = frontMatterOf(input);
    if (!matter.ok) return null;
    await parseYamlDocument(matter.text, matter.firstLine);
    const isPart = input.replaceAll('\r', '').includes(matter.text.replaceAll('\r', '').trim());
    return isPart ? null : 'the front matter does not stand in the file';
  },
};

/** JSON with positions: agrees with JSON.parse on what is JSON, but for what is nested too deeply. */
const json: Target = {
  name: 'json',
  weight: 8,
  limitMs: 300,
  seeds: ['{"a":[1,2,{"b":null}],"a":"\\u00e9"}', '[1e5,-0.1,true,"x\\\\"]', '{"__proto__":{"x":1}}'],
  input: mutated,
  run: async (input) => {
    const document = await parseJsonDocument(input);
    if (document.ok) (await document.document.locator())(['a', 2, 'b'], 'key');
    const read = parseJson(input);
    const isJson = isParsed(input);
    if (document.ok && !isJson) return 'read as JSON what is none';
    if (read.ok !== isJson && (read.ok || read.why === 'not JSON')) return `JSON, but ${JSON.stringify(read)}`;
    const same = !read.ok || JSON.stringify(read.readings[0]) === JSON.stringify(JSON.parse(input));
    return same ? null : 'the usual reading is another one';
  },
};

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const event: Target = {
  name: 'event',
  weight: 4,
  limitMs: 200,
  seeds: [
    '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"Bash","tool_input":{"command":"ls"}}',
  ],
  input: mutated,
  run: (input) => {
    const parsed = parseEvent(input);
    return parsed.ok || /^[^\n]+$/.test(parsed.problem.slice(0, 20)) ? null : 'a problem without a first line';
  },
};

const imports: Target = {
  name: 'imports',
  weight: 2,
  limitMs: 300,
  seeds: [
    'import a, b as c\nfrom . import d\nfrom ..e.f import (g,\n  h)\n__import__("i.j")\n',
    'x = 1; import y # z\n',
  ],
  input: mutated,
  run: (input) => {
    importsOfPython({ text: input, file: '/nowhere/at/all/x.py', project: '/nowhere' }, ['/nowhere/at/all']);
    return null;
  },
};

/** Readers of whole texts. */
export const documents: readonly Target[] = [yaml, toml, frontMatter, json, event, imports];
