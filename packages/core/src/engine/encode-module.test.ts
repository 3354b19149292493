import { describe, expect, test } from 'vitest';
import { aFrame, aHook, anEvent } from '../../../../test/support/hooks.ts';
import type { Handler, Request, Scope } from '../model/index.ts';
import { encode } from './encode.ts';
import type { Place } from './frame.ts';

const EVENT = anEvent('UserPromptSubmit', { prompt: 'hi' });

const encoded = (scope: Scope, handler: Handler, place: Partial<Place>): Request =>
  encode(aHook({ handler, scope, timeoutMs: 5000 }), aFrame('kolega', EVENT, place), 'run-1', { background: false });

const at = (path: string): Handler => ({ kind: 'module', path, exportName: 'default' });

describe('a module', () => {
  const kindOf = (scope: Scope, path: string, place: Partial<Place>): string => encoded(scope, at(path), place).kind;
  const SCOPES = ['user', 'plugin', 'host', 'project', 'local'] as const;

  test('of the project is not imported by a hook of the user while the project is not trusted', () => {
    expect(encoded('user', at('hooks/check.mjs'), { isProjectTrusted: false })).toStrictEqual({
      runId: 'run-1',
      timeoutMs: 5000,
      kind: 'impossible',
      why: '/project/hooks/check.mjs lies in the project, which is not trusted; run "hookline trust"',
    });
  });

  test.each<[Partial<Place>, readonly string[]]>([
    [{ isProjectTrusted: false }, ['impossible', 'impossible', 'impossible', 'module', 'module']],
    [{ isProjectTrusted: true }, Array(5).fill('module')],
    [{}, Array(5).fill('module')],
  ])('of the project is, where %j, by hooks of the user, a plugin, the host and the project: %j', (place, kinds) => {
    expect(SCOPES.map((scope) => kindOf(scope, 'check.mjs', place))).toEqual(kinds);
  });

  test.each([
    ['check.mjs', 'impossible'],
    ['./deep/../check.mjs', 'impossible'],
    ['deep/..', 'impossible'],
    ['../check.mjs', 'module'],
    ['deep/../../check.mjs', 'module'],
    ['/home/ann/check.mjs', 'module'],
    ['/project/check.mjs', 'module'],
  ])('at %s, written by the user, is %s in a project that is not trusted', (path, kind) => {
    expect(kindOf('user', path, { isProjectTrusted: false })).toBe(kind);
  });
});

test.each<[Scope, Partial<Place>, string | undefined]>([
  ['user', { isProjectTrusted: false }, 'installed'],
  ['project', { isProjectTrusted: false }, undefined],
  ['user', { isProjectTrusted: true }, undefined],
])('python of a hook of scope %s imports, where %j, %s modules alone', (scope, place, imports) => {
  const request = encoded(scope, { kind: 'python', callable: 'a:b' }, place);
  expect('imports' in request ? request.imports : undefined).toBe(imports);
});
