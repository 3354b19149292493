import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NO_JQ } from './environment.ts';
import { openWorkshop } from './workshop.ts';

/** A folder on PATH with jq and so many other programs. */
function folderWith(count: number): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-stress-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  for (let index = 0; index < count; index += 1) writeFileSync(join(folder, 'bin', `program-${index}`), '');
  writeFileSync(join(folder, 'bin/jq'), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

it('a PATH without jq is made while other work goes on, so that a signal does not wait for it', async () => {
  const folder = folderWith(2000);
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin` };
  const [workshop, close] = openWorkshop({ project: folder, home: folder, env });
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const made = await NO_JQ.prepare(workshop);
  isDone = true;
  expect(made).toHaveProperty('options');
  expect(turns).toBeGreaterThan(20);
  const links = join(workshop.folder('.'), 'path-0');
  expect(readdirSync(links)).toHaveLength(2000);
  expect(existsSync(join(links, 'jq'))).toBe(false);
  await close();
  expect(existsSync(links)).toBe(false);
});
