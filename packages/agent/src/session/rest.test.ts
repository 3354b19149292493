import { expect, it } from 'vitest';
import { createRest } from './rest.ts';

const aRest = (): { readonly rest: ReturnType<typeof createRest>; readonly heard: string[] } => {
  const heard: string[] = [];
  const rest = createRest(
    () => heard.push(`woken ${rest.isResting() ? 'at rest' : 'at work'}`),
    () => Promise.resolve(void heard.push('settled')),
  );
  return { rest, heard };
};

it('an agent at rest is woken at once', () => {
  const { rest, heard } = aRest();
  rest.wake();
  expect(heard).toEqual(['woken at rest']);
});

it('an agent at work is woken when it has finished and settled, once', async () => {
  const { rest, heard } = aRest();
  await rest.interrupt(() => {
    rest.wake();
    rest.wake();
    return Promise.resolve(void heard.push('worked'));
  });
  expect(heard).toEqual(['worked', 'settled', 'woken at rest']);
});

it('it comes to rest also when its work fails', async () => {
  const { rest, heard } = aRest();
  await expect(rest.interrupt(() => Promise.reject(new Error('defect')))).rejects.toThrow('defect');
  expect({ isResting: rest.isResting(), heard }).toEqual({ isResting: true, heard: ['settled'] });
});
