import { afterEach, expect, test } from 'vitest';
import { aHook } from '../../../../../test/support/hooks.ts';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { coverHooks } from '../hook-cover.ts';

let project = '';

afterEach(() => removeTree(project));

const SHELL = 'bash h/g.sh';
const PYTHON = 'python3 h/g.py';
const NODE = 'node h/g.mjs';

/** What trust covers of a hook whose script has this text, beside the script. */
function coveredBy(command: string, text: string): readonly string[] {
  const data = Object.fromEntries(
    'a.txt b.txt deny.txt deny.json deny.ini pre.rb'.split(' ').map((name) => [`h/${name}`, '']),
  );
  const [, script = 'none'] = / (h\/\S+)$/.exec(command) ?? [];
  project = makeTree({
    'top.txt': '',
    'h/rules/x.sh': '',
    'h/rules/a/b/x.sh': '',
    'h/lib/Guard.pm': '',
    ...data,
    [script]: text,
  });
  const hook = aHook({ handler: { kind: 'command', form: 'shell', shell: 'bash', script: command } });
  const [cover] = coverHooks([hook], { project, variables: [], written: [] });
  expect(cover?.problem).toBeNull();
  return (cover?.files ?? []).map(({ path }) => path).filter((path) => path !== script);
}

const READERS = 'rev fold fmt pr expand unexpand diff cmp strings od xxd hexdump shuf tac iconv md5sum sha256sum cksum';

test.each<[string, string, readonly string[]]>([
  ...READERS.split(' ').map((program): [string, string, readonly string[]] => [
    SHELL,
    `x=$(${program} top.txt)\n[ "$x" = y ] && exit 2`,
    ['top.txt'],
  ]),
  [SHELL, 'dd if=top.txt of=/dev/stdout', ['top.txt']],
  [SHELL, 'cp top.txt /tmp/copy; grep -f /tmp/copy x', ['top.txt']],
  [SHELL, `perl -ne 'print if /x/' top.txt`, ['top.txt']],
  [SHELL, `ruby -ne 'print' h/deny.txt`, ['h/deny.txt']],
  [SHELL, `python3 -c 'import sys; print(open(sys.argv[1]).read())' h/deny.txt`, ['h/deny.txt']],
  [SHELL, 'for f in h/a.txt h/b.txt; do while read l; do :; done < "$f"; done', ['h/a.txt', 'h/b.txt']],
  [SHELL, 'files=(h/a.txt h/b.txt)\nfor f in "${files[@]}"; do grep -f "$f" x; done', ['h/a.txt', 'h/b.txt']],
  [SHELL, 'tee < h/a.txt >(bash) > /dev/null', ['h/a.txt']],
  [SHELL, 'shopt -s globstar\nfor f in h/rules/**/*.sh; do . "$f"; done', ['h/rules/a/b/x.sh', 'h/rules/x.sh']],
  [SHELL, 'shopt -s nullglob globstar\nfor f in h/rules/a/**; do . "$f"; done', ['h/rules/a/b/x.sh']],
  ['RUBYOPT="-r./h/pre" ruby h/x.rb', '', ['h/pre.rb']],
  ['PERL5OPT="-Ih/lib -MGuard" perl h/x.pl', '', ['h/lib/Guard.pm']],
  ['perl h/x.pl', 'open(my $f, "<", "h/deny.txt"); while (<$f>) {}', ['h/deny.txt']],
  ['perl h/x.pl', 'open(F, "<h/deny.txt");', ['h/deny.txt']],
  [PYTHON, 'import linecache\nprint(linecache.getline("h/deny.txt", 1))', ['h/deny.txt']],
  [PYTHON, 'import fileinput\nfor l in fileinput.input(files=["h/a.txt", "h/b.txt"]): pass', ['h/a.txt', 'h/b.txt']],
  [PYTHON, 'def get(p):\n  with open(p) as f:\n    return f.read()\nrules = get("h/deny.json")', ['h/deny.json']],
  [PYTHON, 'class G:\n  def get(self, x, p):\n    return open(p)\nG().get(1, "h/deny.json")', ['h/deny.json']],
  [
    PYTHON,
    'p.add_argument("-r", "--deny-list", default="h/deny.txt")\na = p.parse_args()\nfor l in open(a.deny_list): pass',
    ['h/deny.txt'],
  ],
  [PYTHON, 'for p in ["h/a.txt", "h/b.txt"]:\n  for l in open(p): pass', ['h/a.txt', 'h/b.txt']],
  [PYTHON, 'FILES = ["h/a.txt", "h/b.txt"]\nfor p in FILES:\n  for l in open(p): pass', ['h/a.txt', 'h/b.txt']],
  [NODE, 'const get = (p) => JSON.parse(readFileSync(p, "utf8"));\nget("h/deny.json");', ['h/deny.json']],
  [NODE, 'const get = async (n, p = "") => readFile(p);\nawait get(1, "h/deny.json");', ['h/deny.json']],
  [NODE, 'function get(p) { return readFileSync(p); }\nget("h/deny.json");', ['h/deny.json']],
  [NODE, 'for (const p of ["h/a.txt", "h/b.txt"]) readFileSync(p);', ['h/a.txt', 'h/b.txt']],
  [NODE, 'const all = ["h/a.txt", "h/b.txt"].map((p) => readFileSync(p));', ['h/a.txt', 'h/b.txt']],
  [NODE, 'const FILES = ["h/a.txt"];\nFILES.forEach((p) => readFileSync(p));', ['h/a.txt']],
])('what is read by a path that is written out is covered: %s %j', (command, text, expected) => {
  expect(coveredBy(command, text)).toEqual(expected);
});

test.each<[string, string]>([
  [SHELL, 'for f in h/a.txt h/b.txt; do [ "$1" = "$f" ] && exit 2; done; grep x <&0'],
  [SHELL, 'shopt -u extglob\nfor f in h/rules/**; do :; done'],
  [SHELL, 'tee h/a.txt < /dev/null'],
  ['perl h/x.pl', 'open(my $f, ">", "h/deny.txt"); print $f 1;'],
  [PYTHON, 'PROTECTED = ["h/a.txt"]\nif path in PROTECTED: print(open(log).read())'],
  [PYTHON, 'PROTECTED = ["h/a.txt"]\nfor p in PROTECTED:\n  if path == p: print(open(log).read())'],
  [PYTHON, 'def is_named(p):\n  return p in open(log).read()\nis_named("h/a.txt")'],
  [PYTHON, 'p.add_argument("--out", default="h/a.txt")\nopen(a.out, "w").write("x")'],
  [NODE, 'const isNamed = (p) => path === p;\nisNamed("h/a.txt"); readFileSync(log);'],
  [NODE, 'if (["h/a.txt"].some((p) => path === p)) readFileSync(log);'],
])('a path that is only compared, or written to, is no data: %s %j', (command, text) => {
  expect(coveredBy(command, text)).toEqual([]);
});
