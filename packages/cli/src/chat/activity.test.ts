import type { AgentEvent } from '@hookline/agent';
import { describe, expect, it } from 'vitest';
import { activityLine, follow, THINKING } from './activity.ts';

const HOOK: AgentEvent = { type: 'hook_start', id: 'h', name: 'guard', status: 'Checking…' };
const CALL: AgentEvent = { type: 'tool_call', id: '1', name: 'Bash', input: {}, agent: null };

describe('an activity', () => {
  it('is the tool that runs, and before it the status message of a hook', () => {
    const running = follow(THINKING, CALL);
    expect(activityLine(running, 0)).toBe('⠋ running Bash');
    const checking = follow(running, HOOK);
    expect(activityLine(checking, 1)).toBe('⠙ Checking…');
    const decided: AgentEvent = {
      type: 'hook',
      event: 'PreToolUse',
      decision: 'none',
      effect: null,
      reason: null,
      hooks: [],
      agent: null,
    };
    expect(follow(checking, decided)).toEqual(running);
    expect(
      follow(running, { type: 'tool_result', id: '1', name: 'Bash', output: '', is_error: false, agent: null }),
    ).toEqual(THINKING);
  });

  it('names a hook that says nothing, and shows nothing live', () => {
    const activity = follow(THINKING, { type: 'hook_start', id: 'h', name: 'g\u001b[2J\nuard', status: null });
    expect(activityLine(activity, 10)).toBe('⠋ hook g uard');
  });
});
