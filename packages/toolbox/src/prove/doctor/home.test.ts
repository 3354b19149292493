import { describe, expect, it } from 'vitest';
import { homeChecks } from './home.ts';

const listing = (...dialects: readonly string[]) => ({ list: () => dialects.map((dialect) => ({ dialect })) }) as never;

describe('HOME of hooks that get none', () => {
  it('is a warning where hooks of Kode would take another folder for ~', () => {
    expect(homeChecks(listing('qoder', 'kode'), { home: '/tmp/home' }, '/home/ann')).toMatchObject([
      {
        area: 'environment',
        name: 'HOME',
        status: 'warning',
        text: 'is /tmp/home, but hooks of Kode (Koder) get no HOME: a shell in them takes /home/ann for ~',
        hint: expect.stringContaining('write whole paths') as string,
      },
    ]);
  });

  it.each([
    ['hooks of other systems', ['qoder', 'polytoken'], '/home/ann'],
    ['the HOME of the account', ['kode'], '/tmp/home'],
    ['an account without a home', ['kode'], null],
  ])('is no matter with %s', (_, dialects, ofAccount) => {
    expect(homeChecks(listing(...dialects), { home: '/tmp/home' }, ofAccount)).toEqual([]);
  });
});
