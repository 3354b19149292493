import { describe, expect, it } from 'vitest';
import type { Decision } from '@hookline/core';
import { PERMISSION_MODES, type PermissionMode } from '../contract/permission-mode.ts';
import type { Access } from '../tools/tool.ts';
import { type CallFacts, decide } from './decide.ts';

const candidate = (access: Access, decision: Decision = 'none', file: string | null = null): CallFacts => ({
  tool: 'T',
  input: {},
  file,
  project: '/p',
  folders: ['/added'],
  access,
  isProtected: false,
  hooks: { decision, reason: decision === 'none' ? null : 'because' },
});

const standings = (access: Access, file: string | null = null): Record<PermissionMode, string> =>
  Object.fromEntries(
    PERMISSION_MODES.map((mode) => [mode, decide(mode, [], candidate(access, 'none', file)).is]),
  ) as Record<PermissionMode, string>;

describe('decide', () => {
  it('each mode allows, asks or denies by what a tool does', () => {
    expect(standings('read')).toEqual({
      default: 'allowed',
      acceptEdits: 'allowed',
      plan: 'allowed',
      bypass: 'allowed',
    });
    expect(standings('run')).toEqual({ default: 'asked', acceptEdits: 'asked', plan: 'denied', bypass: 'allowed' });
    expect(standings('network')).toEqual({ default: 'asked', acceptEdits: 'asked', plan: 'denied', bypass: 'allowed' });
    expect(standings('edit', '/p/a')).toEqual({
      default: 'asked',
      acceptEdits: 'allowed',
      plan: 'denied',
      bypass: 'allowed',
    });
  });

  it('acceptEdits covers files of the project and of added folders only', () => {
    expect(standings('edit', '/added/a').acceptEdits).toBe('allowed');
    expect(standings('edit', '/added-not/a').acceptEdits).toBe('asked');
    expect(standings('edit', '/etc/hosts').acceptEdits).toBe('asked');
    expect(standings('edit', '/p/../q/a').acceptEdits).toBe('asked');
    expect(standings('edit', null).acceptEdits).toBe('asked');
  });

  it('a hook that asks is heard in every mode, one that allows skips the question', () => {
    expect(decide('bypass', [], candidate('read', 'ask'))).toEqual({ is: 'asked', reason: 'because' });
    expect(decide('default', [], candidate('run', 'allow'))).toEqual({ is: 'allowed' });
  });

  it('a hook that allows lifts neither plan mode nor a deny rule', () => {
    expect(decide('plan', [], candidate('run', 'allow')).is).toBe('denied');
    const rules = [{ tool: 'T', content: null, behavior: 'deny' as const }];
    expect(decide('bypass', rules, candidate('run', 'allow'))).toEqual({
      is: 'denied',
      reason: 'the rule T denies it',
    });
  });

  it('an ask rule asks even where the mode would not', () => {
    const rules = [{ tool: 'T', content: null, behavior: 'ask' as const }];
    expect(decide('bypass', rules, candidate('run')).is).toBe('asked');
  });
});
