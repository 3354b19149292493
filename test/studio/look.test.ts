import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { putInShadow, trustProject } from '@hookline/core/internal';
import { describe, expect, test } from 'vitest';
import { fireCommands, GUARD_ID, type Loose, openTestStudio, readStream, testPlace, until } from './support.ts';

const settled = async (get: (path: string) => Promise<{ body: Loose }>, total: number): Promise<void> =>
  until(async () => (await get('/api/decisions?limit=1')).body['total'] === total);

describe('decisions', () => {
  test('are listed newest first, with what each was about and who decided', async () => {
    const place = await testPlace();
    await fireCommands(place, 'ls', 'rm -rf build/', 'crash now');
    const { get, failures } = await openTestStudio(place);
    await settled(get, 3);
    const { rows } = (await get('/api/decisions')).body;
    expect(rows).toMatchObject([
      { about: 'crash now', state: 'fault', hook: GUARD_ID, faults: 1, tool: 'Bash', event: 'PreToolUse' },
      { about: 'rm -rf build/', state: 'block', hook: GUARD_ID, reason: 'rm -rf is not allowed here', hooks: 1 },
      { about: 'ls', state: 'pass', hook: null, faults: 0, session: 's-1', project: place.project },
    ]);
    expect((await get('/api/decisions?q=is:block')).body['rows']).toMatchObject([{ about: 'rm -rf build/' }]);
    const { problems } = (await get('/api/decisions?q=is:nothing')).body;
    expect(problems).toMatchObject([{ from: 0, to: 10 }]);
    expect(failures).toEqual([]);
  });

  test('one is shown with its rule, what each hook said and when it ran', async () => {
    const place = await testPlace();
    const [id = ''] = await fireCommands(place, 'rm -rf build/');
    const { get, send } = await openTestStudio(place);
    await settled(get, 1);
    const { body } = await get(`/api/decisions/${id}`);
    expect(body['rules'][0]).toEqual({ rule: 'one-block', words: 'one block is enough' });
    expect(body['branches']).toMatchObject([
      {
        dialect: 'qoder',
        leaves: [
          { said: 'block (deny_tool): rm -rf is not allowed here', startMs: 0, faultMeans: null, decision: 'block' },
        ],
      },
    ]);
    expect((await get(`/api/decisions/${id}/explain`)).body).toMatchObject({ others: [], conflicts: [] });
    expect((await send('POST', `/api/decisions/${id}/orders`)).body).toMatchObject({ tried: 1, other: null });
  });

  test('one whose project is gone can still be seen', async () => {
    const place = await testPlace();
    const [id = ''] = await fireCommands(place, 'rm -rf build/');
    const elsewhere = await testPlace();
    rmSync(place.project, { recursive: true });
    const { get } = await openTestStudio({ ...elsewhere, record: place.record });
    await settled(get, 1);
    const { body } = await get(`/api/decisions/${id}`);
    expect(body['row']).toMatchObject({ state: 'block', about: 'rm -rf build/' });
  });

  test('come to an open page as they are made', async () => {
    const place = await testPlace();
    const { port, bearer } = await openTestStudio(place);
    const stream = readStream(port, '/api/live', bearer);
    await until(() => stream.messages.some(({ kind, changed }) => kind === 'meta' && changed.index?.done));
    await fireCommands(place, 'rm -rf build/');
    const rows = (): readonly Loose[] => stream.messages.flatMap((message) => message['rows'] ?? []);
    await until(() => rows().some(({ state }) => state === 'block')); // it may be told while it runs, too
    expect(rows().at(-1)).toMatchObject({ state: 'block', about: 'rm -rf build/' });
  });

  test('are counted over time', async () => {
    const place = await testPlace();
    await fireCommands(place, 'ls', 'rm -rf build/');
    const { get } = await openTestStudio(place);
    await settled(get, 2);
    const { buckets } = (await get('/api/histogram?buckets=4')).body;
    expect(buckets).toHaveLength(4);
    const sum = (name: string): number => buckets.reduce((all: number, each: Loose) => all + each[name], 0);
    expect([sum('total'), sum('block')]).toEqual([2, 1]);
    expect((await get('/api/histogram?buckets=x')).status).toBe(400);
  });
});

