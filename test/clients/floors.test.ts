import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { withFloor } from './floors.ts';
import { makePlace } from './place.ts';
import { WAYS } from './scenarios.ts';

test.each(WAYS)('an entry by %s with nothing behind it answers, again and again', async (way) => {
  const place = makePlace();
  onTestFinished(place.remove);
  await withFloor(way, place, async (entry) => {
    for (const body of ['{"a":1}', '{"b":2}']) {
      if ('url' in entry) {
        const response = await fetch(entry.url, { method: 'POST', body });
        expect([response.status, await response.text()]).toEqual([200, '{}']);
      } else {
        const { status, stdout } = spawnSync('/bin/sh', ['-c', entry.command], { encoding: 'utf8', timeout: 60_000 });
        expect([status, stdout]).toEqual([0, '']);
      }
    }
  });
});
