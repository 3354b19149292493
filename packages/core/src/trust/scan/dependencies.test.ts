import { truncateSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { followDependencies } from './dependencies.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';

let project = '';

afterEach(() => removeTree(project));

type Files = Readonly<Record<string, string>>;

/** Where the first of the files leads, in texts. */
function followed(files: Files) {
  project = makeTree(files);
  const [first = ''] = Object.keys(files);
  const at = (path: string): string => relative(project, path);
  const searchPath = { project, bases: [project] };
  const dependencies = followDependencies([join(project, first)], { searchPath, values: new Map() });
  return {
    files: [...dependencies.code.slice(1), ...dependencies.data].map(at).toSorted().join(' '),
    missing: dependencies.missing.map(at).join(' '),
    unknown: [...dependencies.unknown].map(
      ([file, parts]) => `${at(file)}: ${parts.map(({ what }) => what).join(', ')}`,
    ),
  };
}

test.each<[string, Files, string]>([
  ['beside it', { 'h/a.sh': 'sh h/b.sh', 'h/b.sh': '' }, 'h/b.sh'],
  ['below it', { 'h/a.sh': 'sh h/lib/b.sh', 'h/lib/b.sh': '' }, 'h/lib/b.sh'],
  ['above it', { 'h/lib/a.sh': 'sh h/b.sh', 'h/b.sh': '' }, 'h/b.sh'],
  ['elsewhere', { 'h/a.sh': 'sh o/b.sh', 'o/b.sh': '' }, 'o/b.sh'],
  ['in another hidden folder', { '.h/x/a.sh': 'sh .o/b.sh', '.o/b.sh': '' }, '.o/b.sh'],
  ['beside one in the project folder', { 'a.sh': 'sh b.sh', 'b.sh': '' }, 'b.sh'],
  ['loaded below the project folder', { 'a.sh': '. h/b', 'h/b': '' }, 'h/b'],
  ['by a helper', { 'h/a.sh': 'sh o/x/b.sh', 'o/x/b.sh': 'sh y/c.sh', 'y/c.sh': '' }, 'o/x/b.sh y/c.sh'],
  ['that only is named elsewhere', { 'h/a.py': 'x = "o/b.py"', 'o/b.py': '' }, ''],
  [
    'that is named elsewhere and there to be started',
    { 'h/a.py': 'x = "o/b", "o/c.sh"', 'o/b': '#!', 'o/c.sh': '' },
    'o/b o/c.sh',
  ],
  ['twice', { 'h/a.sh': 'sh o/b.sh; sh o/b.sh', 'o/b.sh': '' }, 'o/b.sh'],
  ['back to it', { 'h/a.sh': 'sh h/b.sh', 'h/b.sh': 'sh h/a.sh' }, 'h/b.sh'],
  ['in a folder that it enters', { 'h/a.sh': 'cd tools && ./run', 'tools/run': '#!' }, 'tools/run'],
  ['that is given to an unknown program', { 'h/a.sh': 'zx o/b.mjs', 'o/b.mjs': '' }, 'o/b.mjs'],
  ['that is only looked at', { 'h/a.sh': 'eslint o/b.mjs; git add o/b.mjs', 'o/b.mjs': '' }, ''],
  ['by a line that goes on', { 'h/a.sh': 'source \\\n  o/b', 'o/b': '' }, 'o/b'],
  ['in PATH', { 'h/a.sh': 'PATH="$PWD/bin:$PATH"\nx', 'bin/x': '#!', 'bin/y': '' }, 'bin/x bin/y'],
  ['by a variable that it cuts', { 'h/a.sh': 'f=o/b.x; sh "${f%.x}"', 'o/b': '', 'o/b.x': '' }, 'o/b'],
  ['by a variable that it changes', { 'h/a.sh': 'f=o:b; sh "${f//://}"', 'o/b': '' }, 'o/b'],
  ['by a name with escapes', { 'h/a.sh': "sh $'o/\\x62'", 'o/b': '' }, 'o/b'],
  ['by a span', { 'h/a.sh': 'sh o/{b..c}', 'o/b': '', 'o/c': '' }, 'o/b o/c'],
  ['by run-parts', { 'h/a.sh': 'run-parts "$(dirname "$0")/d"', 'h/d/x': '' }, 'h/d/x'],
  ['by find', { 'h/a.sh': 'find o/d -name "*.sh" -exec bash {} \\;', 'o/d/x.sh': '' }, 'o/d/x.sh'],
  ['that find only prints', { 'h/a.sh': 'find o/d -name "*.sh" -exec wc {} \\;', 'o/d/x.sh': '' }, ''],
])('a script covers one %s', (_, files, expected) => {
  expect(followed(files).files).toBe(expected);
  removeTree(project);
});

test('what would be loaded or started and is not there is watched', () => {
  expect(followed({ 'h/a.sh': 'sh h/gone.sh; . ./.env; cat none.txt' }).missing).toBe('h/h/gone.sh h/.env');
  removeTree(project);
  const before = followed({ 'h/a.sh': '[ -f .env ] && . ./.env' });
  expect(before.files).toBe('');
  removeTree(project);
  expect(followed({ 'h/a.sh': '[ -f .env ] && . ./.env', '.env': 'A=1' }).files).toBe('.env');
});

test.each<[string, string, string]>([
  ['h/a.sh', 'grep -qf o/deny.txt', 'o/deny.txt'],
  ['h/a.sh', 'grep -q o/deny.txt', ''],
  ['h/a.sh', 'grep -q x o/deny.txt', 'o/deny.txt'],
  ['h/a.sh', 'grep -e x o/deny.txt', 'o/deny.txt'],
  ['h/a.sh', 'jq -e --slurpfile r o/r.json .x', 'o/r.json'],
  ['h/a.sh', 'while read -r c; do x; done < o/deny.txt', 'o/deny.txt'],
  ['h/a.sh', '[ -f o/deny.txt ] && echo o/deny.txt', ''],
  ['h/a.sh', 'cat o/deny.txt; echo x >> o/deny.txt', ''],
  ['h/a.sh', 'cat o/run.log', ''],
  ['h/a.py', 'pickle.load(open(os.path.join(d, "m.pkl"), "rb"))', 'h/m.pkl'],
  ['h/a.py', 'RULES = "o/r.json"\njson.load(open(RULES))', 'o/r.json'],
  ['h/a.py', 'P = Path(__file__).parent / "m.pkl"\nP.read_bytes()', 'h/m.pkl'],
  ['h/a.py', 'P = Path(__file__).parent / "m.pkl"\nP.write_bytes(P.read_bytes())', ''],
  ['h/a.py', 'open("o/r.json", "w")', ''],
  ['h/a.py', 'PROTECTED = ["o/r.json", "o/deny.txt"]\nif path in PROTECTED: deny()', ''],
  ['h/a.mjs', 'JSON.parse(readFileSync(new URL("../o/r.json", import.meta.url)))', 'o/r.json'],
  ['h/a.mjs', 'const f = join(process.cwd(), "o", "r.json"); readFileSync(f)', 'o/r.json'],
  ['h/a.mjs', 'const f = "o/r.json"; readFileSync(f); writeFileSync(f, x)', ''],
  ['h/a.mjs', 'if (path.endsWith("o/r.json")) deny()', ''],
  ['h/a.py', 'rules = json.load(open("o/r.json"))\nsys.stderr.write("denied by " + str(rules))', 'o/r.json'],
  ['h/a.py', 'r = (Path("o") / "r.json").read_text()\nlog.write(r)', 'o/r.json'],
  ['h/a.py', 'with open("o/r.json") as f: rules = json.load(f)\nlog.write(str(rules))', 'o/r.json'],
  ['h/a.py', 'p = Path("o/r.json")\nr = json.loads(p.read_text())\np.write_text(json.dumps(r))', ''],
  ['h/a.py', 'f = open("o/r.json", "r+")\nf.write(x)', ''],
  [
    'h/a.mjs',
    'const r = JSON.parse(readFileSync("o/r.json"))\nprocess.stderr.write(`${r}`)\nstderr.write(String(r))',
    'o/r.json',
  ],
  ['h/a.py', 'with open(\n    "o/r.json",\n    encoding="utf8",\n) as f:\n    x = f.read()', 'o/r.json'],
  ['h/a.py', 'with open(\n    "o/r.json",\n    "w",\n) as f:\n    f.write(x)', ''],
  ['h/a.py', 'open(f"{HERE}/../o/r.json")', 'o/r.json'],
  ['h/a.py', 'DENIED = [\n    "o/r.json",\n    "o/deny.txt",\n]\nif path in DENIED: deny()', ''],
  ['h/a.py', 'subprocess.check_output(["cat", "o/deny.txt"])', 'o/deny.txt'],
  ['h/a.mjs', 'readFileSync(`${import.meta.dirname}/../o/r.json`)', 'o/r.json'],
  [
    'h/a.mjs',
    'readFileSync(\n  join(\n    import.meta.dirname,\n    "..",\n    "o",\n    "r.json",\n  ),\n  "utf8",\n)',
    'o/r.json',
  ],
  ['h/a.mjs', 'writeFileSync(\n  join(\n    here,\n    "o",\n    "r.json",\n  ),\n  x,\n)', ''],
  ['h/a.mjs', 'const f = path.join("o", "r.json"); const r = readFileSync(f); writeFileSync(f, r)', ''],
])(
  'data that %s reads by a path that is written out counts, not what it compares or writes: %s',
  (file, text, expected) => {
    const data = { 'o/deny.txt': 'x', 'o/r.json': '[]', 'o/run.log': 'x', 'h/m.pkl': 'x' };
    expect(followed({ [file]: text, ...data }).files).toBe(expected);
  },
);

test.each<[string, string, string, readonly string[]]>([
  ['h/a.mjs', "for (const f of readdirSync('h/r')) await import('./r/' + f)", 'h/r/x.mjs', []],
  ['h/a.mjs', 'await import(`./r/${name}`)', 'h/r/x.mjs', []],
  ['h/a.mjs', "require(process.cwd() + '/o/x.config.js')", 'o/x.config.js', []],
  ['h/a.mjs', "const load = createRequire(import.meta.url); load('../o/x.config.js')", 'o/x.config.js', []],
  ['h/a.mjs', "createRequire(import.meta.url)('../o/x.config.js')", 'o/x.config.js', []],
  [
    'h/a.py',
    'for f in glob.glob(os.path.join(d, "r", "*.py")):\n  spec_from_file_location("m", f)',
    'h/r/x.py',
    ['spec_from_file_location("m", f)'],
  ],
  ['h/a.py', 'spec_from_file_location("m", "o/x.py")', 'o/x.py', []],
  ['h/a.py', 'import_module(f"r.{name}")', 'h/r/x.py', []],
  ['h/a.py', 'exec(open(os.path.join(d, "t.txt")).read())', 'h/t.txt', []],
])('%s loads by a path that is put together: %s', (file, text, expected, unknown) => {
  const found = followed({
    [file]: text,
    'h/r/x.mjs': '',
    'h/r/x.py': '',
    'o/x.config.js': '',
    'o/x.py': '',
    'h/t.txt': '',
  });
  expect(found.files).toBe(expected);
  expect(found.unknown).toEqual(unknown.map((what) => `${file}: ${what}`));
});

test('a link is followed from where it stands and from where it leads', () => {
  const files = {
    'bin/tool': '-> ../o/cli.js',
    'o/cli.js': "#!/usr/bin/env node\nrequire('./lib')",
    'o/lib.js': '',
  };
  expect(followed(files).files).toBe('o/lib.js');
});

test.each<[string, Files, string]>([
  ['data', { 'h/a.json': 'h/b.sh', 'h/b.sh': '' }, ''],
  ['a plain text', { 'h/a.txt': 'sh h/b.sh', 'h/b.sh': '' }, 'h/b.sh'],
  ['another language', { 'h/a.rb': "load 'b.rb'", 'h/b.rb': '' }, 'h/b.rb'],
  [
    'perl',
    {
      'h/a.pl': 'use My::Guard;\n require Other;\n# use Third;',
      'h/My/Guard.pm': '',
      'h/lib/Other.pm': '',
      'h/Third.pm': '',
    },
    'h/My/Guard.pm h/lib/Other.pm',
  ],
  [
    'perl with other words',
    { 'h/a.pl': 'reuse My;\nuse my;\nuses My;\nx use My;', 'h/My.pm': '', 'h/my.pm': '' },
    'h/my.pm',
  ],
  [
    'python with a folder of modules',
    { 'h/a.py': 'sys.path.append("h/lib")\nimport b', 'h/lib/b.py': '' },
    'h/lib/b.py',
  ],
  ['python with a site', { 'h/a.py': 'site.addsitedir("h/lib")\nimport b', 'h/lib/b.py': '' }, 'h/lib/b.py'],
  ['python with PYTHONPATH', { 'h/a.py': 'env["PYTHONPATH"] = "h/lib"\nimport b', 'h/lib/b.py': '' }, 'h/lib/b.py'],
  ['python with a folder of something else', { 'h/a.py': 'xpath("h/lib")\nimport b', 'h/lib/b.py': '' }, ''],
  ['a shell with python in it', { 'h/a.sh': 'python3 - <<E\nimport b\nE', 'h/b.py': '' }, 'h/b.py'],
  ['a shell without', { 'h/a.sh': 'ipython3 - <<E\nimport b\nE', 'h/b.py': '' }, ''],
  ['a script of python by its first line', { 'h/a': '#!/usr/bin/python3\nimport b', 'h/b.py': '' }, 'h/b.py'],
])('%s is read in its own way', (_, files, expected) => {
  expect(followed(files).files).toBe(expected);
});

test.each<[string, string, readonly string[]]>([
  [
    'h/a.py',
    'import_module(a); __import__(b)\nrunpy.run_path(c); run_module(d)',
    ['import_module(a), __import__(b), run_path(c), run_module(d)'],
  ],
  [
    'h/a.py',
    'spec_from_file_location(a)\nexec(b)\nexec(b)\nexec( "c")\nunexec(d)',
    ['spec_from_file_location(a), exec(b)'],
  ],
  ['h/a.py', `${'abcdef'.replace(/./g, 'exec($&)\n')}`, ['exec(a), exec(b), exec(c), exec(d), exec(e)']],
  ['h/a.py', `exec(${'a'.repeat(70)})`, [`exec(${'a'.repeat(60)}`]],
  ['h/a.mjs', 'require(a); import(b); import(b); require( "c")\nrequired(d)', ['require(a), import(b)']],
  [
    'h/a.mjs',
    `${'abcdef'.replace(/./g, 'require($&)\n')}`,
    ['require(a), require(b), require(c), require(d), require(e)'],
  ],
  ['h/a.mjs', `import(${'a'.repeat(70)})`, [`import(${'a'.repeat(60)}`]],
  ['h/a.sh', 'make x\n"$1" y', ['make x, … y']],
  ['h/a', 'make x', ['make x']],
  ['h/a', '#!/usr/bin/perl\nmake x', []],
])('what %s starts and cannot be followed is named: %j', (file, text, expected) => {
  expect(followed({ [file]: text }).unknown).toEqual(expected.map((told) => `${file}: ${told}`));
});

test('a script that is too long is told of as one that is not looked through', () => {
  project = makeTree({ 'h/a.sh': '', 'h/b.sh': '' });
  truncateSync(`${project}/h/a.sh`, 2_097_153);
  const search = { searchPath: { project, bases: [project] }, values: new Map<string, string>() };
  const { unknown } = followDependencies(
    ['a', 'b'].map((name) => `${project}/h/${name}.sh`),
    search,
  );
  expect([...unknown]).toEqual([[`${project}/h/a.sh`, [{ what: 'it', why: 'it is too long to be looked through' }]]]);
});

test('only lines in which a path, a variable or an interpreter stands are read word by word', () => {
  const words = 'sh bash dash zsh ksh python3 pypy3 node deno bun tsx perl ruby php lua awk . source cd'.split(' ');
  const telling = [
    ...words.flatMap((word) => [`${word} plain`, `x; ${word} plain`, `  ${word}\tplain`]),
    './plain',
    'x > plain; sh plain',
    'X=1 x plain',
    'for f in plain; do',
    'eval x plain',
    '$X plain',
    'x; "$X" plain',
    ...'sh bash zsh py js mjs ts cts pl rb awk'.split(' ').map((extension) => `x x.${extension} plain`),
  ];
  const silent = [
    'x plain',
    '# sh plain',
    '  # ./plain',
    'xsh plain',
    'forx plain',
    'medieval plain',
    'x x.shx plain',
    'sh_x plain',
  ];
  const dependencies = (line: string): boolean => {
    const { files } = followed({ 'h/a.sh': `${line}\n`, 'h/plain': '' });
    removeTree(project);
    return files === 'h/plain';
  };
  expect([...telling, ...silent].filter(dependencies)).toEqual(telling);
});

test.each('make pwsh npm npx pnpm yarn just task cargo tox poetry uv'.split(' '))(
  'a line with %s is read',
  (runner) => {
    const expected = runner === 'pwsh' ? [] : [`h/a.sh: ${runner} x`];
    expect(followed({ 'h/a.sh': `${runner} x\n` }).unknown).toEqual(expected);
  },
);

test.each('touch tee truncate rm flock'.split(' '))('a line with %s says what is no script', (writer) => {
  expect(followed({ 'h/a.sh': `${writer} plain\nsource x.sh plain\n`, 'h/plain': '' }).files).toBe('');
});

test('more than a thousand scripts are too much, and characters are counted before they are read', () => {
  const search = {
    searchPath: { project: '/gone', bases: ['/gone'] },
    values: new Map<string, string>(),
  };
  const scripts = Array.from({ length: 1_001 }, (_, index) => `/gone/${index}`);
  expect(followDependencies(scripts.slice(1), search).code).toHaveLength(1_000);
  expect(() => followDependencies(scripts, search)).toThrow('more than 1000 scripts, at /gone/0');
  const limited = (kind: 'characters' | 'shell', left: number) => () =>
    withinScanBudget(() => {
      charge(kind, left, '');
      return followed({ 'h/a.sh': 'x\nsh x' });
    });
  expect(limited('characters', 4_194_304 - 11)).toThrow('characters to look through');
  removeTree(project);
  expect(limited('characters', 4_194_304 - 12)().files).toBe('');
  removeTree(project);
  expect(limited('shell', 262_144 - 3)).toThrow('characters of shell texts to look through');
  removeTree(project);
  expect(limited('shell', 262_144 - 4)().files).toBe('');
});

test.each<[string, readonly string[]]>([
  ['echo "$(date) edit" >> x.log', []],
  ['[ "$a" = "$b c" ] || printf "%s: $x\\n" y', []],
  ['MSG="$1 is not allowed"', []],
  ['if echo "$INPUT" | grep -q "$x y"; then exit 2; fi', []],
  [`bash -c '"$1" x'`, ['… x']],
  ['X="$1 y"; $X', ['… y']],
  ['echo "$(eval "$1")"', ['eval …']],
])('a text that is only shown starts nothing: %s', (text, expected) => {
  const { unknown } = followed({ 'h/a.sh': text });
  expect(unknown).toEqual(expected.map((what) => `h/a.sh: ${what}`));
});

test.each<[string, string]>([
  [`echo 'git push' | sh`, 'git push'],
  [`echo 'git push' | bash; exit 0`, 'git push'],
  [`(echo "git push" |zsh)`, 'git push'],
  [`x=$(printf 'git push' | dash)`, 'git push'],
  [`echo 'git push' | sh&`, 'git push'],
  ['make', 'make'],
  ['if x; then make; fi', 'then make'],
])('a program at the end of a line or of a command is one that runs: %s', (line, expected) => {
  expect(followed({ 'h/a.sh': `#!/bin/sh\nset -e\n${line}\n` }).unknown).toEqual([`h/a.sh: ${expected}`]);
});

test.each<[string, string, readonly string[]]>([
  ['h/a.mjs', 'const [, name] = /^(.*)$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));', []],
  ['h/a.mjs', 'spawn(`/proc/${pid}/exe`)', ['/proc/…/exe']],
  ['h/a.mjs', 'spawn(`/proc/${pid}/root/x`)', ['/proc/…/root/x']],
  ['h/a.sh', 'sh "/proc/$1/cwd/x"', ['sh /proc/…/cwd/x']],
  ['h/a.sh', 'x=$(tr "\\0" " " < /proc/$1/environ)', []],
])('what the kernel tells about a process is no code: %s: %s', (file, text, expected) => {
  expect(followed({ [file]: text }).unknown).toEqual(expected.map((what) => `${file}: ${what}`));
});
