import { expect, test } from 'vitest';
import { folderOf, importsOf, PACKAGES, sourcesOf } from '../../scripts/import-graph.mjs';
import { DIRECTIONS, PACKAGE_DIRECTIONS, PLAIN_DATA } from './directions.ts';

const packageOf = (file: string): string => file.slice(0, file.indexOf('/'));
const isOwnFile = (to: string): boolean => PACKAGES.includes(packageOf(to)) && to.endsWith('.ts');

test('the reader of imports sees static, dynamic and type imports', () => {
  const found = importsOf(['core']).filter(({ from }) => from === 'core/internal.ts');
  expect(found).toContainEqual({ from: 'core/internal.ts', to: 'core/create-hooks.ts' });
  expect(importsOf(['core'])).toContainEqual({ from: 'core/create-hooks.ts', to: 'core/model/index.ts' });
  expect(importsOf(['core']).some(({ to }) => to === 'unbash')).toBe(true);
});

test.each(Object.entries(DIRECTIONS))('folders of %s import only what the table allows', (name, folders) => {
  const crossing = importsOf([name])
    .filter(({ to }) => isOwnFile(to))
    .filter(({ from, to }) => folderOf(from) !== folderOf(to));
  const wrong = crossing.filter(({ from, to }) => folders[folderOf(from)]?.includes(folderOf(to)) !== true);
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test.each(Object.entries(DIRECTIONS))(
  'the table of %s has every folder, no arrow too many, and no ring',
  (name, folders) => {
    expect(Object.keys(folders).toSorted()).toEqual(
      [...new Set(sourcesOf(name).map((file) => folderOf(`${name}/${file}`)))].toSorted(),
    );
    const order = Object.keys(folders);
    const upwards = Object.entries(folders).flatMap(([folder, targets]) =>
      targets
        .filter((target) => order.indexOf(target) >= order.indexOf(folder))
        .map((target) => `${folder} → ${target}`),
    );
    expect(upwards).toEqual([]);
    const used = new Set(
      importsOf([name]).map(({ from, to }) => `${folderOf(from)} → ${isOwnFile(to) ? folderOf(to) : to}`),
    );
    const unused = Object.entries(folders).flatMap(([folder, targets]) =>
      targets.map((target) => `${folder} → ${target}`).filter((arrow) => !used.has(arrow)),
    );
    expect(unused).toEqual([]);
  },
);

test.each(PACKAGES.map((name) => [name] as const))('%s uses other packages by their public doors only', (name) => {
  const wrong = importsOf([name]).filter(({ to }) =>
    isOwnFile(to)
      ? packageOf(to) !== name
      : /^(hookline|@hookline\/.*)$/.test(to) && PACKAGE_DIRECTIONS[name]?.includes(to) !== true,
  );
  expect(wrong).toEqual([]);
});

test('plain data imports no package and no module of Node', () => {
  const wrong = importsOf().filter(
    ({ from, to }) => PLAIN_DATA.some((folder) => from.startsWith(`${folder}/`)) && !isOwnFile(to),
  );
  expect(wrong).toEqual([]);
});

test('dialects are reached through their index', () => {
  const wrong = importsOf(['core']).filter(
    ({ from, to }) => /^core\/dialects\/(?!index\.ts$)/.test(to) && !from.startsWith('core/dialects/'),
  );
  expect(wrong).toEqual([]);
});
