import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.github/workflows');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: object }[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(folder).map(
  (name) => [name, parse(readFileSync(join(folder, name), 'utf8')) as Workflow] as const,
);

describe.each(workflows)('the workflow %s', (_, { permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('uses actions by their version', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@v\d+(?:\.\d+)*$/.test(action))).toEqual([]);
  });

  it('runs scripts that the workspace has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const known = Object.keys(scripts);
    const lines = steps.flatMap((step) => [step.run ?? '', ...Object.values(step.with ?? {}).map(String)]);
    const named = lines.flatMap((line) => [...line.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('may write nothing unless a job says so', () => {
    expect(permissions).toEqual({ contents: 'read' });
  });
});

describe('the workflows', () => {
  const jobs = Object.fromEntries(workflows.map(([name, workflow]) => [name, workflow.jobs]));

  it('test every system and every Node line', () => {
    expect(jobs['test.yml']?.['test']?.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: ['20.19', '22', '24', '26'],
    });
  });

  it('play every night what the full run only samples', () => {
    const proofs = jobs['nightly.yml']?.['proof']?.strategy?.matrix['proof'] ?? [];
    const known = read('scripts/proof.mjs');
    expect(proofs).toContain('stories');
    expect(proofs.filter((name) => !new RegExp(`^  ${name}: {`, 'm').test(known))).toEqual([]);
  });

  it('publish with provenance', () => {
    expect(jobs['release.yml']?.['release']?.permissions).toMatchObject({ 'id-token': 'write' });
    expect(read('.github/workflows/release.yml')).toContain("NPM_CONFIG_PROVENANCE: 'true'");
  });
});
