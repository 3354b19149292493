import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchResult } from '../../model/hook.ts';
import type { Json } from '../../model/json.ts';
import { compileToolRule, prepareToolRules } from './tool-rule.ts';

const ask = (rule: string, toolName: string | null, toolInput: Json = {}): MatchResult =>
  compileToolRule(rule, 'names-or-searched-regex').matcher.test({
    text: 'the subject of the event',
    toolName,
    toolInput,
    project: '/project',
  });

const bash = (rule: string, command: string): boolean => ask(rule, 'Bash', { command }).matches;
const edit = (rule: string, path: string): boolean => ask(rule, 'Edit', { file_path: path }).matches;

it('before the parser is loaded a rule about a Bash command lets its hook run', () => {
  expect(ask('Bash(git *)', 'Bash', { command: 'npm test' })).toEqual({
    matches: true,
    why: 'if rule "Bash(git *)" counts as met: the parser of Bash is not loaded',
    undecided: 'ever',
  });
});

describe('a rule about the tool', () => {
  it('uses the logic of matchers', () => {
    expect(['Bash', 'BashOutput', 'bash'].map((tool) => ask('Bash', tool).matches)).toEqual([true, false, false]);
    expect(['Edit', 'Write', 'Read'].map((tool) => ask('Edit|Write', tool).matches)).toEqual([true, true, false]);
    expect(['mcp__github__x', 'mcp__gitlab__x'].map((tool) => ask('mcp__github__.*', tool).matches)).toEqual([
      true,
      false,
    ]);
    expect(['mcp__a__x', 'mcp__c__x'].map((tool) => ask('mcp__(a|b)__.*', tool).matches)).toEqual([true, false]);
  });

  it('does not run on an event about no tool', () => {
    expect(ask('Bash', null).matches).toBe(false);
    expect(ask('', null).matches).toBe(false);
  });

  it('says that it does not run there', () => {
    expect(ask('Bash(git *)', null)).toEqual({
      matches: false,
      why: 'the event is about no tool: a hook with an if rule does not run',
    });
  });

  it('can be ruled out by the name of the tool alone', () => {
    const { matcher } = compileToolRule(' Bash(git *) ', 'names-or-searched-regex');
    const call = { text: null, toolInput: {}, project: '/' };
    expect(matcher.text).toBe('Bash(git *)');
    expect(['Bash', 'Edit', null].map((toolName) => matcher.couldAccept?.({ ...call, toolName }))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('with empty parentheses means every call', () => {
    expect(ask('Bash()', 'Bash', { command: 'ls' }).matches).toBe(true);
    expect(ask('Bash()', 'Bash', {}).matches).toBe(true);
    expect(ask('Bash()', 'Edit', {}).matches).toBe(false);
  });

  it('that is broken is an error', () => {
    for (const rule of ['Bash(git *', 'Bash)git *(', '(']) {
      const { problems, matcher } = compileToolRule(rule, 'names-or-searched-regex');
      expect(problems).toMatchObject([{ severity: 'error' }]);
      expect(matcher.test({ text: null, toolName: 'Bash', toolInput: {}, project: '/' }).matches).toBe(false);
    }
  });

  it('whose parentheses do not pair is read as one pattern, with a warning', () => {
    const rule = 'Bash(git *)|Edit(*.ts)';
    expect(compileToolRule(rule, 'names-or-searched-regex').problems).toEqual([
      {
        severity: 'warning',
        message: `the parentheses of the if rule "${rule}" do not pair: it is read as Bash with the pattern "git *)|Edit(*.ts"`,
        hint: 'one rule names one pattern; write several hooks for several',
      },
    ]);
    expect(compileToolRule('Bash(echo (a))', 'names-or-searched-regex').problems).toEqual([]);
  });

  it('that is not closed is told from one whose tool part is no expression', () => {
    const told = (rule: string) => compileToolRule(rule, 'names-or-searched-regex').problems;
    expect(told('Bash')).toEqual([]);
    expect(told('Bash(git *)')).toEqual([]);
    expect(told('Bash(git *')).toEqual([
      {
        severity: 'error',
        message: 'the if rule "Bash(git *" is neither Tool nor Tool(pattern)',
        hint: 'close the parenthesis, as in "Bash(git *)"',
      },
    ]);
    for (const [rule, tool] of [
      ['[', '['],
      ['[(x)', '['],
      ['a)', 'a)'],
    ] as const)
      expect(told(rule)).toMatchObject([
        { severity: 'error', message: expect.stringContaining(`matcher "${tool}" is not a valid regular expression`) },
      ]);
    expect(ask('a)', 'a)').matches).toBe(true);
  });

  it('that closes more than it opens has the rest in its pattern, with a warning', () => {
    const { problems } = compileToolRule('Edit(a))', 'names-or-searched-regex');
    expect(problems).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/it is read as Edit with the pattern "a\)"$/) },
    ]);
    expect(ask('Edit(a))', 'Edit', { file_path: 'a)' }).matches).toBe(true);
    expect(ask('Edit(a))', 'Edit', { file_path: 'a' }).matches).toBe(false);
    expect(compileToolRule('Edit(a b)(c)', 'names-or-searched-regex').problems).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/it is read as Edit with the pattern "a b\)\(c"$/) },
    ]);
  });

  it('may have a group in its tool part', () => {
    expect(['Edit', 'Read'].map((tool) => ask('(Edit)', tool, { file_path: 'Edit' }).matches)).toEqual([true, false]);
    for (const rule of ['Mul(ti|la)Edit(a *.ts)', '(M|m)ulti(E|e)dit(a *.ts)', 'MultiEdit (a *.ts)']) {
      const files = ['a b.ts', 'a b.js'];
      expect(files.map((file_path) => ask(rule, 'MultiEdit', { file_path }).matches)).toEqual([true, false]);
      expect(ask(rule, 'Read', { file_path: 'a b.ts' }).matches).toBe(false);
      expect(compileToolRule(rule, 'names-or-searched-regex').problems).toEqual([]);
    }
    expect(ask('(Edit|Write)(*.ts)', 'Write', { file_path: 'a.ts' }).matches).toBe(true);
    expect(ask('(Edit|Write)(*.ts)', 'Write', { file_path: 'a.js' }).matches).toBe(false);
    expect(ask('^(Edit|Write)$', 'Write').matches).toBe(true);
  });

  it('says why', () => {
    expect(ask('Edit(*.ts)', 'Edit', { file_path: 'a.js' }).why).toBe('if rule "Edit(*.ts)" does not accept "a.js"');
    expect(ask('Edit(*.ts)', 'Bash', {}).why).toBe('matcher "Edit" does not accept "Bash"');
    expect(ask('Edit (*.ts)', 'Bash', {}).why).toBe('matcher "Edit" does not accept "Bash"');
    expect(ask('Edit(*.ts)', 'Edit', {}).why).toBe(
      'if rule "Edit(*.ts)" needs an argument that the call of Edit lacks',
    );
  });
});

