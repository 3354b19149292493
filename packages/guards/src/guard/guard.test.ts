import { describe, expect, it } from 'vitest';
import { readOptions } from './guard.ts';
import { GUARDS } from '../guards.ts';
import { aWorld } from '../testing/a-world.ts';
import { desktopNotification } from '../notify/desktop-notification.ts';

describe('the guards', () => {
  it('have names of their own, and defaults that they accept', () => {
    expect(new Set(GUARDS.map(({ name }) => name)).size).toBe(GUARDS.length);
    for (const guard of GUARDS) {
      const defaults = Object.fromEntries(guard.options.map((option) => [option.name, option.default]));
      expect(readOptions(guard, defaults)).toEqual({ values: defaults });
    }
  });

  it('take no option that they do not have, and no value that they do not know', () => {
    expect(readOptions(GUARDS[1] ?? desktopNotification, { mod: 'x' })).toMatchObject({ word: 'mod', known: ['mode'] });
    expect(readOptions(GUARDS[1] ?? desktopNotification, { mode: 'x' })).toMatchObject({
      word: 'x',
      known: ['redact', 'block'],
    });
  });
});

describe('desktop-notification', () => {
  const options = { events: 'Notification,Stop', title: 'Agent' };

  it.each([
    [{ hook_event_name: 'Notification', message: 'Permission requested' }, ['Agent', 'Permission requested']],
    [{ hook_event_name: 'Notification' }, ['Agent', 'waits for you']],
    [{ hook_event_name: 'Stop' }, ['Agent', 'has finished']],
  ])('shows %j', async (event, shown) => {
    const seen: string[] = [];
    const world = aWorld({ notify: async (...texts) => void seen.push(...texts) });
    expect(await desktopNotification.judge(event as never, options, world)).toEqual({});
    expect(seen).toEqual(shown);
  });

  it('shows only the events that are wanted', async () => {
    const world = aWorld({ notify: () => Promise.reject(new Error('shown')) });
    expect(
      await desktopNotification.judge({ hook_event_name: 'Stop' }, { ...options, events: 'Notification' }, world),
    ).toEqual({});
  });
});
