import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../testing/place.ts';

const recordOf = (place: Place): string => join(place.home, '.local/state/hookline/record/hookline.jsonl');

async function recordThree(env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const place = makePlace();
  for (const session of ['s-1', 's-2', 's-3'])
    await place.run(['fire', '--event', 'Stop', '--session', session, '--json'], { env });
  return place;
}

const edit = (place: Place, change: (lines: readonly string[]) => readonly string[]): void => {
  const lines = readFileSync(recordOf(place), 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    recordOf(place),
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
};

describe('log --verify', () => {
  it('says that a record is whole', async () => {
    const place = await recordThree();
    expect(await place.run(['log', '--verify'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^6 lines in 1 file: nothing was edited, removed or moved\nlast line 6, digest [0-9a-f]{32}\n$/,
      ),
      stderr: '',
    });
    expect(await makePlace().run(['log', '--verify'])).toMatchObject({
      status: 0,
      stdout: '0 lines in 0 files: nothing was edited, removed or moved\n',
    });
  });

  it('says what is wrong with it, and where', async () => {
    const place = await recordThree();
    edit(place, (lines) => lines.map((line) => line.replace('s-2', 's-9')).toSpliced(3, 1));
    const { status, stdout } = await place.run(['log', '--verify']);
    expect(status).toBe(1);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `${recordOf(place)}:3 edited: is not as it was written`,
      `${recordOf(place)}:4 missing: 1 line is missing before it`,
      '5 lines in 1 file: 2 findings',
    ]);
    const json = await place.run(['log', '--verify', '--json']);
    expect([json.status, JSON.parse(json.stdout)]).toEqual([
      1,
      {
        whole: false,
        files: 1,
        lines: 5,
        last: { seen: 6, digest: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
        findings: [
          { file: recordOf(place), line: 3, kind: 'edited', message: 'is not as it was written' },
          { file: recordOf(place), line: 4, kind: 'missing', message: '1 line is missing before it' },
        ],
        notices: [],
      },
    ]);
  });

  it('finds a cut end', async () => {
    const place = await recordThree();
    edit(place, (lines) => lines.slice(0, -2));
    expect(await place.run(['log', '--verify'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`${recordOf(place)}:5 cut: the end was cut off: 2 lines are missing here\n`),
    });
  });

  it('takes a key from a file, and needs it to check what is keyed', async () => {
    const place = makePlace({ key: 'a secret key of the user\n' });
    const env = { HOOKLINE_RECORD_KEY_FILE: join(place.root, 'key') };
    await place.run(['fire', '--event', 'Stop', '--json'], { env });
    expect(await place.run(['log', '--verify'], { env })).toMatchObject({ status: 0 });
    expect(await place.run(['log', '--verify'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(':1 unchecked: 2 lines are keyed: name the file of the key in'),
    });
    await place.run(['fire', '--event', 'Stop', '--json']);
    expect((await place.run(['log', '--verify'], { env })).stdout).toContain(':3 unkeyed: was written without the key');
  });

  it('refuses a key that is none, and what would choose from the record', async () => {
    const place = makePlace({ key: 'short' });
    const key = join(place.root, 'key');
    const bad = await place.run(['log', '--verify'], { env: { HOOKLINE_RECORD_KEY_FILE: key } });
    expect(bad).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('has 5 bytes; expected a key'),
    });
    const fired = await place.run(['fire', '--event', 'Stop'], { env: { HOOKLINE_RECORD_KEY_FILE: `${key}-gone` } });
    expect(fired).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('warning: the record is written without its key'),
    });
    expect(await place.run(['log', '--verify', '--since', '1h'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('--verify checks the whole record; leave --since out'),
    });
  });
});
