import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyOutcome, type EventName, type Outcome } from '@hookline/core/internal';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { EventFields } from '../session/host.ts';
import type { Thread } from '../session/thread.ts';
import { startWatchers, type Watchers } from './watchers.ts';

it('what another process writes right after the hooks have ended is reported too', async () => {
  const project = mkdtempSync(join(tmpdir(), 'hookline-watchers-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const fired: unknown[] = [];
  const fire = (name: EventName, fields: EventFields): Promise<Outcome> => {
    fired.push(fields['event']);
    return Promise.resolve(emptyOutcome(name));
  };
  const list = (): readonly object[] => {
    // The hooks are listed again after each event.
    if (fired.length === 1) writeFileSync(join(project, 'a'), 'written after the hooks');
    return [{ event: 'FileChanged', matcher: 'a' }];
  };
  const session = { hooks: { list, files: [] }, project, home: project, env: {}, inbox: { put: () => undefined } };
  const main = { session, host: { fire }, cwd: project } as unknown as Thread;
  const watchers: Watchers = startWatchers(main, () => void watchers.settle());
  onTestFinished(watchers.close);
  writeFileSync(join(project, 'a'), '1');
  await vi.waitFor(() => expect(fired).toEqual(['add', 'change']), { timeout: 10_000 });
});
