import { shipFor } from '@hookline/fleet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { makePersonToken, orgNumber, type Role } from '../access/tokens.ts';
import { createOtlpTap, type TappedDecision } from '../tap/otlp.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import {
  type GatewayPlace,
  type JoinedMachine,
  makeGatewayPlace,
  recordBytes,
  writeDecisions,
} from '../testing/place.ts';

describe('questions', { ...needs('postgres'), timeout: 300_000 }, () => {
  let place: GatewayPlace;
  let receiver: OtlpReceiver;
  let mine: JoinedMachine;
  let theirs: JoinedMachine;
  const tokens = new Map<string, string>();

  const tokenOf = async (org: string, role: Role): Promise<string> => {
    const number = await orgNumber(place.gateway.database, org);
    return makePersonToken(place.gateway.database, { org: number, name: 'p', role, days: 1 });
  };
  const ship = (machine: JoinedMachine) => shipFor({ ...machine, version: '3.1', onAlarm: () => undefined }, 20_000);

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    place = await makeGatewayPlace({ config: { otlp: { url: receiver.url, headers: { authorization: 'Basic x' } } } });
    mine = await place.join({ name: 'desk' });
    theirs = await place.join({ org: 'other', name: 'elsewhere' });
    writeDecisions(mine.recordFolder, 3, { project: '/src/app' });
    writeDecisions(mine.recordFolder, 2, { project: '/src/app', decision: 'block', command: 'rm -rf /' });
    writeDecisions(mine.recordFolder, 1, { project: '/src/site', fault: 'timeout' });
    writeDecisions(theirs.recordFolder, 4, { project: '/src/secret', decision: 'block' });
    await ship(mine);
    await ship(theirs);
    for (const role of ['reader', 'auditor'] as const) tokens.set(role, await tokenOf('default', role));
    tokens.set('other', await tokenOf('other', 'admin'));
  }, 300_000);
  afterAll(async () => {
    await place.close();
    await receiver.close();
  }, 300_000);

  const get = (path: string, who = 'reader') =>
    fetch(`${place.gateway.url}${path}`, { headers: { authorization: `Bearer ${tokens.get(who) ?? who}` } });
  const ask = async <T>(path: string, who?: string): Promise<T> => (await get(path, who)).json() as Promise<T>;
  interface Page {
    readonly rows: readonly { readonly id: string; readonly state: string; readonly project: string }[];
    readonly next: string | null;
    readonly total: number | null;
    readonly problems: readonly object[];
  }
  const search = (q: string) => ask<Page>(`/v1/decisions?count=1&q=${encodeURIComponent(q)}`);

  it('give decisions as the studio does, newest first, page by page', async () => {
    const first = await ask<Page>('/v1/decisions?limit=4&count=1');
    expect([first.rows.length, first.total, first.problems]).toEqual([4, 6, []]);
    const second = await ask<Page>(`/v1/decisions?limit=4&before=${encodeURIComponent(first.next ?? '')}`);
    expect([second.rows.length, second.next]).toEqual([2, null]);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(6);
    const [row] = (await search('is:block')).rows;
    expect(row).toEqual({
      id: expect.any(String) as string,
      at: Date.parse('2026-11-17T10:00:00.000Z'),
      state: 'block',
      event: 'PreToolUse',
      tool: 'Bash',
      about: 'rm -rf /',
      project: '/src/app',
      session: 's-1',
      subagent: null,
      agent: null,
      hook: 'qoder:project:PreToolUse[0].hooks[0]',
      by: null,
      reason: 'not here',
      durationMs: 20,
      hooks: 1,
      shadow: false,
      faults: 0,
      machine: 'desk',
    });
  });

  it.each([
    ['is:block', 2],
    ['is:block project:app', 2],
    ['project:site', 1],
    ['is:fault', 1],
    ['fault:timeout', 1],
    ['fault:exit', 0],
    ['is:pass', 3],
    ['rm', 2],
    ['tool:bash event:pretool', 6],
    ['machine:desk', 6],
    ['machine:elsewhere', 0],
    ['since:2026-11-17 until:2026-11-18', 6],
    ['since:2026-11-18', 0],
    ['slow:>19ms', 6],
    ['slow:>1s', 0],
    ['project:%', 0],
  ])('find by "%s" %i decisions', async (q, count) => {
    const { total, rows, problems } = await search(q);
    expect([total, rows.length, problems]).toEqual([count, count, []]);
  });

  it('say what is wrong with a filter, and where', async () => {
    expect((await search('is:block colour:red')).problems).toEqual([
      { from: 9, to: 19, message: expect.stringMatching(/^expected one of is, id/) as string },
    ]);
  });

  it('give one decision with its lines as they stand in the record', async () => {
    const [row] = (await search('is:block')).rows;
    const { decision, raw } = await ask<{
      decision: { outcome: { decision: string }; payload: object };
      raw: readonly { line: string }[];
    }>(`/v1/decisions/${row?.id}`);
    expect(decision).toMatchObject({
      outcome: { decision: 'block' },
      payload: { tool_input: { command: 'rm -rf /' } },
    });
    const own = recordBytes(mine.recordFolder).toString().split('\n');
    expect(raw.map(({ line }) => own.includes(line))).toEqual([true, true]);
  });

  it('count over time, and by faults, hooks and machines', async () => {
    const from = Date.parse('2026-11-17');
    const { buckets } = await ask<{ buckets: readonly object[] }>(
      `/v1/histogram?from=${from}&to=${from + 24 * 3600e3}&buckets=24`,
    );
    expect([buckets.length, buckets[10]]).toEqual([24, { total: 6, block: 2, ask: 0, fault: 1 }]);
    const hook = 'qoder:project:PreToolUse[0].hooks[0]';
    expect(await ask('/v1/faults')).toEqual({
      looked: { decisions: 6, more: false },
      problems: [],
      groups: [
        expect.objectContaining({
          hook,
          dialect: 'qoder',
          code: 'timeout',
          count: 1,
          proceeded: 1,
          refused: 0,
          message: 'no answer',
          stderr: 'it broke',
        }),
      ],
    });
    expect(await ask('/v1/latency')).toMatchObject({
      decisions: 6,
      p50: 20,
      p99: 20,
      hooks: [{ hook, runs: 6, share: 1, p50: 12.5, p95: 12.5 }],
    });
    expect(await ask('/v1/shadow')).toEqual({ looked: { decisions: 6, more: false }, hooks: [] });
    expect(await ask('/v1/machines')).toEqual({
      machines: [
        expect.objectContaining({
          machine: mine.machine.machine,
          name: 'desk',
          version: '3.1',
          lines: 12,
          waiting: 0,
          epochs: 1,
          findings: 0,
          revoked: false,
        }),
      ],
    });
  });

  it('export lines as they stand in the records, to auditors', async () => {
    expect((await get('/v1/export')).status).toBe(403);
    expect(Buffer.from(await (await get('/v1/export', 'auditor')).arrayBuffer())).toEqual(
      recordBytes(mine.recordFolder),
    );
    const tomorrow = new Date(Date.now() + 24 * 3600e3).toISOString();
    expect(await (await get(`/v1/export?from=${tomorrow}`, 'auditor')).text()).toBe('');
    const wrong = await get('/v1/export?from=yesterday', 'auditor');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: expect.stringContaining('milliseconds') }]);
  });

  it('tell of decisions as they arrive', async () => {
    const controller = new AbortController();
    const answer = await fetch(`${place.gateway.url}/v1/live`, {
      headers: { authorization: `Bearer ${tokens.get('reader')}` },
      signal: controller.signal,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    writeDecisions(mine.recordFolder, 1, { command: 'echo live' });
    await ship(mine);
    let text = '';
    while (!text.includes('echo live')) text += (await reader?.read())?.value ?? '';
    controller.abort();
    expect(text).toMatch(/^data: .*"kind":"rows"/m);
  });

  it('answer no one without a token, and say nothing of another organisation on any route', async () => {
    const [row] = (await search('is:block')).rows;
    const paths = [
      'decisions',
      'histogram',
      'latency',
      'faults',
      'shadow',
      'machines',
      'export',
      'live',
      `decisions/${row?.id}`,
    ];
    for (const path of paths) {
      expect((await get(`/v1/${path}`, 'none')).status, path).toBe(401);
      expect((await get(`/v1/${path}`, mine.machine.machine)).status, path).toBe(401);
    }
    expect((await get(`/v1/decisions/${row?.id}`, 'other')).status).toBe(404);
    for (const path of ['decisions?q=project:app', 'faults', 'latency', 'shadow', 'machines', 'export']) {
      const text = await (await get(`/v1/${path}`, 'other')).text();
      expect(text, path).not.toMatch(/src\/app|desk|rm -rf/);
    }
    const own = await ask<Page>('/v1/decisions', 'other');
    expect(own.rows.map(({ project }) => project)).toEqual(Array(4).fill('/src/secret'));
  });

  it('have names instead of numbers in the views', async () => {
    const rows = await place.gateway.database.inOrg(await orgNumber(place.gateway.database, 'other'), (query) =>
      query('select org, machine, project, verdict from v_decision'),
    );
    expect(rows).toEqual(
      Array(4).fill({ org: 'other', machine: 'elsewhere', project: '/src/secret', verdict: 'block' }),
    );
    const everywhere = await place.gateway.database.everywhere((query) =>
      query<{ name: string; waiting: string }>('select name, waiting from v_lag order by name'),
    );
    expect(everywhere).toEqual([
      { name: 'desk', waiting: '0' },
      { name: 'elsewhere', waiting: '0' },
    ]);
    const adoption = await place.gateway.database.everywhere((query) =>
      query('select org, version, machines from v_adoption order by org'),
    );
    expect(adoption).toEqual([
      { org: 'default', version: '3.1', machines: '1' },
      { org: 'other', version: '3.1', machines: '1' },
    ]);
  });

  it('go as logs of OpenTelemetry to whoever wants copies', async () => {
    await expect.poll(() => receiver.logs.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(10);
    expect(receiver.requests[0]).toEqual({ path: '/v1/logs', authorization: 'Basic x' });
    const log = receiver.logs.find(({ severityText }) => severityText === 'WARN');
    expect(log).toMatchObject({
      timeUnixNano: `${Date.parse('2026-11-17T10:00:00.000Z')}000000`,
      eventName: 'hookline.decision',
      body: { stringValue: 'block' },
    });
    const values = Object.fromEntries((log?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
    expect(values).toMatchObject({
      'hookline.tool': 'Bash',
      'hookline.reason': 'not here',
      'hookline.duration_ms': '20',
    });
    expect(receiver.logs.some(({ severityText }) => severityText === 'ERROR')).toBe(true);
  });

  it('are lost to those who want copies, and counted, where they do not take them; the record has them', async () => {
    const counted = { tapped: 0, untapped: 0 };
    const problems: string[] = [];
    const own = await startOtlpReceiver(); // to the other one, copies of the lines before may still come
    const tap = createOtlpTap(own, {
      version: '0',
      count: (what, count) => void (counted[what] += count),
      onProblem: (text) => problems.push(text),
      everyMs: 10,
      mostWaiting: 5,
    });
    const decision: TappedDecision = {
      org: 1,
      machine: 'm',
      at: Date.parse('2026-11-17'),
      verdict: 'none',
      faults: 0,
      attributes: {},
    };
    own.status = 503;
    tap.take(Array.from({ length: 8 }, () => ({ ...decision })));
    expect(counted).toEqual({ tapped: 0, untapped: 3 });
    await expect.poll(() => problems.length, { timeout: 60_000 }).toBe(1);
    own.status = 200;
    await expect.poll(() => counted.tapped, { timeout: 60_000 }).toBe(5);
    expect(own.logs).toHaveLength(5);
    own.status = 400;
    tap.take([{ ...decision }]);
    await expect.poll(() => counted.untapped, { timeout: 60_000 }).toBe(4);
    await tap.close();
    await own.close();
    expect(problems).toEqual([
      expect.stringMatching(/may lose decisions: it answered 503$/),
      expect.stringMatching(/may lose decisions: it answered 400$/),
    ]);
  });

  it('are beside what operators ask', async () => {
    expect(await (await fetch(`${place.gateway.url}/healthz`)).json()).toEqual({ ok: true, version: '0' });
    expect(await (await fetch(`${place.gateway.url}/readyz`)).json()).toEqual({ ok: true });
    expect(await (await fetch(`${place.gateway.url}/metrics`)).text()).toMatch(/^hookline_gateway_lines_total \d\d$/m);
    expect((await fetch(`${place.gateway.url}/v1/nothing`)).status).toBe(404);
  });
});
