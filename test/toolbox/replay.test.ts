import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eventually, makePlace, type Place } from '../../packages/cli/src/testing/place.ts';

// Each call is a process of its own, and others may be at work on the same machine.
vi.setConfig({ testTimeout: 120_000 });

const GUARD = 'polytoken:user:guard';
const NOTICE =
  'hookline: hooks run for real, with all their side effects; what the events describe is not done again, and nothing is recorded\n';

const hooks = (script: string): unknown => [{ name: 'guard', event: 'pre_tool_use', handler: { bash: script } }];
const NO_RM = `if grep -q 'rm -rf'; then echo 'no rm' >&2; exit 2; fi`;

const placeWith = (script: string): Place => makePlace({ 'home/.config/polytoken/hooks.json': hooks(script) });

const change = ({ home }: Place, script: string): void =>
  writeFileSync(join(home, '.config/polytoken/hooks.json'), JSON.stringify(hooks(script)));

const fire = (place: Place, command: string, session = 's-1'): Promise<unknown> =>
  place.run([
    'fire',
    '--event',
    'PreToolUse',
    '--tool',
    'Bash',
    '--session',
    session,
    '--input',
    JSON.stringify({ command }),
  ]);

async function recorded(): Promise<Place> {
  const place = placeWith(NO_RM);
  await fire(place, 'ls');
  await fire(place, 'rm -rf /', 's-2');
  await fire(place, 'rm -rf /x');
  return place;
}

const summaryOf = (stdout: string): Record<string, unknown> =>
  JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;

