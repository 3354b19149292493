import { afterEach, expect, test } from 'vitest';
import { aHook } from '../../../../../test/support/hooks.ts';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { coverHooks } from '../hook-cover.ts';
import type { HookCover } from '../hook-cover.ts';

let project = '';

afterEach(() => removeTree(project));

const FILES = {
  envfile: '',
  'conf/lib': '',
  'conf/lib.inc': '',
  'conf/lib.py': '',
  'conf/deny.txt': '',
  'conf/deny.state': '',
  'conf/settings.json': '{"rules": "conf/more.txt"}',
  'conf/more.txt': '',
  'conf/x.zip': '',
  'conf/x.mk': '',
  'conf/Guard.pm': '',
  'conf/deny.d/a.txt': '',
  'conf/small.pm': '',
  'h/child.sh': '. ./lib\n',
  'h/first-line': '#!/usr/bin/env -S BASH_ENV=conf/lib bash\ntrue\n',
  'node_modules/dep/index.js': 'eval(require("fs").readFileSync(__dirname + "/data", "utf8"))',
  'node_modules/dep/data': '',
};

function coverOf(command: string, files: Readonly<Record<string, string>>): HookCover {
  project = makeTree({ ...FILES, ...files });
  const hook = aHook({ handler: { kind: 'command', form: 'shell', shell: 'bash', script: command } });
  const [cover] = coverHooks([hook], { project, variables: [], written: [] });
  expect(cover?.problem).toBeNull();
  return cover ?? { files: [], unknown: [], problem: null, stamps: [] };
}

const PROGRAMS = {
  sh: 'bash',
  py: 'python3',
  cjs: 'node',
  mjs: 'node',
  pl: 'perl',
  rb: 'ruby',
  php: 'php',
  lua: 'lua',
};
type Extension = keyof typeof PROGRAMS;

const scriptCover = (extension: Extension, text: string): HookCover =>
  coverOf(`${PROGRAMS[extension]} h/g.${extension}`, { [`h/g.${extension}`]: text });

const isCovered = ({ files }: HookCover, path: string): boolean => files.some((file) => file.path === path);

/** Whether a person is told of a file, or of a folder that it is in. */
const isTold = ({ files, unknown }: HookCover, path: string): boolean =>
  [...unknown.map(({ what }) => what), ...files.map(({ note }) => note ?? '')].some((text) =>
    [path, path.replace(/\/[^/]*$/, '')].some((each) => new RegExp(`(?:^|[ ,])${each}(?:$|[ ,])`).test(text)),
  );

