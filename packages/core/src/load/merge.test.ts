import { describe, expect, it } from 'vitest';
import { agentHooks } from '../dialects/agent-hooks/table.ts';
import { kode } from '../dialects/kode/table.ts';
import { kolega } from '../dialects/kolega/table.ts';
import { polytoken } from '../dialects/polytoken/table.ts';
import { aHook, aSource } from '../../../../test/support/hooks.ts';
import type { Hook, Source } from '../model/index.ts';
import { mergeSources } from './merge.ts';

const hookOf = (name: string, more: Partial<Hook> = {}): Hook =>
  aHook({ id: `id:${name}`, name, scope: 'user', source: `${name}.json`, ...more });
const sourceOf = (more: Partial<Source>): Source => aSource({ scope: 'user', display: 'x/hooks.json', ...more });

const ids = (hooks: readonly Hook[]): readonly string[] => hooks.map(({ id }) => id);

describe('joining the files of a dialect', () => {
  it('handler lists are concatenated in order, and a repeated id is told apart', () => {
    const plugin = (): Source => sourceOf({ scope: 'plugin', hooks: [hookOf('same')] });
    const merged = mergeSources(kolega, [
      sourceOf({ hooks: [hookOf('a')] }),
      sourceOf({ scope: 'project', hooks: [hookOf('a'), hookOf('b')] }),
      plugin(),
      plugin(),
    ]);
    expect([ids(merged.hooks), merged.diagnostics, merged.rejected]).toEqual([
      ['id:a', 'id:a#2', 'id:b', 'id:same', 'id:same#2'],
      [],
      false,
    ]);
  });

  it('a later hook of the same name replaces the earlier one, keeps its own place, and that is told', () => {
    const user = sourceOf({
      hooks: [hookOf('guard', { id: 'u1', source: '/u/HOOK.md' }), hookOf('other', { id: 'u2' })],
    });
    const project = sourceOf({
      scope: 'project',
      hooks: [hookOf('mine', { id: 'p1' }), hookOf('guard', { id: 'p2', source: 'p/HOOK.md' })],
    });
    const merged = mergeSources(agentHooks, [user, project]);
    expect(ids(merged.hooks)).toEqual(['u2', 'p1', 'p2']);
    expect(merged.diagnostics).toEqual([
      {
        severity: 'info',
        file: 'p/HOOK.md',
        line: null,
        column: null,
        message: 'hook "guard" replaces the one of the same name in /u/HOOK.md',
        hint: 'give it another name if both shall run',
      },
    ]);
  });

  it('of three hooks of one name in one folder only the last runs', () => {
    const source = sourceOf({ hooks: ['1', '2', '3'].map((id) => hookOf('same', { id })) });
    const merged = mergeSources(agentHooks, [source]);
    expect([ids(merged.hooks), merged.diagnostics.length]).toEqual([['3'], 2]);
  });

  it('a later list replaces the earlier one of its event alone, also when it is empty', () => {
    const user = sourceOf({
      lists: ['a', 'b', 'c'],
      hooks: [hookOf('a', { event: 'a' }), hookOf('b', { event: 'b' }), hookOf('c', { event: 'c' })],
    });
    const project = sourceOf({ scope: 'project', lists: ['a', 'b'], hooks: [hookOf('A', { event: 'a' })] });
    expect(ids(mergeSources(kode, [user, project]).hooks)).toEqual(['id:c', 'id:A']);
  });

  const negation = (name: string, entry = 1) => ({ name, entry, line: 3, column: 5 });

  it('a negation drops every hook of the user with that name, and none of the project’s', () => {
    const user = sourceOf({
      hooks: [hookOf('log', { id: '1' }), hookOf('keep', { id: '2' }), hookOf('log', { id: '3' })],
    });
    const project = sourceOf({
      scope: 'project',
      hooks: [hookOf('log', { id: '4', scope: 'project' })],
      negations: [negation('log')],
    });
    const merged = mergeSources(polytoken, [user, project]);
    expect([ids(merged.hooks), merged.diagnostics, merged.rejected]).toEqual([['2', '4'], [], false]);
  });

  it('a negation that names no hook of the user rejects the whole load', () => {
    const user = sourceOf({ hooks: [hookOf('guard')] });
    const project = sourceOf({
      scope: 'project',
      file: '/p/.polytoken/hooks.json',
      display: '.polytoken/hooks.json',
      hooks: [hookOf('good')],
      negations: [negation('gard', 2)],
    });
    expect(mergeSources(polytoken, [user, project])).toEqual({
      hooks: [],
      off: [],
      rejected: true,
      diagnostics: [
        {
          severity: 'error',
          file: '.polytoken/hooks.json',
          line: 3,
          column: 5,
          message: 'hooks.json: entry 2: "!gard" names no hook of the user; did you mean "guard"?',
          hint: 'hooks of the user: guard',
        },
      ],
    });
  });

  it('a rejected file rejects the whole load, without blaming negations for hooks that it would have held', () => {
    const user = sourceOf({ rejected: true });
    const project = sourceOf({ scope: 'project', hooks: [hookOf('good')], negations: [negation('guard')] });
    expect(mergeSources(polytoken, [user, project])).toEqual({ hooks: [], off: [], diagnostics: [], rejected: true });
  });

  it('a project’s own rejected file is no excuse for its negations, and the hint names all hooks of the user', () => {
    const user = sourceOf({ hooks: [hookOf('guard'), hookOf('log')] });
    const project = sourceOf({ scope: 'project', rejected: true, negations: [negation('zzzz')] });
    expect(mergeSources(polytoken, [user, project]).diagnostics.map(({ hint }) => hint)).toEqual([
      'hooks of the user: guard, log',
    ]);
  });

  it('a negation without any file of the user is an error too', () => {
    const merged = mergeSources(polytoken, [sourceOf({ scope: 'project', negations: [negation('x')] })]);
    expect(merged.diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['hooks.json: entry 1: "!x" names no hook of the user', 'the user has no hooks: remove it'],
    ]);
  });
});