describe('a rule about a Bash command', () => {
  beforeAll(prepareToolRules);

  it('tests each simple command, without leading assignments and redirections', () => {
    const line = 'cd web && CI=1 NODE_ENV=test npm run build 2>&1 | tee "rm file.log"; echo "at $(git rev-parse HEAD)"';
    const rules = ['npm *', 'cd web', 'tee *', 'git *', 'echo *', 'npm run build', 'rm *', 'run *', 'CI=1 *', 'cd'];
    expect(rules.filter((pattern) => bash(`Bash(${pattern})`, line))).toEqual(rules.slice(0, 6));
  });

  it('* spans blanks, slashes and lines', () => {
    expect(bash('Bash(rm * /etc/*)', 'rm -r -f /etc/a/b')).toBe(true);
    expect(bash('Bash(rm * /etc/*)', 'rm -r -f /tmp')).toBe(false);
    expect(bash('Bash(git commit *)', 'git commit -m "a\nb"')).toBe(true);
  });

  it('"git *" also fits bare git, and nothing that merely begins so', () => {
    expect(['git', 'git status', 'gitk', 'github x', 'echo git'].map((line) => bash('Bash(git *)', line))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(['git', 'gitk'].map((line) => bash('Bash(git*)', line))).toEqual([true, true]);
  });

  it('a trailing :* is a prefix rule', () => {
    const lines = [
      'git commit',
      'git commit -m x',
      'cd a && git commit',
      'git commit-tree a',
      'git push',
      'git commit:x',
    ];
    expect(lines.filter((line) => bash('Bash(git commit:*)', line))).toEqual(lines.slice(0, 3));
    expect(bash('Bash(:*)', 'anything')).toBe(true);
  });

  it('finds an empty command in a line that only assigns, redirects or comments', () => {
    const lines = ['X=1', '> /etc/motd', '# nothing'];
    expect(lines.map((line) => bash('Bash(*)', line))).toEqual([true, true, true]);
    expect(lines.map((line) => bash('Bash({,git})', line))).toEqual([true, true, true]);
    expect(lines.map((line) => bash('Bash(git *)', line))).toEqual([false, false, false]);
  });

  it('braces, ? and sets work', () => {
    const lines = ['npm test', 'yarn test', 'pnpm test', 'npm build'];
    expect(lines.filter((line) => bash('Bash({npm,yarn} test)', line))).toEqual(lines.slice(0, 2));
    expect(lines.filter((line) => bash('Bash({{p,}npm,yarn} t?[a-s]t)', line))).toEqual(lines.slice(0, 3));
    expect(bash('Bash(find * -exec rm {} \\;)', 'find . -exec rm {} \\;')).toBe(true);
    expect(bash('Bash(echo \\*)', 'echo x')).toBe(false);
    expect(bash('Bash(echo (a))', "echo '(a)'")).toBe(true);
  });

  it('sees through quotes, and tests the text as written too', () => {
    expect(bash('Bash(git push *)', `"git" pu'sh' --force`)).toBe(true);
    expect(bash('Bash(echo "a*)', 'echo "a b"')).toBe(true);
  });

  it('a command that cannot be parsed lets the hook run', () => {
    for (const line of ['echo "x', 'git (', 'a'.repeat(70_000), '{a,'.repeat(20_000)]) {
      expect(bash('Bash(git *)', line)).toBe(true);
    }
    expect(ask('Bash(git *)', 'Bash', { command: 'echo "x' }).why).toBe(
      'if rule "Bash(git *)" counts as met: the command cannot be parsed: unterminated double quote',
    );
  });

  it('a call without a command does not fit', () => {
    expect(ask('Bash(git *)', 'Bash', { command: 7 }).matches).toBe(false);
    expect(ask('Bash(*)', 'Bash', null).matches).toBe(false);
  });

  it('a long line and a long pattern end in time', () => {
    const start = process.cpuUsage();
    bash(`Bash(${'*a'.repeat(200)}b)`, 'a'.repeat(60_000));
    bash(`Bash(${'{a,aa}'.repeat(200)}b)`, 'a'.repeat(60_000));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(250);
  });
});

describe('a rule about a file', () => {
  const path = '/project/src/ui/app.ts';

  it('without a slash is tested on the basename', () => {
    const patterns = ['*.ts', 'app.ts', '*.{js,ts,tsx}', 'app*', '*.js', 'ui*', 'src*'];
    expect(patterns.filter((pattern) => edit(`Edit(${pattern})`, path))).toEqual(patterns.slice(0, 4));
  });

  it('with a slash is tested relative to the project and as an absolute path', () => {
    const patterns = [
      'src/**',
      'src/*',
      '/project/src/*',
      '**/app.ts',
      './src/**',
      '././src/**',
      '**/*.ts',
      'lib/**',
      '/src/**',
      'ui/app.ts',
    ];
    expect(patterns.filter((pattern) => edit(`Edit(${pattern})`, path))).toEqual(patterns.slice(0, 7));
    expect(edit('Edit(x./app.ts)', 'x./app.ts')).toBe(true);
    expect(edit('Edit(**/app.ts)', 'app.ts')).toBe(true);
    expect(edit('Edit({lib/x,**/app.ts})', 'app.ts')).toBe(true);
    expect(edit('Edit({lib/[,}],src/u[i]/app.ts})', path)).toBe(true);
  });

  it('.. in a path cannot hide it', () => {
    expect(edit('Edit(/etc/*)', '/project/../etc/passwd')).toBe(true);
    expect(edit('Edit(src/**)', '/project/src/../lib/x')).toBe(false);
    expect(edit('Edit(src/**)', 'lib/../src/x')).toBe(true);
    expect(edit('Edit(.env)', '/project/a/../.env')).toBe(true);
  });

  it('serves every file tool, and no other', () => {
    for (const tool of ['Read', 'Edit', 'Write', 'MultiEdit']) {
      expect(ask(`${tool}(*.ts)`, tool, { file_path: '/x/a.ts' }).matches).toBe(true);
      expect(ask(`${tool}(a*)`, tool, { file_path: '/x/a.ts' }).matches).toBe(true);
    }
    expect(ask('NotebookEdit(a*)', 'NotebookEdit', { notebook_path: '/x/a.ipynb' }).matches).toBe(true);
    expect(ask('Edit|Write(*.ts)', 'Write', { file_path: 'a.ts' }).matches).toBe(true);
  });
});

describe('the primary argument', () => {
  it.each<readonly [string, Json, boolean]>([
    ['PowerShell(Get-*)', { command: 'Get-Item x' }, true],
    ['PowerShell(git *)', { command: 'git' }, true],
    ['PowerShell(git *)', { command: 'ls; git push' }, false],
    ['PowerShell(git)', { command: ' git\n' }, true],
    ['Grep(src*)', { path: 'src', pattern: 'x' }, true],
    ['Grep(x)', { path: 'src', pattern: 'x' }, false],
    ['WebFetch(https:*)', { path: 'a', query: 'b', url: 'https://example.com' }, true],
    ['WebFetch(a)', { path: 'a' }, false],
    ['WebSearch(b)', { path: 'a', query: 'b' }, true],
    ['WebSearch(a)', { path: 'a' }, false],
    ['Other(a)', { file_path: 'a', path: 'b' }, true],
    ['Other(a)', { command: 'a', url: 'b' }, true],
    ['Other(a)', { url: 'a', query: 'b' }, true],
    ['Glob(src*)', { path: 'src/a', pattern: '*.ts' }, true],
    ['Glob(*.ts)', { pattern: '*.ts' }, true],
    ['Grep(TODO*)', { pattern: 'TODO: x' }, true],
    ['WebFetch(https://example.com/*)', { url: 'https://example.com/a/b' }, true],
    ['WebFetch(https://example.com/*)', { url: 'https://example.org/a' }, false],
    ['WebSearch(*hooks*)', { query: 'agent hooks today' }, true],
    ['Agent(review*)', { subagent_type: 'reviewer' }, true],
    ['Task(review*)', { subagent_type: 'reviewer' }, true],
    ['Skill(pdf)', { skill: 'pdf' }, true],
    ['Other(a*)', { path: 'ab', query: 'x' }, true],
    ['Other(x)', { path: 'ab', query: 'x' }, false],
    ['Other(x)', { path: 3, query: 'x' }, true],
    ['Other(x)', { text: 'x' }, false],
    ['mcp__github__create_issue(*)', { title: 'bug', path: 'x' }, false],
  ])('%s on %j', (rule, input, expected) => {
    expect(ask(rule, rule.slice(0, rule.indexOf('(')), input).matches).toBe(expected);
  });

  it('is an own field of the input', () => {
    expect(ask('Other(*)', 'Other', JSON.parse('{"__proto__":{"path":"x"}}')).matches).toBe(false);
  });
});

describe('a rule about a path', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  /** A project with src/ and sub/, a link to it beside it, a link into src/ inside, and a linked worktree of git elsewhere. */
  function aTree() {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-paths-')));
    folders.push(top);
    for (const folder of ['p/src', 'p/sub', 'p/.git', 'w/src']) mkdirSync(join(top, folder), { recursive: true });
    symlinkSync(join(top, 'p'), join(top, 'link'));
    symlinkSync('src', join(top, 'p/alias'));
    writeFileSync(join(top, 'w/.git'), 'gitdir: ../p/.git/worktrees/w\n');
    return (path: string): string => join(top, path);
  }

  const fits = (rule: string, path: string, place: { readonly project: string; readonly cwd?: string }): boolean =>
    compileToolRule(rule, 'names-or-searched-regex').matcher.test({
      text: 'Edit',
      toolName: 'Edit',
      toolInput: { file_path: path },
      ...place,
    }).matches;

  it('begins where the event happened', () => {
    const at = aTree();
    const project = at('p');
    expect(fits('Edit(src/**)', 'a.ts', { project, cwd: at('p/src') })).toBe(true);
    expect(fits('Edit(src/**)', '../src/a.ts', { project, cwd: at('p/sub') })).toBe(true);
    expect(fits('Edit(src/**)', 'src/a.ts', { project })).toBe(true);
    expect(fits('Edit(src/**)', 'src/a.ts', { project, cwd: at('p/sub') })).toBe(false);
  });

  it('sees the path as given and without links, whether or not the file is there yet', () => {
    const at = aTree();
    for (const [project, path] of [
      ['link', 'link/src/a.ts'],
      ['link', 'p/src/a.ts'],
      ['p', 'link/src/a.ts'],
      ['p', 'p/alias/new/a.ts'],
    ] as const)
      expect(fits('Edit(src/**)', at(path), { project: at(project) })).toBe(true);
    expect(fits('Edit(alias/*)', at('p/alias/a.ts'), { project: at('p') })).toBe(true);
    expect(fits(`Edit(${at('p')}/src/*)`, at('link/src/a.ts'), { project: at('link') })).toBe(true);
    symlinkSync('src/real.env', at('p/harmless.txt'));
    writeFileSync(at('p/src/real.env'), '');
    expect(fits('Edit(*.env)', at('p/harmless.txt'), { project: at('p') })).toBe(true);
    expect(fits('Edit(src/**)', at('p/sub/a.ts'), { project: at('link') })).toBe(false);
  });

  it('is seen from the worktree in which the event happened', () => {
    const at = aTree();
    const place = { project: at('p'), cwd: at('w/src') };
    expect(fits('Edit(src/**)', 'a.ts', place)).toBe(true);
    expect(fits('Edit(src/**)', at('w/src/a.ts'), place)).toBe(true);
    expect(fits('Edit(src/**)', at('w/a.ts'), place)).toBe(false);
    expect(fits('Edit(src/**)', at('w/src/a.ts'), { project: at('p') })).toBe(false);
  });
});