test.each<[Extension, string, string]>([
  ['sh', 'export BASH_ENV=envfile\nbash -c true', 'envfile'],
  ['sh', 'PERL5LIB=conf perl -e "use strict"', 'conf/Guard.pm'],
  ['sh', 'export NODE_PATH="$PWD/conf"\nnode -e "require(1)"', 'conf/lib'],
  ['sh', 'GIT_CONFIG_GLOBAL=conf/lib git st', 'conf/lib'],
  ['sh', 'check() { grep -q rm "$1"; }\ncheck conf/deny.txt', 'conf/deny.txt'],
  ['sh', 'gunzip -c conf/lib | bash', 'conf/lib'],
  ['sh', 'tar -xOf conf/x.zip | bash', 'conf/x.zip'],
  ['py', 'import runpy\nrunpy.run_path("conf/lib")', 'conf/lib'],
  ['py', 'import zipimport\nzipimport.zipimporter("conf/x.zip").load_module("a")', 'conf/x.zip'],
  ['py', 'import sys\nsys.path.insert(0, "conf/x.zip")\nimport a', 'conf/x.zip'],
  ['py', 'from linecache import getline\ngetline("conf/deny.txt", 1)', 'conf/deny.txt'],
  ['py', 'eval(compile(open("conf/lib").read(), "x", "exec"))', 'conf/lib'],
  [
    'py',
    'from importlib.machinery import SourceFileLoader\nSourceFileLoader("x", "conf/lib").load_module()',
    'conf/lib',
  ],
  ['py', 'import sys, importlib\nsys.path.insert(0, ".")\nimportlib.import_module(".lib", "conf")', 'conf/lib.py'],
  ['py', 'import sys\nsys.stdout.write(open("conf/deny.txt").read())', 'conf/deny.txt'],
  ['mjs', 'import "../conf/l\\u0069b.py";', 'conf/lib.py'],
  ['sh', '# notes that end in \\\n. conf/lib', 'conf/lib'],
  ['sh', 'bash con\\\nf/lib', 'conf/lib'],
  ['sh', 'env -S "bash envfile"', 'envfile'],
  ['sh', 'cd conf && bash ../h/child.sh', 'conf/lib'],
  ['sh', 'env --chdir=conf bash ../h/child.sh', 'conf/lib'],
  ['sh', 'env -C conf bash ../h/child.sh', 'conf/lib'],
  ['sh', 'python3 -m runpy conf.lib', 'conf/lib.py'],
  ['sh', 'python3 -m cProfile -m conf.lib', 'conf/lib.py'],
  ['sh', 'h/first-line', 'conf/lib'],
  ['py', 'n = "lib"\nexec(open("conf/" + n).read())', 'conf/lib'],
  ['py', 'import glob\n[exec(open(f).read()) for f in glob.glob("conf/deny.d/*")]', 'conf/deny.d/a.txt'],
  ['py', 'run("""\nset -e\nbash conf/lib\n""", shell=True)', 'conf/lib'],
  ['py', 'run("cd conf\\nbash lib", shell=True)', 'conf/lib'],
  ['cjs', 'execSync(`\ncd conf\nbash lib\n`)', 'conf/lib'],
  ['cjs', 'const n = "lib.inc"; require("../conf/" + n);', 'conf/lib.inc'],
  ['cjs', 'require("dep")', 'node_modules/dep/data'],
  ['cjs', 'm._compile(readFileSync("conf/lib"), "x")', 'conf/lib'],
  ['pl', 'use lib "conf"; use small;', 'conf/small.pm'],
  ['pl', 'use lib "conf"; use parent qw(Guard);', 'conf/Guard.pm'],
])('what a %s script loads or reads by a path that is written out is covered: %s', (extension, text, path) => {
  expect(isCovered(scriptCover(extension, text), path)).toBe(true);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['PYTHONPATH=conf python3 h/g.py', { 'h/g.py': 'import lib' }, 'conf/lib.py'],
  ['perl -Iconf h/g.pl', { 'h/g.pl': '1;' }, 'conf/Guard.pm'],
  ['make x', { Makefile: 'D=conf\ninclude $(D)/x.mk\nx:\n\ttrue\n' }, 'conf/x.mk'],
  ['make x', { Makefile: 'include $(wildcard conf/*.mk)\nx:\n\ttrue\n' }, 'conf/x.mk'],
  ['make -I conf x', { Makefile: 'include x.mk\nx:\n\ttrue\n' }, 'conf/x.mk'],
  ['make x', { Makefile: 'SHELL=./conf/lib\nx:\n\ttrue\n' }, 'conf/lib'],
  ['make x', { Makefile: 'export BASH_ENV=conf/lib\nx:\n\ttrue\n' }, 'conf/lib'],
  ['make x', { Makefile: 'x: y.z\n%.z:\n\tsh conf/lib\n' }, 'conf/lib'],
  ['make x', { Makefile: 'x: lib.z\n%.z: conf/%\n\tsh $<\n' }, 'conf/lib'],
  ['make x', { Makefile: 'x: $(wildcard conf/*)\n\tcat $^ | sh\n' }, 'conf/lib'],
  ['make x', { Makefile: 'x: $(addprefix conf/,lib)\n\tsh $(^)\n' }, 'conf/lib'],
  ['make lib', { Makefile: 'lib:\n\tsh conf/$@\n' }, 'conf/lib'],
  ['make x', { Makefile: 'PATH := $(CURDIR)/conf:$(PATH)\nx:\n\ttool\n' }, 'conf/lib'],
  ['npm run x', { 'package.json': '{"scripts":{"x":"true"}}', '.npmrc': 'script-shell=./conf/lib\n' }, 'conf/lib'],
  ['python3 h/g.py', { 'h/g.py': '', '.python-version': '3.12' }, '.python-version'],
  ['node h/g.js', { 'h/g.js': 'x();', 'h/package.json': '{}' }, 'h/package.json'],
])('what a definition leads to is covered: %s %j', (command, files, path) => {
  expect(isCovered(coverOf(command, files), path)).toBe(true);
});