describe('aggregates', () => {
  test('the same fault is shown once, with how often and what was made of it', async () => {
    const place = await testPlace();
    await fireCommands(place, 'crash 1', 'crash 2', 'ls');
    const { get } = await openTestStudio(place);
    await settled(get, 3);
    const { groups, looked } = (await get('/api/faults')).body;
    expect(groups).toMatchObject([{ hook: GUARD_ID, code: 'exit', count: 2, proceeded: 2, refused: 0 }]);
    expect(groups[0].stderr).toContain('the guard broke');
    expect(groups[0].first).toBeLessThanOrEqual(groups[0].last);
    expect(looked).toEqual({ decisions: 3, more: false });
  });

  test('hooks are shown by their share of waiting time', async () => {
    const place = await testPlace();
    await fireCommands(place, 'ls', 'pwd');
    const { get } = await openTestStudio(place);
    await settled(get, 2);
    const { hooks, decisions, p50, series } = (await get('/api/latency')).body;
    expect(hooks).toMatchObject([{ hook: GUARD_ID, runs: 2, share: 1 }]);
    expect([decisions, p50 > 0, series.at.length]).toEqual([2, true, 60]);
  });

  test('a hook in shadow is shown with what it would have done', async () => {
    const place = await testPlace();
    expect((await putInShadow(GUARD_ID, place)).how).toBe('changed');
    await fireCommands(place, 'ls', 'rm -rf build/');
    const { get } = await openTestStudio(place);
    await settled(get, 2);
    const { hooks } = (await get('/api/shadow')).body;
    expect(hooks).toMatchObject([{ hook: GUARD_ID, runs: 2, wouldBlock: 1, alike: 1, isNow: true }]);
    expect(hooks[0].differing).toMatchObject([{ about: 'rm -rf build/', state: 'pass', shadow: true }]);
    expect([hooks[0].otherwise, hooks[0].matrix]).toEqual([
      1,
      [
        { would: 'block', decided: 'none', count: 1 },
        { would: 'none', decided: 'none', count: 1 },
      ],
    ]);
  });

  test('meta counts hooks, faults and hooks in shadow', async () => {
    const place = await testPlace();
    await fireCommands(place, 'crash');
    const { get } = await openTestStudio(place);
    await until(async () => (await get('/api/meta')).body['index'].done);
    const { body } = await get('/api/meta');
    expect(body).toMatchObject({ mode: 'look', counts: { hooks: 1, faults: 1, shadow: 0 }, chain: null });
  });
});

describe('hooks', () => {
  test('each is shown with its state and what the record knows about it', async () => {
    const place = await testPlace();
    await fireCommands(place, 'ls', 'rm -rf build/');
    const { get } = await openTestStudio(place);
    await settled(get, 2);
    const { hooks, trust, armed } = (await get('/api/hooks')).body;
    expect(hooks).toMatchObject([{ id: GUARD_ID, state: 'armed', runs: 2, blocks: 1, never: null }]);
    expect([trust, armed]).toEqual(['trusted', 1]);
    const { body } = await get(`/api/hooks/${encodeURIComponent(GUARD_ID)}`);
    expect(body['definition'].place).toMatch(/^\.qoder\/settings\.json:\d+$/);
    expect(JSON.parse(body['definition'].text)).toMatchObject({
      type: 'command',
      command: expect.stringContaining('guards/no-rm.sh'),
    });
    expect(body['trust'].files).toMatchObject([{ path: 'guards/no-rm.sh', state: 'same' }]);
    expect(body['recent']).toHaveLength(2);
  });

  test('one of a project that is not trusted says so, and a change since trust is named', async () => {
    const untrusted = await openTestStudio(await testPlace(false));
    const { hooks, trust } = (await untrusted.get('/api/hooks')).body;
    expect([trust, hooks[0].state, hooks[0].armed]).toEqual(['untrusted', 'untrusted', false]);
    const place = await testPlace();
    appendFileSync(join(place.project, 'guards/no-rm.sh'), '# changed\n');
    const changed = await openTestStudio(place);
    expect((await changed.get('/api/hooks')).body['hooks']).toMatchObject([{ state: 'withheld' }]);
    const detail = (await changed.get(`/api/hooks/${encodeURIComponent(GUARD_ID)}`)).body;
    expect(detail['trust'].files).toMatchObject([{ path: 'guards/no-rm.sh', state: 'changed' }]);
    expect((await changed.get('/api/trust')).body).toMatchObject({ already: false });
  });

  test('doctor is shown without asking any program', async () => {
    const { get } = await openTestStudio(await testPlace());
    const { checks } = (await get('/api/doctor')).body;
    expect(checks.find(({ name }: Loose) => name === 'bash').text).toMatch(/not asked for its version$/);
  });
});

