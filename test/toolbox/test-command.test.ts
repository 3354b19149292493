import { DIALECTS } from '@hookline/core/internal';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eventually, makePlace, type Place, trustAsPerson } from '../../packages/cli/src/testing/place.ts';

vi.setConfig({ testTimeout: 60_000 });

const GUARD = '#!/bin/bash\nif [[ $(cat) =~ \\"command\\":\\ ?\\"rm ]]; then echo "no rm" >&2; exit 2; fi\n';
const CASES = [
  'dialect: qoder',
  'cases:',
  '  - name: refuses rm',
  '    example: PreToolUse',
  '    with: { tool_input: { command: rm x } }',
  '    expect: { decision: block, reason: no rm }',
  '  - name: passes ls',
  '    example: PreToolUse',
  '    with: { tool_input: { command: ls } }',
  '    expect: none',
  '',
].join('\n');

const command = '"$QODER_PROJECT_DIR"/.qoder/guard.sh';
const place = (cases = CASES, more: Readonly<Record<string, unknown>> = {}): Place =>
  makePlace({
    'project/.qoder/settings.json': {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', name: 'guard', command }] }] },
    },
    'project/.qoder/guard.sh': GUARD,
    'project/.qoder/guard.hooktest.yaml': cases,
    ...more,
  });

