import { prepareBashParser } from '@hookline/core/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES, WRAPPERS } from '../testing/spellings.ts';
import { judgeCommand } from './judge.ts';
import { PACKS, type PackName } from './packs.ts';

beforeAll(prepareBashParser);

const PLACE = { home: '/home/me', project: '/home/me/work/app', cwd: '/home/me/work/app' };
const packs = Object.keys(PACKS) as readonly PackName[];
const isStopped = (line: string): boolean =>
  judgeCommand(line, { ...PLACE, unparsable: 'ask', allowed: ['unparsable'], packs }).length > 0;

describe('every family of danger, in every spelling', () => {
  it.each(FAMILIES.flatMap((family) => WRAPPERS.map((wrapper) => ({ ...family, ...wrapper, family: family.name }))))(
    '$family: $name',
    ({ lines, wrap }) => {
      expect(lines.map(wrap).filter((line) => !isStopped(line))).toEqual([]);
    },
  );
});
