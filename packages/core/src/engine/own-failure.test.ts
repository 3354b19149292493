import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../dialects/index.ts';
import { EVENT_NAMES, REFUSALS, type AnyEvent } from '../model/index.ts';
import { outcomeOfFailure } from './outcome.ts';

const eventOf = (name: AnyEvent['hook_event_name'], more: object = {}): AnyEvent => ({
  hook_event_name: name,
  session_id: 's',
  cwd: '/',
  ...more,
});

const effectsOf = (name: string): readonly string[] =>
  DIALECTS.flatMap(({ events }) =>
    Object.values(events).flatMap(({ means, block }) => (means.some((each) => each === name) && block ? [block] : [])),
  );

test.each(EVENT_NAMES)('%s is refused as one of the dialects refuses it, or by none', (name) => {
  const effects = effectsOf(name);
  // A permission is refused in the answer itself, which has no effect of its own.
  const isRefusable = effects.length > 0 || name === 'PermissionRequest';
  expect(REFUSALS[name] !== null).toBe(isRefusable);
  if (effects.length > 0) expect(effects).toContain(REFUSALS[name]);
});

describe('an error of ours', () => {
  const error = new Error('no space left');

  test('refuses an event that can be refused, and says what to do', () => {
    const { decision, block, messages } = outcomeOfFailure(eventOf('PreToolUse'), error, {});
    expect({ decision, effect: block?.effect, hook: block?.hook }).toEqual({
      decision: 'block',
      effect: 'deny_tool',
      hook: 'hookline',
    });
    expect(block?.reason).toMatch(/no space left.*hookline doctor.*HOOKLINE_ON_ERROR=proceed/);
    expect(messages).toEqual([{ level: 'error', text: block?.reason, code: null, hook: 'hookline' }]);
  });

  test('is only told of where nothing can be refused', () => {
    const { decision, block, messages } = outcomeOfFailure(eventOf('PostCompact'), error, {});
    expect([decision, block, messages.length]).toEqual(['none', null, 1]);
  });

  test('lets the action go on when the user wants that', () => {
    const { decision, messages } = outcomeOfFailure(eventOf('PreToolUse'), error, { HOOKLINE_ON_ERROR: 'proceed' });
    expect(decision).toBe('none');
    expect(messages[0]?.text).toContain('no space left');
  });

  test('keeps an agent from stopping once, not for ever', () => {
    expect(outcomeOfFailure(eventOf('Stop'), error, {}).block?.effect).toBe('keep_working');
    expect(outcomeOfFailure(eventOf('Stop', { stop_hook_active: true }), error, {}).block).toBeNull();
  });

  test('needs no text', () => {
    const odd = {
      toString: (): never => {
        throw new Error('no');
      },
    };
    expect(outcomeOfFailure(eventOf('PreToolUse'), odd, {}).decision).toBe('block');
  });
});
