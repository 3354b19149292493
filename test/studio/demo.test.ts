import { existsSync } from 'node:fs';
import { openDemo } from '@hookline/studio';
import { expect, onTestFinished, test } from 'vitest';
import { type Loose, openTestStudio, until } from './support.ts';

test('the demo is a whole record of a project whose hooks are armed, and goes when it is closed', async () => {
  const demo = openDemo(process.env['PATH'] ?? '');
  onTestFinished(demo.close);
  const { project, home, env } = demo.place;
  const place = { project, home, env: env as Record<string, string>, record: demo.record, state: demo.state };
  const { get, send, failures } = await openTestStudio(place, { place: demo.place, demo: true });
  await until(async () => (await get('/api/decisions?limit=1')).body['total'] >= 7 * 6 * 18);
  expect((await get('/api/meta')).body).toMatchObject({ demo: true, projects: [project] });
  expect((await send('POST', '/api/verify')).body).toMatchObject({ whole: true, findings: [] });
  const { hooks } = (await get('/api/hooks')).body;
  const shadowed = ({ name }: Loose): boolean => name === 'keep-build';
  expect(hooks.map(({ state }: Loose) => state)).toEqual(
    hooks.map((hook: Loose) => (shadowed(hook) ? 'shadow' : 'armed')),
  );
  expect(hooks.every(({ runs }: Loose) => runs > 0)).toBe(true);
  const [block] = (await get('/api/decisions?q=is:block&limit=1')).body['rows'];
  const { branches, rules } = (await get(`/api/decisions/${block.id}`)).body;
  expect(branches[0].leaves.some(({ decision }: Loose) => decision === 'block')).toBe(true);
  expect(rules[0].rule).toMatch(/block/);
  const [watching] = (await get('/api/shadow')).body['hooks'];
  expect(watching).toMatchObject({ name: 'keep-build', isNow: true });
  // Half of what it would have blocked was blocked anyway; the demo goes on meanwhile.
  for (const [name, least] of Object.entries({ wouldBlock: 84, alike: 294, otherwise: 42 }))
    expect([name, watching[name] - least]).toEqual([name, expect.toSatisfy((more) => more >= 0 && more <= 20)]);
  const total = (await get('/api/decisions?limit=1')).body['total'];
  await until(async () => (await get('/api/decisions?limit=1')).body['total'] > total);
  expect(failures).toEqual([]);
  demo.close();
  expect(existsSync(project)).toBe(false);
});
