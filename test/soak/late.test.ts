import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHooks } from '../../packages/core/src/internal.ts';
import { openDescriptors } from '../support/processes.ts';

test('a hook that ends after its host was closed is recorded, and nothing stays open for it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-late-'));
  try {
    mkdirSync(join(root, '.kolega'));
    const hook = { type: 'command', command: 'sleep 0.4' };
    const file = { schema_version: 1, hooks: { Stop: [{ hooks: [hook] }] } };
    writeFileSync(join(root, '.kolega/hooks.json'), JSON.stringify(file));
    const options = { project: root, home: root, trust: 'all', record: join(root, 'record'), warm: false } as const;
    const hooks = await createHooks(options);
    const late = hooks.fire({ hook_event_name: 'Stop', session_id: 's-1', cwd: root });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await hooks.close();
    expect((await late).hooks).toMatchObject([{ status: 'passed' }]);
    const record = readdirSync(join(root, 'record')).map((name) => readFileSync(join(root, 'record', name), 'utf8'));
    expect(record.join('')).toContain('"kind":"end"');
    expect(openDescriptors().files.filter((name) => name.startsWith(root))).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