/** A process that has ended and that its parent has not asked about yet is dead all the same. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const plain = (text: string): string => text.replace(/\d+(?:\.\d+)? ms/g, 'N ms');

describe('hookline test', () => {
  it('runs the cases beside the hooks, records nothing, and ends with 0', async () => {
    const here = place();
    const { status, stdout, stderr } = await here.run(['test', '--trust-hooks']);
    expect({ status, stdout: plain(stdout), stderr }).toEqual({
      status: 0,
      stdout:
        '.qoder/guard.hooktest.yaml\n  passed   refuses rm  N ms\n  passed   passes ls  N ms\n\n2 passed in 1 file\n',
      stderr: `hookline: trusted ${here.project} (2 files)\n`,
    });
    expect(existsSync(join(here.home, '.local/state/hookline/record'))).toBe(false);
    expect((await here.run(['test', '--record'])).status).toBe(0);
    expect((await here.run(['log', '--json'])).stdout.trim().split('\n')).toHaveLength(2);
  });

  it('runs nothing of a project that is not trusted', async () => {
    const { status, stdout } = await place(CASES, { 'project/.qoder/guard.sh': '#!/bin/bash\ntouch ran\n' }).run([
      'test',
    ]);
    expect(status).toBe(1);
    expect(stdout).toContain('run "hookline trust", or test with --trust-hooks');
  });

  it('says once, not for each case, that the project is not trusted', async () => {
    const here = place();
    const why = `2 cases were not run: ${here.project} is not trusted, or has changed since: run "hookline trust", or test with --trust-hooks`;
    const { status, stdout } = await here.run(['test']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: `${why}\n2 failed in 1 file\n` });
    const github = await here.run(['test', '--reporter', 'github']);
    expect(github.stdout).toBe(`::error file=.qoder/guard.hooktest.yaml,line=3::${why}\n`);
    const json = JSON.parse((await here.run(['test', '--json'])).stdout) as { readonly cases: readonly object[] };
    expect(json.cases).toMatchObject([
      { status: 'failed', mismatches: [{ what: 'trust' }] },
      { status: 'failed', mismatches: [{ what: 'trust' }] },
    ]);
  });

  it('says once that scripts have changed since they were trusted, and updates nothing', async () => {
    const here = place();
    await trustAsPerson(here);
    writeFileSync(join(here.project, '.qoder/guard.sh'), `${GUARD}touch ran\n`);
    const why = `2 cases were not run: ${here.project} is not trusted, or has changed since: run "hookline trust", or test with --trust-hooks`;
    const { status, stdout } = await here.run(['test']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: `${why}\n2 failed in 1 file\n` });
    const update = await here.run(['test', '--update']);
    expect(update).toMatchObject({ status: 1, stdout: `${why}\n2 failed in 1 file\n` });
    expect(readFileSync(join(here.project, '.qoder/guard.hooktest.yaml'), 'utf8')).toBe(CASES);
    expect(existsSync(join(here.project, 'ran'))).toBe(false);
    expect((await here.run(['test', '--trust-hooks'])).stdout).toContain('2 passed in 1 file');
  });

  it('shows what was expected, what came and what the hook said, and ends with 1', async () => {
    const here = place(CASES.replace('reason: no rm', 'reason: never rm').replace('expect: none', 'expect: block'));
    const { status, stdout } = await here.run(['test', '--trust-hooks']);
    expect(status).toBe(1);
    expect(plain(stdout)).toBe(
      [
        '.qoder/guard.hooktest.yaml',
        '  failed   refuses rm  N ms',
        '    reason: expected never rm',
        '            but got  no rm',
        '    blocked  N ms  qoder  command  .qoder/settings.json  guard',
        '    qoder:project:PreToolUse[0].hooks[0] stderr: no rm',
        '',
        '  failed   passes ls  N ms',
        '    decision: expected block',
        '              but got  none',
        '    passed  N ms  qoder  command  .qoder/settings.json  guard',
        '',
        '2 failed in 1 file',
        '',
      ].join('\n'),
    );
  });

  it('ends with 2 where nothing runs or a file is bad, and says where', async () => {
    const none = await makePlace().run(['test']);
    expect([none.status, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toMatch(/^hookline: no case file was found beside the hooks; write NAME\.hooktest\.yaml/);
    const bad = await place(CASES.replace('name: passes', 'nam: passes')).run(['test', '--trust-hooks']);
    expect(bad.status).toBe(2);
    expect(bad.stderr).toContain('.qoder/guard.hooktest.yaml:7:5 error: unknown key "nam"; did you mean "name"?');
    expect(bad.stderr).toContain('> 7 |   - nam: passes ls');
    const gone = await place().run(['test', 'nowhere.hooktest.yaml']);
    expect([gone.status, gone.stdout]).toEqual([2, '']);
    expect(gone.stderr).toContain('nowhere.hooktest.yaml error: the file cannot be read');
    expect((await place().run(['test', '--trust-hooks', '--filter', 'missing'])).status).toBe(2);
  });

  it('runs nothing where hooks are switched off, and says so', async () => {
    const { status, stderr } = await place().run(['test'], { env: { HOOKLINE_DISABLE: '1' } });
    expect([status, stderr]).toEqual([2, 'hookline: no hook was run: HOOKLINE_DISABLE is set\n']);
  });

  it('runs only what --filter and paths ask for', async () => {
    const here = place(CASES, { 'project/more/x.hooktest.yaml': CASES.replaceAll('rm', 'rm -f') });
    const titles = async (...words: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await here.run(['test', '--trust-hooks', '--json', ...words]);
      return (JSON.parse(stdout) as { cases: { title: string }[] }).cases.map(({ title }) => title);
    };
    expect(await titles('--filter', 'passes')).toEqual(['passes ls']);
    expect(await titles('--filter', '/^ref/')).toEqual(['refuses rm']);
    expect(await titles('more')).toEqual(['refuses rm -f', 'passes ls']);
    expect((await here.run(['test', '--filter', '/(/'])).stderr).toContain('is not a valid regular expression');
  });

  it('reports for programs: JSON, JUnit, GitHub', async () => {
    const here = place(CASES.replace('expect: none', 'expect: { decision: block, reason: "<&>" }'));
    const json = await here.run(['test', '--trust-hooks', '--json']);
    expect(json.stderr).toBe('');
    expect(JSON.parse(json.stdout)).toMatchObject({
      passed: 1,
      failed: 1,
      cases: [
        {
          title: 'refuses rm',
          file: '.qoder/guard.hooktest.yaml',
          line: 3,
          status: 'passed',
          mismatches: [],
          outcome: { decision: 'block' },
        },
        { status: 'failed', mismatches: [{ what: 'decision', expected: 'block', actual: 'none' }, { what: 'reason' }] },
      ],
      diagnostics: [],
    });
    const junit = await here.run(['test', '--reporter', 'junit']);
    expect(junit.status).toBe(1);
    expect(junit.stdout).toContain('<failure message="decision: expected block, but got none">');
    expect(junit.stdout).toContain('reason: expected &lt;&amp;&gt;, but got nothing</failure>');
    const github = await here.run(['test', '--reporter', 'github']);
    expect(github.stdout).toBe(
      '::error file=.qoder/guard.hooktest.yaml,line=7::passes ls%0Adecision: expected block, but got none%0Areason: expected <&>, but got nothing\n',
    );
    expect((await here.run(['test', '--reporter', 'juint'])).stderr).toBe(
      'hookline: unknown reporter "juint"; did you mean junit?\n',
    );
  });

  it('updates snapshots in the file', async () => {
    const here = place(CASES.replace('expect: none', 'expect: snapshot # later'));
    expect((await here.run(['test', '--trust-hooks'])).status).toBe(1);
    const { status, stdout } = await here.run(['test', '--update']);
    expect([status, plain(stdout)]).toEqual([0, expect.stringContaining('updated  passes ls') as unknown]);
    expect(readFileSync(join(here.project, '.qoder/guard.hooktest.yaml'), 'utf8')).toContain(
      'decision: none\n      hooks:\n        guard: passed',
    );
    expect((await here.run(['test'])).status).toBe(0);
  });

  it.each(
    DIALECTS.flatMap(({ id, events }) =>
      Object.keys(events)
        .slice(0, 1)
        .map((event) => [event, id] as const),
    ),
  )('--example %s of %s prints an event that fire takes', async (event, dialect) => {
    const here = makePlace();
    const { stdout } = await here.run(['test', '--example', event, '--dialect', dialect]);
    const fired = await here.run(['fire', '-', '--json'], { input: stdout });
    expect([fired.status, fired.stderr]).toEqual([0, '']);
  });

  it('--example says what is wrong', async () => {
    const here = makePlace();
    expect((await here.run(['test', '--example', 'Stopp'])).stderr).toMatch(
      /^hookline: unknown event "Stopp"; did you mean "Stop"/,
    );
    expect((await here.run(['test', '--example', 'PreToolUse', '--tool', 'Bsh'])).stderr).toBe(
      'hookline: unknown tool "Bsh"; did you mean Bash?\n',
    );
  });
});

describe('hookline test --watch', () => {
  it('runs again when a script, a hook file or a case changes, and ends when it is interrupted', async () => {
    const here = place();
    await here.run(['trust']);
    const child = here.start(['test', '--watch', '--trust-hooks']);
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const runs = (count: number): Promise<true> =>
      eventually(() => (err.split('press Ctrl-C').length > count ? true : null));
    await runs(1);
    writeFileSync(join(here.project, '.qoder/guard.sh'), GUARD.replace('exit 2', 'exit 0'));
    await runs(2);
    expect(out.split('in 1 file')[1]).toContain('failed   refuses rm');
    expect(err).toContain('guard.sh has changed');
    writeFileSync(
      join(here.project, '.qoder/guard.hooktest.yaml'),
      CASES.slice(0, CASES.indexOf('  - name: refuses')) + CASES.slice(CASES.indexOf('  - name: passes')),
    );
    await runs(3);
    expect(out.split('in 1 file')[2]).toContain('1 passed');
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  });

  it('ends at once, and with it the hooks that run', async () => {
    const here = place(CASES, { 'project/.qoder/guard.sh': '#!/bin/bash\necho $$ > pid\nexec sleep 300\n' });
    const child = here.start(['test', '--watch', '--trust-hooks', '--jobs', '1']);
    const pid = await eventually(() => {
      const file = join(here.project, 'pid');
      return existsSync(file) && readFileSync(file, 'utf8') !== '' ? Number(readFileSync(file, 'utf8')) : null;
    });
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130);
    await eventually(() => (isAlive(pid) ? null : true));
  });
});