test.each<[Extension, string, string]>([
  ['sh', 'declare -n r=A; A=conf/lib; . "$r"', 'conf/lib'],
  ['sh', 'HOME=$PWD/conf bash -lc true', 'conf/lib'],
  ['sh', 'git -c core.hooksPath=conf/deny.d checkout x', 'conf/deny.d/a.txt'],
  ['sh', 'sqlite3 :memory: ".read conf/lib"', 'conf/lib'],
  ['sh', `gawk '@include "conf/lib"'`, 'conf/lib'],
  ['sh', `awk -v f=conf/lib 'BEGIN { getline < f }'`, 'conf/lib'],
  ['sh', 'curl -K conf/lib x', 'conf/lib'],
  ['sh', 'cp -r conf /tmp/x', 'conf/lib'],
  ['sh', 'CDPATH=conf; cd deny.d; . ./a.txt', 'conf/deny.d'],
  ['sh', 'grep -rq rm conf/deny.d', 'conf/deny.d/a.txt'],
  ['sh', 'find conf -type f | xargs grep -q rm', 'conf/lib'],
  ['sh', '[ -f conf/off ] || exit 2', 'conf/off'],
  ['sh', 'echo x >> conf/deny.txt; grep -q rm conf/deny.txt', 'conf/deny.txt'],
  ['sh', 'sort conf/deny.state', 'conf/deny.state'],
  ['sh', 'jq .x conf/settings.json', 'conf/more.txt'],
  ['sh', 'F=conf/lib; [ "$1" ] && F=envfile; echo "$(cat "$F")" | bash', 'conf/lib'],
  ['py', 'F = {"deny": "conf/deny.txt"}\nopen(F["deny"])', 'conf/deny.txt'],
  ['py', 'C = [("a", "conf/lib")]\nfor n, p in C: run(["bash", p])', 'conf/lib'],
  ['py', 'C = {"a": "conf/lib"}\nfor n, p in C.items(): run(["bash", p])', 'conf/lib'],
  ['py', 'log.write("ran\\n")\nC = [("a", "conf/lib")]\nfor n, p in C: run(["bash", p])', 'conf/lib'],
  ['py', 'for p in "conf/lib", "envfile": run(["bash", p])', 'conf/lib'],
  ['py', 'def fail(p): run(["bash", p])\nfail("conf/lib")', 'conf/lib'],
  ['py', 'R = "conf/lib"\ndef match(p): run(["bash", p])\nmatch(R)', 'conf/lib'],
  ['py', 'S = """\nset -e\nbash conf/lib\n"""\nrun(S, shell=True)', 'conf/lib'],
  ['cjs', 'const test = (p) => execFileSync("bash", [p]); test("conf/lib");', 'conf/lib'],
  ['cjs', 'class A { log(p) { execFileSync("bash", [p]); } } new A().log("conf/lib");', 'conf/lib'],
  ['cjs', 'const s = `\nset -e\nbash conf/lib\n`; execSync(s);', 'conf/lib'],
  ['cjs', 'execSync("x", { env: { PATH: `${process.cwd()}/conf:${process.env.PATH}` } });', 'conf/lib'],
  ['pl', 'my $f = "conf/off"; do "./$f" if -e $f;', 'conf/off'],
  ['py', 'd, e = "conf/deny.txt", 1\nopen(d)', 'conf/deny.txt'],
  ['py', 'def where():\n  return "conf/deny.txt"\nopen(where())', 'conf/deny.txt'],
  ['py', 'import os\nos.chdir("conf")\nopen("deny.txt")', 'conf/deny.txt'],
  ['py', 'open("%s/deny.txt" % "conf")', 'conf/deny.txt'],
  ['py', 'open("{}/deny.txt".format("conf"))', 'conf/deny.txt'],
  ['py', 'n = "deny"\nopen(f"conf/{n}.txt")', 'conf/deny.txt'],
  ['py', 'import glob\n[open(f) for f in glob.glob("conf/*.txt")]', 'conf/deny.txt'],
  ['py', 'import os\n[open(f) for f in os.listdir("conf")]', 'conf/deny.txt'],
  ['py', 'import os\nif not os.path.exists("conf/off"): exit(2)', 'conf/off'],
  ['py', 'e = exec\nr = open\ne(r("conf/lib").read())', 'conf/lib'],
  ['py', 'cmd = ["bash"]\ncmd.append("conf/lib")\nrun(cmd)', 'conf/lib'],
  ['py', 'run(["bash"], env=dict(os.environ, BASH_ENV="conf/lib"))', 'conf/lib'],
  ['cjs', 'module.paths.push(process.cwd() + "/conf"); require("dep");', 'conf/lib'],
  ['cjs', 'const a = ["conf/lib"]; spawnSync("bash", a);', 'conf/lib'],
  ['cjs', 'process.env.PATH = process.cwd() + "/conf:" + process.env.PATH;', 'conf/lib'],
  ['cjs', 'if (!existsSync("conf/off")) process.exit(2);', 'conf/off'],
  ['cjs', 'const { f = "conf/deny.txt" } = {}; readFileSync(f);', 'conf/deny.txt'],
  ['pl', 'qx{sh conf/lib};', 'conf/lib'],
  ['pl', 'BEGIN { push @INC, "conf" } use Guard;', 'conf/Guard.pm'],
  ['rb', '$:.unshift("conf"); require "json"', 'conf/lib'],
  ['php', '<?php set_include_path("conf"); include "lib.inc";', 'conf/lib.inc'],
  ['lua', 'package.path = "./conf/?.lua;" .. package.path', 'conf/lib'],
])('what a %s script names in any other way is covered or told: %s', (extension, text, path) => {
  const cover = scriptCover(extension, text);
  expect(isCovered(cover, path) || isTold(cover, path)).toBe(true);
});

