import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTrust, trustProject, untrustProject } from '@hookline/core/internal';
import type { PersonQuestion } from '@hookline/studio';
import { describe, expect, test } from 'vitest';
import {
  fireCommands,
  GUARD,
  GUARD_ID,
  openTestStudio,
  readStream,
  type TestPlace,
  testPlace,
  until,
} from './support.ts';

/** A terminal whose person gives these answers, one after the other. */
function personWith(...answers: readonly boolean[]) {
  const asked: PersonQuestion[] = [];
  const person = (question: PersonQuestion): Promise<boolean> => {
    asked.push(question);
    return Promise.resolve(answers[asked.length - 1] ?? false);
  };
  return { asked, person };
}

const PASSING = GUARD.replace('exit 2', 'exit 0');

async function ready(place: TestPlace, total: number, options = {}) {
  const studio = await openTestStudio(place, { mode: 'edit', ...options });
  await until(async () => (await studio.get('/api/decisions?limit=1')).body['total'] === total);
  return studio;
}

describe('a studio that only looks', () => {
  test('runs nothing and changes nothing, whoever has its token', async () => {
    const { asked, person } = personWith(true);
    const { send, get } = await openTestStudio(await testPlace(), { person });
    const refused = [
      await send('POST', '/api/replay', { q: '', runHooks: true }),
      await get('/api/runs/x'),
      await send('DELETE', '/api/runs/x'),
      await get('/api/drafts'),
      await send('POST', '/api/drafts', { hook: GUARD_ID }),
      await send('PUT', '/api/drafts/x', { text: '' }),
      await send('POST', '/api/drafts/x/run', {}),
      await send('POST', '/api/drafts/x/save', {}),
      await send('POST', '/api/tests/run', {}),
      await send('POST', '/api/prove', { hook: GUARD_ID }),
    ];
    expect(refused.map(({ status, body }) => [status, body['error']])).toEqual(
      refused.map(() => [403, 'this studio only looks']),
    );
    const { body } = await send('POST', '/api/ask', { what: 'untrust' });
    expect(body).toMatchObject({ state: 'no-terminal' });
    expect(body['command']).toMatch(/^hookline untrust --project '/);
    expect(asked).toEqual([]);
  });
});

describe('a question', () => {
  test('is asked in the terminal with what it covers, and a no changes nothing', async () => {
    const place = await testPlace(false);
    const { asked, person } = personWith(false, true);
    const { send, get } = await openTestStudio(place, { mode: 'edit', person });
    const first = (await send('POST', '/api/ask', { what: 'trust' })).body;
    expect(first['state']).toBe('waiting');
    await until(async () => (await get(`/api/asks/${first['ask']}`)).body['state'] === 'refused');
    expect(asked[0]?.lines.join('\n')).toContain('guards/no-rm.sh');
    expect(await listTrust(place)).toEqual([]);
    const second = (await send('POST', '/api/ask', { what: 'trust' })).body;
    await until(async () => (await get(`/api/asks/${second['ask']}`)).body['state'] === 'done');
    expect(await listTrust(place)).toMatchObject([{ state: 'trusted' }]);
  });

  test('is void when the files changed while it was open', async () => {
    const place = await testPlace(false);
    const person = (): Promise<boolean> => {
      writeFileSync(join(place.project, 'guards/no-rm.sh'), PASSING);
      return Promise.resolve(true);
    };
    const { send, get } = await openTestStudio(place, { mode: 'edit', person });
    const { ask } = (await send('POST', '/api/ask', { what: 'trust' })).body;
    await until(async () => (await get(`/api/asks/${ask}`)).body['state'] === 'failed');
    expect((await get(`/api/asks/${ask}`)).body['result']).toContain('changed while the question was open');
    expect(await listTrust(place)).toEqual([]);
  });

  test('about shadow names the hook, and lets nothing through that acts on a terminal', async () => {
    const place = await testPlace();
    const { asked, person } = personWith(true, true);
    const { send, get } = await openTestStudio(place, { mode: 'edit', person });
    expect((await send('POST', '/api/ask', { what: 'shadow', hook: '\u001b[2Jx' })).status).toBe(404);
    expect((await send('POST', '/api/ask', { what: 'delete' })).status).toBe(400);
    const put = (await send('POST', '/api/ask', { what: 'shadow', hook: GUARD_ID })).body;
    await until(async () => (await get(`/api/asks/${put['ask']}`)).body['state'] === 'done');
    expect((await get('/api/hooks')).body['hooks']).toMatchObject([{ state: 'shadow' }]);
    const off = (await send('POST', '/api/ask', { what: 'unshadow', hook: GUARD_ID })).body;
    await until(async () => (await get(`/api/asks/${off['ask']}`)).body['state'] === 'done');
    expect((await get('/api/hooks')).body['hooks']).toMatchObject([{ state: 'armed' }]);
    expect(asked.map(({ question }) => question)).toEqual([`Put ${GUARD_ID} in shadow?`, `Let ${GUARD_ID} decide?`]);
  });

  test('waits its turn, and only a few wait', async () => {
    const { send } = await openTestStudio(await testPlace(), { mode: 'edit', person: () => new Promise(() => {}) });
    const ask = () => send('POST', '/api/ask', { what: 'untrust' });
    for (let count = 0; count < 4; count += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});

describe('a replay', () => {
  test('runs hooks only when a person has said so', async () => {
    const { send } = await openTestStudio(await testPlace(), { mode: 'edit' });
    expect((await send('POST', '/api/replay', { q: '' })).status).toBe(400);
    expect((await send('POST', '/api/replay', { q: '', runHooks: 'yes' })).status).toBe(400);
  });

  test('shows what the hooks of now decide otherwise, before and after', async () => {
    const place = await testPlace();
    const [, id = ''] = await fireCommands(place, 'ls', 'rm -rf build/');
    await untrustProject(place);
    const { send, get, port, bearer } = await ready(place, 2);
    const { run } = (await send('POST', '/api/replay', { q: '', runHooks: true })).body;
    const stream = readStream(port, `/api/runs/${run}`, bearer);
    await until(() => stream.isEnded());
    expect(stream.messages.at(-1)).toMatchObject({ kind: 'end', summary: { events: 2, loosened: 1, tightened: 0 } });
    const flips = stream.messages.flatMap((message) => message['flips'] ?? []);
    expect(flips).toMatchObject([{ id, kind: 'loosened', before: 'block (deny_tool)', now: 'pass' }]);
    const detail = (await get(`/api/runs/${run}/flips/${id}`)).body;
    expect([detail['before'].row.state, detail['now'].row.state]).toEqual(['block', 'pass']);
    expect((await get('/api/decisions?limit=1')).body['total']).toBe(2);
  });

  test('is one at a time, and a cancelled one ends what it runs', async () => {
    const place = await testPlace();
    await fireCommands(place, 'ls');
    const mark = join(place.home, 'started');
    const studio = await ready(place, 1);
    const draft = (await studio.send('POST', '/api/drafts', { hook: GUARD_ID })).body;
    await studio.send('PUT', `/api/drafts/${draft['id']}`, { text: `touch ${mark}; sleep 300` });
    const asked = { q: '', runHooks: true, draft: draft['id'] };
    const { run } = (await studio.send('POST', '/api/replay', asked)).body;
    await until(() => existsSync(mark));
    expect((await studio.send('POST', '/api/replay', asked)).status).toBe(409);
    expect((await studio.send('DELETE', `/api/runs/${run}`)).status).toBe(200);
    expect((await studio.send('POST', '/api/replay', { ...asked, draft: null })).status).toBe(200);
  });
});

describe('a draft', () => {
  test('lives outside the project, is run beside the hook as it is, and is saved on request', async () => {
    const place = await testPlace();
    await fireCommands(place, 'ls', 'rm -rf build/');
    const { send, get } = await ready(place, 2);
    const draft = (await send('POST', '/api/drafts', { hook: GUARD_ID })).body;
    expect(draft).toMatchObject({ file: 'guards/no-rm.sh', language: 'shell', text: GUARD, differs: false });
    const changed = (await send('PUT', `/api/drafts/${draft['id']}`, { text: PASSING })).body;
    expect(changed).toMatchObject({ differs: true, outdated: false, savedByTerminal: false });
    expect(readFileSync(join(place.project, 'guards/no-rm.sh'), 'utf8')).toBe(GUARD);
    const on = { from: 'record', q: '', limit: 50 };
    const { results } = (await send('POST', `/api/drafts/${draft['id']}/run`, { on })).body;
    expect(results).toMatchObject([
      { about: 'rm -rf build/', draft: { words: 'pass' }, now: { words: 'block (deny_tool)' }, differs: true },
      { about: 'ls', draft: { words: 'pass' }, now: { words: 'pass' }, differs: false },
    ]);
    const saved = (await send('POST', `/api/drafts/${draft['id']}/save`)).body;
    expect(saved).toMatchObject({ kind: 'saved', file: 'guards/no-rm.sh' });
    expect(saved['trust']).toMatch(/^changed: .*guards\/no-rm\.sh.*hookline trust$/);
    expect(saved['difference']).toContain('exit 0');
    expect(readFileSync(join(place.project, 'guards/no-rm.sh'), 'utf8')).toBe(PASSING);
    expect((await get('/api/hooks')).body['hooks']).toMatchObject([{ state: 'withheld' }]);
    expect((await get('/api/drafts')).body['drafts']).toEqual([]);
  });

  test('of a file that has changed since is not written over it', async () => {
    const place = await testPlace();
    const { send } = await openTestStudio(place, { mode: 'edit' });
    const { id } = (await send('POST', '/api/drafts', { hook: GUARD_ID })).body;
    writeFileSync(join(place.project, 'guards/no-rm.sh'), '# by somebody else\n');
    expect((await send('PUT', `/api/drafts/${id}`, { text: PASSING })).body).toMatchObject({ outdated: true });
    expect((await send('POST', `/api/drafts/${id}/save`)).status).toBe(409);
    expect(readFileSync(join(place.project, 'guards/no-rm.sh'), 'utf8')).toBe('# by somebody else\n');
  });

  test('is found by its id only, and begins from a hook only', async () => {
    const { send, get } = await openTestStudio(await testPlace(), { mode: 'edit' });
    for (const id of ['..', '%2e%2e%2f%2e%2e', '..%2F..%2Fsettings.json', 'a'.repeat(24)])
      expect((await send('PUT', `/api/drafts/${id}`, { text: 'x' })).status).toBe(404);
    expect((await send('POST', '/api/drafts', { hook: '/etc/passwd' })).status).toBe(404);
    expect((await send('POST', '/api/drafts', {})).status).toBe(400);
    expect((await get('/api/drafts')).body['drafts']).toEqual([]);
  });

  test('that hangs is ended when the page does not wait any more, and four run at once', async () => {
    const place = await testPlace();
    const { send, port, bearer } = await openTestStudio(place, { mode: 'edit' });
    const { id } = (await send('POST', '/api/drafts', { hook: GUARD_ID })).body;
    const mark = join(place.home, 'mark');
    await send('PUT', `/api/drafts/${id}`, { text: `echo $$ >> ${mark}; sleep 300` });
    const { request } = await import('node:http');
    const body = JSON.stringify({ on: { from: 'example' } });
    const headers = { ...bearer, 'Content-Type': 'application/json' };
    const open = Array.from({ length: 4 }, () => {
      const path = `/api/drafts/${id}/run`;
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent: false, headers });
      sent.on('error', () => undefined).end(body);
      return sent;
    });
    const pids = (): readonly number[] =>
      existsSync(mark) ? readFileSync(mark, 'utf8').trim().split('\n').map(Number) : [];
    await until(() => pids().length === 4);
    expect((await send('POST', `/api/drafts/${id}/run`, { on: { from: 'example' } })).status).toBe(429);
    for (const sent of open) sent.destroy();
    await until(() => !pids().some(isAlive));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a case made from a decision', () => {
  test('holds what was decided, is written on request beside the hook, and leaves trust as it is', async () => {
    const place = await testPlace();
    const [first = '', second = ''] = await fireCommands(place, `rm -rf ${place.project}/build`, 'crash');
    const { get, send } = await ready(place, 2);
    const file = join(place.project, '.qoder/recorded.hooktest.yaml');
    const shown = (await get(`/api/decisions/${first}/case`)).body;
    expect([shown['file'], shown['isSaved'], existsSync(file)]).toEqual([
      '.qoder/recorded.hooktest.yaml',
      false,
      false,
    ]);
    expect(shown['text']).toContain('command: rm -rf ${project}/build');
    for (const id of [first, second])
      expect((await send('POST', `/api/decisions/${id}/case`)).body).toMatchObject({ isSaved: true });
    expect(readFileSync(file, 'utf8')).toMatch(/^# Cases made from the record/);
    expect((await send('POST', '/api/tests/run')).body).toMatchObject({ passed: 2, failed: 0, problems: [] });
    expect((await get('/api/hooks')).body['trust']).toBe('trusted');
    writeFileSync(join(place.project, 'guards/no-rm.sh'), PASSING);
    await trustProject(place);
    expect((await send('POST', '/api/tests/run')).body).toMatchObject({ passed: 1, failed: 1 });
  });

  test('is refused where the record holds only part of the event, and where the studio only looks', async () => {
    const place = await testPlace();
    const [id = '', long = ''] = await fireCommands(place, 'ls', `echo ${'x'.repeat(20_000)}`);
    const { get } = await ready(place, 2);
    const { status, body } = await get(`/api/decisions/${long}/case`);
    expect([status, body['error']]).toEqual([409, expect.stringContaining('cut in the record')]);
    const looking = await openTestStudio(place);
    expect((await looking.send('POST', `/api/decisions/${id}/case`)).status).toBe(403);
  });
});

describe('checks of hooks', () => {
  test('cases are run, and a hook is proved', async () => {
    const place = await testPlace();
    const cases = [
      'cases:',
      '  - name: blocks rm',
      '    example: PreToolUse',
      '    with: { tool_name: Bash, tool_input: { command: rm -rf / } }',
      '    expect: { decision: block }',
      '',
    ].join('\n');
    writeFileSync(join(place.project, 'guard.hooktest.yaml'), cases);
    const { get, send } = await openTestStudio(place, { mode: 'edit' });
    const { body } = await send('POST', '/api/tests/run', {});
    expect(body).toMatchObject({ passed: 1, failed: 0, problems: [] });
    const proved = (await send('POST', '/api/prove', { hook: GUARD_ID })).body;
    expect(proved['proofs']).toMatchObject([{ id: GUARD_ID }]);
    // What was only tried has not happened.
    await fireCommands(place, 'ls');
    await until(async () => (await get('/api/decisions')).body['rows'].length > 0);
    expect((await get('/api/decisions')).body['rows']).toMatchObject([{ about: 'ls' }]);
  });

  test('those of one hook are the cases that it is shown with: they may name it, or a hook beside it', async () => {
    const place = await testPlace();
    const each = (title: string, hook: string): readonly string[] => [
      `  - name: ${title}`,
      '    example: PreToolUse',
      '    with: { tool_name: Bash, tool_input: { command: rm -rf / } }',
      `    hooks: ${hook}`,
      '    expect: { decision: block }',
    ];
    const cases = ['cases:', ...each('by name', 'no-rm'), ...each('by file', 'no-rm.sh'), ...each('another', 'other')];
    writeFileSync(join(place.project, '.qoder/guard.hooktest.yaml'), `${cases.join('\n')}\n`);
    const { get, send } = await openTestStudio(place, { mode: 'edit' });
    expect((await get(`/api/hooks/${encodeURIComponent(GUARD_ID)}`)).body['cases']).toEqual([
      '.qoder/guard.hooktest.yaml',
    ]);
    const { body } = await send('POST', '/api/tests/run', { hook: GUARD_ID });
    expect(body).toMatchObject({ passed: 2, failed: 0, problems: [] });
    expect(body['cases'].map(({ title }: { title: string }) => title)).toEqual(['by name', 'by file']);
  });
});
