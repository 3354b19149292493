import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { run } from './command.ts';
import type { FaultDialect } from './dialect.ts';
import type { Row } from './row.ts';
import { refusalIn } from './row.ts';
import { STOP_ROW } from './rows/together.ts';
import { makeSite, removeSite, signOf } from './site.ts';
import { describeSpots } from './spots.ts';
import { survivorsOf } from './unit.ts';

vi.setConfig({ maxConcurrency: 4, testTimeout: 60_000 });

const NEVER_ENDING: Row = {
  id: STOP_ROW.id,
  section: STOP_ROW.section,
  fault: 'never lets the agent stop',
  program: ({ sign, path, stage }) => ({
    content: `#!/bin/sh\necho x >> '${sign}'\n${stage.refusal === null ? 'echo "more tests" >&2\nexit 2' : `cat '${path}.out'`}\n`,
    prints: Buffer.from(refusalIn({ stage }, 'more tests')),
  }),
  expected: { is: 'silence' },
};

describeSpots(STOP_ROW, async ({ dialect, stage, scope }, { onTestFinished }) => {
  // The agent's own events are all that happens.
  const asked: FaultDialect = { ...dialect, stages: [stage], next: { ...dialect.next, native: dialect.idle } };
  const site = makeSite(NEVER_ENDING, asked, scope);
  onTestFinished(() => removeSite(site));
  const bound = dialect.keepsWorking?.bound ?? 0;
  const steps = join(site.root, 'steps.json');
  writeFileSync(steps, JSON.stringify(Array.from({ length: bound + 5 }, (_, index) => ({ text: `Try ${index}.` }))));
  const words = ['ask', 'Do it.', '--json', '--trust-hooks', '--project', site.project, '--script', steps];
  const { status, stdout } = await run(site, words);
  expect(status).toBe(0);
  expect(readFileSync(signOf(site, stage), 'utf8').split('\n').length - 1).toBe(bound + 1);
  const happenings = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
  expect(happenings).toContainEqual({ type: 'turn_end', how: 'done', reason: null });
  expect(happenings).toContainEqual(
    expect.objectContaining({
      type: 'message',
      level: 'warning',
      text: `stopping although a hook objects: it has kept this turn going ${bound} times`,
    }),
  );
  expect(await survivorsOf(site)).toEqual([]);
});
