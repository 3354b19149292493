import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { Ended } from './command.ts';
import { run, startConfined, startCommand } from './command.ts';
import type { Row, Spot } from './row.ts';
import { guarding } from './row.ts';
import { TRUST_DISK_FULL, TRUST_TWO_WRITERS, TRUST_WRITER_KILLED } from './rows/record.ts';
import type { Site } from './site.ts';
import { makeSite, removeSite } from './site.ts';
import { describeSpots } from './spots.ts';

vi.setConfig({ maxConcurrency: 2, testTimeout: 120_000 });

const GUARD: Row = {
  id: 'trust-store',
  section: 'Configuration, trust, record',
  fault: 'refuses',
  program: guarding,
  expected: { is: 'silence' },
  trust: 'none',
};

const PROJECTS = 8;

/** Many projects with the same hooks, which one user trusts. */
function projectsFor(
  { dialect, scope }: Spot,
  { onTestFinished }: { readonly onTestFinished: (work: () => void) => void },
): { readonly site: Site; readonly projects: readonly string[] } {
  const site = makeSite(GUARD, dialect, scope);
  onTestFinished(() => removeSite(site));
  const projects = Array.from({ length: PROJECTS }, (_, index) => join(site.root, `project-${index}`));
  for (const project of projects) cpSync(site.project, project, { recursive: true });
  return { site, projects };
}

const trusting = (project: string): readonly string[] => ['trust', '--project', project];

async function trustedIn(site: Site): Promise<readonly string[]> {
  const { status, stdout } = await run(site, ['trust', '--list', '--json']);
  expect(status).toBe(0);
  const { projects } = JSON.parse(stdout) as { readonly projects: readonly { path: string; state: string }[] };
  return projects.filter(({ state }) => state === 'trusted').map(({ path }) => path);
}

describeSpots(TRUST_TWO_WRITERS, async (spot, finish) => {
  const { site, projects } = projectsFor(spot, finish);
  const ended = await Promise.all(projects.map((project) => run(site, trusting(project))));
  expect(ended.map(({ status }) => status)).toEqual(projects.map(() => 0));
  expect((await trustedIn(site)).toSorted()).toEqual(projects.toSorted());
});

describeSpots(TRUST_WRITER_KILLED, async (spot, finish) => {
  const { site, projects } = projectsFor(spot, finish);
  const running = projects.map((project) => ({ project, ...startCommand(site, trusting(project)) }));
  // Each a little later than the one before, so that some are at every point of their way.
  for (const [index, { child }] of running.entries())
    if (index > 0) setTimeout(() => child.kill('SIGKILL'), 120 + index * 60);
  const ended = await Promise.all(
    running.map(async ({ project, ended: end }): Promise<Ended & { readonly project: string }> => ({
      project,
      ...(await end),
    })),
  );
  const told = ended.filter(({ status }) => status === 0).map(({ project }) => project);
  const trusted = await trustedIn(site);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((project) => !trusted.includes(project))).toEqual([]);
  const [last = ''] = projects.slice(-1);
  expect((await run(site, trusting(last))).status).toBe(0);
  expect(await trustedIn(site)).toContain(last);
});

describeSpots(TRUST_DISK_FULL, async (spot, finish) => {
  const { site, projects } = projectsFor(spot, finish);
  const [first = '', second = ''] = projects;
  expect((await run(site, trusting(first))).status).toBe(0);
  const { status, stderr } = await startConfined(site, trusting(second), 'ulimit -f 0').ended;
  expect([status, stderr === '']).toEqual([1, false]);
  expect(await trustedIn(site)).toEqual([first]);
  expect((await run(site, trusting(second))).status).toBe(0);
  expect((await trustedIn(site)).toSorted()).toEqual([first, second].toSorted());
});
