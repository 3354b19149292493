import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../testing/place.ts';
import { makeResidentPlace } from '../testing/resident.ts';

test(
  'a background prompt goes on after the server has answered, where its caller is',
  { timeout: 60_000 },
  async () => {
    const place = await makeResidentPlace({
      'home/.qoder/settings.json': {
        hooks: { Stop: [{ async: true, hooks: [{ type: 'prompt', prompt: 'Is it done?' }] }] },
      },
    });
    await place.serve();
    const folder = join(place.project, 'below');
    const seen = join(place.root, 'seen');
    mkdirSync(folder);
    const model = `bash -c 'sleep 0.5; pwd > ${seen}; echo "{\\"ok\\": true}"'`;
    const { status, stdout } = await place.callThroughClient(
      ['--event', 'Stop', '--dialect', 'qoder', '--project', place.project, '--json'],
      { cwd: folder, env: { HOOKLINE_MODEL_COMMAND: model } },
    );
    expect([status, (JSON.parse(stdout) as { hooks: unknown }).hooks]).toMatchObject([0, [{ status: 'background' }]]);
    expect(place.fallbacks().filter((words) => words.startsWith('fire '))).toEqual([]);
    const text = await eventually(() => (existsSync(seen) ? readFileSync(seen, 'utf8') || null : null));
    expect(text).toBe(`${realpathSync(folder)}\n`);
  },
);