describe('the chain', () => {
  test('is checked on request, and a finding hides no row', async () => {
    const place = await testPlace();
    await fireCommands(place, 'ls', 'rm -rf build/');
    const { get, send } = await openTestStudio(place);
    await settled(get, 2);
    expect((await send('POST', '/api/verify')).body).toMatchObject({ whole: true, lines: 4, findings: [] });
    expect((await get('/api/meta')).body['chain']).toMatchObject({ whole: true });
    const file = join(place.record, 'hookline.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('rm -rf build/', 'rm -rf build!'));
    const { whole, findings } = (await send('POST', '/api/verify')).body;
    expect([whole, findings.length > 0]).toEqual([false, true]);
    expect((await get('/api/decisions')).body['rows']).toHaveLength(2);
  });
});

describe('a hook that was never selected', () => {
  test('is shown with the events that came nearest', async () => {
    const place = await testPlace();
    const settings = JSON.parse(readFileSync(join(place.project, '.qoder/settings.json'), 'utf8')) as Loose;
    settings['hooks'].PreToolUse.push({ matcher: 'Write', hooks: [{ type: 'command', command: 'exit 0' }] });
    writeFileSync(join(place.project, '.qoder/settings.json'), JSON.stringify(settings));
    await trustProject(place);
    await fireCommands(place, 'ls');
    const { get } = await openTestStudio(place);
    await settled(get, 1);
    const id = encodeURIComponent('qoder:project:PreToolUse[1].hooks[0]');
    const { hook, near } = (await get(`/api/hooks/${id}`)).body;
    expect(hook.never).toContain('its matcher did not fit');
    expect(near).toMatchObject([{ about: 'ls', event: 'PreToolUse' }]);
  });
});

describe('the export of a decision', () => {
  test('is one file without script, in which everything of others is text', async () => {
    const place = await testPlace();
    const hostile = `rm -rf "><script>alert(1)</script><img src=x onerror=alert(1)>\u202e'`;
    const [id = ''] = await fireCommands(place, hostile);
    const { get } = await openTestStudio(place);
    await settled(get, 1);
    const { text, headers } = await get(`/api/decisions/${id}/export`);
    expect(headers['content-disposition']).toBe(`attachment; filename="${id}.html"`);
    expect(text).not.toMatch(/<(?:script|img|link|iframe|object|a)\b|<[^>]*\s(?:src|href|on\w+)=|\u202e/i);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain("default-src 'none'");
  });
});

describe('a studio', () => {
  test('without a record is empty, and sees the first decision', async () => {
    const place = await testPlace();
    const { get } = await openTestStudio(place);
    await until(async () => (await get('/api/meta')).body['index'].done);
    expect((await get('/api/decisions')).body).toMatchObject({ rows: [], total: 0, next: null });
    await fireCommands(place, 'ls');
    await settled(get, 1);
  });

  test('beside another one has its own port and its own token', async () => {
    const place = await testPlace();
    const [one, other] = [await openTestStudio(place), await openTestStudio(place)];
    expect(one.port).not.toBe(other.port);
    expect(one.token).not.toBe(other.token);
  });

  test('ends when no page was there for a while, and not while one is', async () => {
    const place = await testPlace();
    const { studio, port, bearer } = await openTestStudio(place, { idleMs: 300 });
    let isEnded = false;
    const ended = studio.ended.then(() => (isEnded = true));
    const stream = readStream(port, '/api/live', bearer);
    await until(() => stream.isOpen());
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(isEnded).toBe(false);
    stream.close();
    await ended;
  });
});
