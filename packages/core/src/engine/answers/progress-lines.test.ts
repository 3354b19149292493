import { expect, test } from 'vitest';
import { splitProgress } from './progress-lines.ts';

const line = (object: object): string => JSON.stringify(object);

test('lines that tell how far a hook is are taken out, with their messages', () => {
  const printed = [line({ type: 'progress', message: 'one' }), '{"a":1}', line({ type: 'progress' })].join('\n');
  expect(splitProgress(printed)).toEqual({ rest: '{"a":1}', messages: ['one'] });
});

test('all else stays, also what only looks like it', () => {
  const printed = [line({ type: 'other', message: 'progress' }), 'a "progress" line', '{"type":"progress"'].join('\n');
  expect(splitProgress(printed)).toEqual({ rest: printed, messages: [] });
});
