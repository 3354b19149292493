import { expect, it } from 'vitest';
import { createIdleState } from './idle-state.ts';

const anIdleState = (): { readonly idle: ReturnType<typeof createIdleState>; readonly heard: string[] } => {
  const heard: string[] = [];
  const idle = createIdleState(
    () => heard.push(`woken ${idle.isIdle() ? 'idle' : 'at work'}`),
    () => Promise.resolve(void heard.push('settled')),
  );
  return { idle, heard };
};

it('an idle agent is woken at once', () => {
  const { idle, heard } = anIdleState();
  idle.wake();
  expect(heard).toEqual(['woken idle']);
});

it('an agent at work is woken when it has finished and settled, once', async () => {
  const { idle, heard } = anIdleState();
  await idle.doWork(() => {
    idle.wake();
    idle.wake();
    return Promise.resolve(void heard.push('worked'));
  });
  expect(heard).toEqual(['worked', 'settled', 'woken idle']);
});

it('it is idle again also when its work fails', async () => {
  const { idle, heard } = anIdleState();
  await expect(idle.doWork(() => Promise.reject(new Error('defect')))).rejects.toThrow('defect');
  expect({ isIdle: idle.isIdle(), heard }).toEqual({ isIdle: true, heard: ['settled'] });
});
