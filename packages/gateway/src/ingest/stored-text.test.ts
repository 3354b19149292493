import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { placeOf } from '../database/objects.ts';
import { storedTexts } from './stored-text.ts';

it('texts of thousands of chunks are read in their order, a few at a time', async () => {
  const bodies = Array.from({ length: 3_000 }, (_, n) => gzipSync(`line ${n}\n`));
  const chunks = bodies.map((body, n) => ({ body: null, place: placeOf('2026-11-19', '1', String(n), body) }));
  const stored = new Map(chunks.map(({ place }, n) => [place, bodies[n] ?? null]));
  let [open, most] = [0, 0];
  const get = async (key: string): Promise<Buffer | null> => {
    most = Math.max(most, (open += 1));
    await setImmediate();
    open -= 1;
    return stored.get(key) ?? null;
  };
  const texts = await storedTexts({ objects: { get } as never }, chunks);
  expect(texts.map(String)).toEqual(bodies.map((_, n) => `line ${n}\n`));
  expect(most).toBeLessThanOrEqual(16);
});
