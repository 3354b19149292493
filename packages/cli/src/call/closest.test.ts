import { describe, expect, it } from 'vitest';
import { closest, suggest } from './closest.ts';

describe('closest', () => {
  it.each([
    ['frie', 'fire'],
    ['FIRE', 'fire'],
    ['valdate', 'validate'],
    ['tools', 'tool'],
  ])('takes %s for %s', (word, meant) => {
    expect(closest(word, ['fire', 'validate', 'tool'])).toBe(meant);
  });

  it('guesses nothing far away', () => {
    expect(closest('deploy', ['fire', 'list'])).toBe(null);
    expect(suggest('deploy', ['fire', 'list'])).toBe('expected one of fire, list');
    expect(suggest('lst', ['fire', 'list'])).toBe('did you mean list?');
  });
});