const ANYWHERE = {
  sh: [
    'find . -name "*.x" -exec bash {} \\;',
    'find "$PWD" -name "*.x" -exec env A=1 bash {} \\;',
    'find -name "*.x" -execdir {} \\;',
    'D=$(cat envfile)\nfor f in "$D"/*; do . "$f"; done',
    'for f in "$0.d"/*; do . "$f"; done',
    'node --test',
    'make x',
  ],
  py: [
    'import os\nfor d, _, fs in os.walk("."):\n  run(["bash", d + fs[0]])',
    'import glob\nfor f in glob.glob("*.x"): run(["bash", f])',
    'p = x\nexec((p / f"{p.stem}.rules").read_text())',
    'eval(open("gu" + n).read())',
  ],
  cjs: ['for (const f of readdirSync(".")) execFileSync("bash", [f]);'],
} as const;

test.each(
  (['sh', 'py', 'cjs'] as const).flatMap((extension) => ANYWHERE[extension].map((text) => [extension, text] as const)),
)('what a %s script starts from a place that cannot be known is told: %s', (extension, text) => {
  const { files } = coverOf(`${PROGRAMS[extension]} h/g.${extension}`, {
    [`h/g.${extension}`]: text,
    Makefile: 'VPATH = conf\nx: lib\n\tsh $<\n',
  });
  expect(files.find(({ path }) => path === `h/g.${extension}`)?.note).toMatch(/^not covered: /);
});

test.each<[Extension, string]>([
  ['sh', 'find . -name "*.x" -exec rm {} \\;\nfind . -exec sh -c \'wc -l "$1"\' _ {} \\;'],
  ['py', '"""Guards what is in conf/lib.\n\nSee conf/deny.txt\n"""\nx = 1'],
  ['py', 'R = [("^rm ", "Use conf/lib, see conf/deny.txt")]\nfor p, m in R:\n  if p in x: issues.append(m)'],
  ['cjs', 'const P = ["conf/deny.txt"]; for (const p of P) if (file.includes(p)) process.exit(2);'],
  ['sh', 'F=$1\n[ "$F" = conf/deny.txt ] && exit 2'],
  ['sh', 'for p in conf/deny.txt conf/lib; do [[ "$F" == *"$p"* ]] && exit 2; done'],
  ['sh', 'PROTECTED=(envfile conf/lib)\nfor p in "${PROTECTED[@]}"; do [[ "$F" == *"$p"* ]] && exit 2; done'],
  ['sh', 'case "$F" in conf/deny.txt) exit 2 ;; esac'],
  ['sh', 'echo "leave conf/deny.txt as it is"; cd conf; git diff conf/lib; shfmt -d conf/lib'],
  ['sh', '# conf/lib is used elsewhere'],
  ['sh', 'echo x >> conf/deny.txt'],
  ['py', 'if path == "conf/deny.txt": exit(2)'],
  ['py', 'if path.endswith(("conf/deny.txt", "conf/lib")): exit(2)'],
  ['py', 'PROTECTED = ["conf/deny.txt", "conf/lib"]\nif any(p in path for p in PROTECTED): exit(2)'],
  ['py', 'if any(p in path for p in ["conf/deny.txt", "conf/lib"]): exit(2)'],
  ['py', 'print("conf/deny.txt")\nopen("conf/deny.txt", "w").write("x")'],
  ['py', 'run(["tool", "conf"])\nx = event["conf"]'],
  ['cjs', 'const P = ["conf/deny.txt"]; if (P.some((p) => file.includes(p))) process.exit(2);'],
  ['cjs', 'if (file === "conf/deny.txt" || file.endsWith("conf/lib")) process.exit(2);'],
])('what a %s script only compares, prints or writes is not told: %s', (extension, text) => {
  const { files, unknown } = scriptCover(extension, text);
  expect({ files: files.map(({ path, note }) => [path, note]), unknown }).toEqual({
    files: [[`h/g.${extension}`, null]],
    unknown: [],
  });
});

test('a file that a program of many strings names at its end is told', () => {
  const texts = Array.from({ length: 5_000 }, (_, n) => `"a text ${n}", "word${n}"`).join(',\n');
  const program = `const texts = [${texts}];\nconst RULES = { files: ["conf/deny.txt"] };\ncheck(RULES.files, texts);\n`;
  expect(isTold(scriptCover('mjs', program), 'conf/deny.txt')).toBe(true);
});
