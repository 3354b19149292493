import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { liesInProject, stateInsideProblem } from './state-inside-project.ts';

let root = '';
let project = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-vote-')));
  project = join(root, 'project');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const HOME = '/home/ana';

test('a state folder inside the project has no say about it, and the message says what to do', () => {
  const state = join(project, '.state');
  expect(stateInsideProblem(state, project, HOME)).toBe(
    `the state folder ${state} is inside the project, which must not decide on its own trust; set HOOKLINE_STATE_DIR to a folder outside`,
  );
  mkdirSync(state);
  expect(stateInsideProblem(state, project, HOME)).not.toBeNull();
});

test('a state folder elsewhere is believed, be it there or not', () => {
  mkdirSync(join(root, 'state'));
  const places = ['state', 'gone/state', 'project-state'].map((name) => join(root, name));
  expect([...places, '/', '/gone'].map((state) => stateInsideProblem(state, project, HOME))).toEqual(
    places.concat('', '').map(() => null),
  );
});

test('links are seen through: that of the state folder, of its store, of a folder above, and of the project', () => {
  mkdirSync(join(project, 'inside'));
  mkdirSync(join(root, 'state'));
  symlinkSync(join(project, 'inside'), join(root, 'link'));
  symlinkSync(join(project, 'inside'), join(root, 'state/trust'));
  symlinkSync(project, join(root, 'project-link'));
  const isOwn = (state: string, of = project): boolean => stateInsideProblem(join(root, state), of, HOME) !== null;
  expect(['link', 'state', 'link/not/made', 'project/x'].map((state) => isOwn(state))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isOwn('project/x', join(root, 'project-link'))).toBe(true);
});

test('a home folder that is opened as a project holds the state of the user', () => {
  symlinkSync(project, join(root, 'home'));
  expect(stateInsideProblem(join(project, 'state'), project, project)).toBeNull();
  expect(stateInsideProblem(join(project, 'state'), project, join(root, 'home'))).toBeNull();
  expect(liesInProject([join(project, 'x')], project, root)).toBe(true);
});

test('so does the home folder of the account and what is above it, whatever the environment says', () => {
  const home = realpathSync(userInfo().homedir);
  for (const place of [home, dirname(home)]) expect(liesInProject([join(place, 'x/y')], place, HOME)).toBe(false);
});

test('an account without an entry has no home folder', () => {
  const real = os.userInfo;
  onTestFinished(() => {
    os.userInfo = real;
    syncBuiltinESMExports();
  });
  os.userInfo = () => {
    throw new Error('no entry');
  };
  syncBuiltinESMExports();
  expect(liesInProject([join(project, 'x')], project, HOME)).toBe(true);
});

test('one place inside the project is enough', () => {
  expect(liesInProject([], project, HOME)).toBe(false);
  expect(liesInProject([root, join(root, 'x')], project, HOME)).toBe(false);
  expect(liesInProject([root, join(project, 'x')], project, HOME)).toBe(true);
});