describe('hookline replay', () => {
  it('says so when nothing is decided otherwise, and records nothing', async () => {
    const place = await recorded();
    const before = (await place.run(['log', '--json'])).stdout;
    const { status, stdout, stderr } = await place.run(['replay', '--jobs', '2', '--fail-on', 'flips']);
    expect([status, stderr]).toEqual([0, NOTICE]);
    expect(stdout).toMatch(
      /^3 events of the record in [\d.]+ s \([\d,]+ a second, 2 at a time\)\n {2}same 3, loosened 0, tightened 0\n$/,
    );
    expect((await place.run(['log', '--json'])).stdout).toBe(before);
  });

  it('shows what is decided otherwise, lost blocks first, and fails where that is asked for', async () => {
    const place = await recorded();
    change(place, `if grep -q '"ls"'; then echo 'no ls' >&2; exit 2; fi`);
    const { status, stdout } = await place.run(['replay']);
    expect(status).toBe(0);
    expect(
      stdout
        .split('\n')
        .filter((line) => /→| now: |^ +no (?:rm|ls)$/.test(line))
        .map((line) => line.trim().replace(/ +/g, ' ')),
    ).toEqual([`block → pass 2 ${GUARD}`, 'no rm', 'now: passed', `pass → block 1 ${GUARD}`, 'no ls']);
    expect((await place.run(['replay', '--fail-on', 'flips'])).status).toBe(1);
    expect((await place.run(['replay', '--fail-on', 'loosened'])).status).toBe(1);
    change(place, 'exit 2');
    expect((await place.run(['replay', '--fail-on', 'loosened'])).status).toBe(0);
    expect((await place.run(['replay', '--fail-on', 'flips'])).status).toBe(1);
  });

  it('prints a JSON line for each flip, then the summary', async () => {
    const place = await recorded();
    change(place, 'exit 0');
    const { stdout } = await place.run(['replay', '--json']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ type, before, now }) => [type, before, now])).toEqual([
      ['flip', 'block', 'none'],
      ['flip', 'block', 'none'],
      ['summary', undefined, undefined],
    ]);
    expect(lines.at(-1)).toMatchObject({ events: 3, same: 1, loosened: 2, groups: [{ count: 2, hook: GUARD }] });
  });

  it('chooses events', async () => {
    const place = await recorded();
    const count = async (...words: readonly string[]): Promise<unknown> =>
      summaryOf((await place.run(['replay', '--json', ...words])).stdout)['events'];
    expect(await count('--session', 's-2')).toBe(1);
    expect(await count('--event', 'Stop')).toBe(0);
    expect(await count('--since', '1h')).toBe(3);
    expect(await count('--since', '2999-01-01')).toBe(0);
    expect(await count('--limit', '2')).toBe(2);
    expect(await count('--sample', '1', '--seed', '7')).toBe(1);
    expect(await count('--sample', '100%')).toBe(3);
  });

  it('runs the events of transcripts, from files, folders and stdin', async () => {
    const place = placeWith(NO_RM);
    const message = (role: string, content: unknown): string =>
      JSON.stringify({ type: role, message: { role, content } });
    const lines = [
      message('assistant', [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'rm -rf /' } }]),
      message('user', [{ type: 'tool_result', tool_use_id: 'a', content: 'gone' }]),
      '{"broken',
    ].join('\n');
    writeFileSync(join(place.project, 't.jsonl'), lines);
    for (const call of [
      () => place.run(['replay', 't.jsonl', '--json']),
      () => place.run(['replay', '-', '--json'], { input: lines }),
    ]) {
      const { stdout, stderr } = await call();
      expect(stderr).toMatch(/:3: a JSON object was expected/);
      expect(summaryOf(stdout)).toMatchObject({ events: 2, tightened: 1, unknown: 1, skipped: { unreadable: 1 } });
    }
    await fire(place, 'rm -rf /');
    const folder = join(place.home, '.local/state/hookline/record');
    expect(summaryOf((await place.run(['replay', folder, '--json'])).stdout)).toMatchObject({ events: 1, same: 1 });
  });

  it('runs the events of another folder against the hooks of a project', async () => {
    const place = await recorded();
    const other = makePlace({ 'project/.polytoken/hooks.json': hooks('exit 0') });
    await other.run(['trust']);
    const folder = join(place.home, '.local/state/hookline/record');
    const { stdout } = await other.run(['replay', folder, '--project', other.project, '--json']);
    expect(summaryOf(stdout)).toMatchObject({ events: 3, loosened: 2 });
  });

  it('prints at the first signal what is done so far', async () => {
    const place = placeWith('echo x >> "$HOME/count"; sleep 0.2');
    const lines = Array.from(
      { length: 200 },
      () => '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}',
    );
    writeFileSync(join(place.project, 'many.jsonl'), lines.join('\n'));
    const child = place.start(['replay', 'many.jsonl', '--jobs', '2', '--json']);
    let stdout = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    await eventually(() => {
      try {
        return readFileSync(join(place.home, 'count'), 'utf8').length > 8 ? true : null;
      } catch {
        return null;
      }
    });
    child.kill('SIGINT');
    const status = await new Promise((resolve) => child.on('close', resolve));
    const { interrupted, events } = summaryOf(stdout);
    expect([status, interrupted]).toEqual([130, true]);
    expect(events).toBeGreaterThan(0);
    expect(events).toBeLessThan(200);
  });

  it('ends at once when it is interrupted while it waits for stdin, and leaves no copy of it behind', async () => {
    const place = placeWith(NO_RM);
    const copies = (): readonly string[] =>
      readdirSync(join(place.root, 'tmp')).filter((name) => name.startsWith('hookline-replay-'));
    const child = place.start(['replay', '-'], { input: '{}\n', keepOpen: true });
    await eventually(() => (copies().length > 0 ? true : null));
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130);
    expect(copies()).toEqual([]);
  });

  it.each([
    [['replay', '--fail-on', 'flip'], '--fail-on: unknown word "flip"; did you mean flips?'],
    [['replay', '--sample', 'x'], '--sample: expected a number such as 500, or a share such as 10%, found "x"'],
    [['replay', '--limit', '0'], '--limit: expected a whole number above 0, found "0"'],
    [['replay', '--event', 'PreToolUs'], 'unknown event "PreToolUs"; did you mean PreToolUse?'],
    [['replay', 'nowhere.jsonl'], 'there is no file nowhere.jsonl'],
  ])('%j is a wrong call', async (words, why) => {
    expect(await placeWith(NO_RM).run(words)).toEqual({ status: 1, stdout: '', stderr: `hookline: ${why}\n` });
  });

  it('is refused where no hook would run', async () => {
    const place = placeWith(NO_RM);
    expect((await place.run(['replay'], { env: { HOOKLINE_RUN: 'x' } })).stderr).toBe(
      'hookline: replay is refused inside a hook\n',
    );
    expect((await place.run(['replay'], { env: { HOOKLINE_DISABLE: '1' } })).stderr).toBe(
      'hookline: no hook would run: HOOKLINE_DISABLE is set\n',
    );
  });
});
