import { describe, expect, it } from 'vitest';
import type { Rule } from './rules.ts';
import { type Permissions, updatePermissions } from './update.ts';

const allowLs: Rule = { tool: 'Bash', content: 'ls', behavior: 'allow' };
const denyRm: Rule = { tool: 'Bash', content: 'rm:*', behavior: 'deny' };
const start: Permissions = { rules: [allowLs], mode: 'default' };
const rules = [{ toolName: 'Bash', ruleContent: 'rm:*' }];

describe('updatedPermissions', () => {
  it('adds, replaces and removes rules', () => {
    expect(updatePermissions(start, [{ type: 'addRules', behavior: 'deny', rules }]).rules).toEqual([allowLs, denyRm]);
    expect(updatePermissions(start, [{ type: 'replaceRules', behavior: 'allow', rules }]).rules).toEqual([
      { ...denyRm, behavior: 'allow' },
    ]);
    const removal = { type: 'removeRules', behavior: 'allow', rules: [{ toolName: 'Bash', ruleContent: 'ls' }] };
    expect(updatePermissions(start, [removal]).rules).toEqual([]);
  });

  it('changes the mode, also by its other name', () => {
    expect(updatePermissions(start, [{ type: 'setMode', mode: 'acceptEdits' }]).mode).toBe('acceptEdits');
    expect(updatePermissions(start, [{ type: 'setMode', mode: 'bypassPermissions' }]).mode).toBe('bypass');
  });

  it('applies updates in order', () => {
    const updates = [
      { type: 'setMode', mode: 'plan' },
      { type: 'setMode', mode: 'default' },
    ];
    expect(updatePermissions(start, updates).mode).toBe('default');
  });

  it.each([undefined, null, 'x', {}, [null, 7, {}, { type: 'other' }, { type: 'setMode', mode: 'nonsense' }]])(
    'what cannot be read changes nothing: %j',
    (updates) => {
      expect(updatePermissions(start, updates)).toEqual(start);
    },
  );

  it('a rule whose behavior cannot be read allows nothing', () => {
    expect(updatePermissions(start, [{ type: 'addRules', behavior: 'alow', rules }]).rules).toEqual([allowLs]);
    expect(updatePermissions(start, [{ type: 'addRules', rules }]).rules).toEqual([allowLs]);
  });
});
