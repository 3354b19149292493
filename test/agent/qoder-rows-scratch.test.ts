import { afterEach, describe, expect, test } from 'vitest';
import { QODER_ROWS } from './rows/qoder.ts';
import { makeWorkplace, type Workplace } from './support/workplace.ts';

let place: Workplace;
afterEach(() => place.remove());

describe('rows', () => {
  test.each(QODER_ROWS.map((row) => [row.native, row] as const))('%s', async (_, row) => {
    const { dialect, native: event, matcher, answers, entry } = row;
    place = makeWorkplace([
      {
        name: 'hook',
        dialect,
        event,
        ...(matcher === undefined ? {} : { matcher }),
        ...(answers === undefined ? {} : { answers }),
        ...(entry === undefined ? {} : { entry }),
      },
    ]);
    await row.prepare?.(place);
    const asked = await row.scene(place);
    try {
      expect(place.payloads('hook')[0]).toMatchObject(row.sees(place));
      row.effect.check(asked, place);
    } catch (error) {
      console.log(asked.status, asked.stdout, asked.stderr, JSON.stringify(place.payloads('hook')));
      throw error;
    }
  });
});
