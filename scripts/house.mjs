// Measures the building: node scripts/house.mjs [--json]. The goals are those that a change should come nearer to.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf, importsOf, PACKAGES, sourcesOf } from './import-graph.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const textOf = (name, file) => readFileSync(join(root, 'packages', name, 'src', file), 'utf8');
const texts = (name) => sourcesOf(name).map((file) => ({ file, text: textOf(name, file) }));

/** Type names that are declared in more than one file of a package. */
function namesWithTwoMeanings(name) {
  const declared = /^(?:export )?(?:abstract )?(?:declare )?(?:interface|type|class) (\w+)/gm;
  const all = texts(name).flatMap(({ text }) => [...text.matchAll(declared)].map(([, type]) => type));
  return all.length - new Set(all).size;
}

/** Pairs of folders that import each other, whatever lies between. */
function rings(name) {
  const arrows = importsOf([name])
    .filter(({ to }) => to.startsWith(`${name}/`) && to.endsWith('.ts'))
    .map(({ from, to }) => [folderOf(from), folderOf(to)]);
  const reached = (start) => {
    const seen = new Set();
    for (const open = [start]; open.length > 0;) {
      const folder = open.pop();
      for (const [from, to] of arrows)
        if (from === folder && to !== start && !seen.has(to)) {
          seen.add(to);
          open.push(to);
        }
    }
    return seen;
  };
  const folders = [...new Set(arrows.flat())];
  return folders.flatMap((one) => [...reached(one)].filter((other) => one < other && reached(other).has(one))).length;
}

const walk = JSON.parse(
  execFileSync(process.execPath, [join(root, 'scripts/walk.mjs'), '--json'], { encoding: 'utf8' }),
);
const fireNames = PACKAGES.flatMap((name) =>
  texts(name).flatMap(({ text }) =>
    [...text.matchAll(/(?:\bfunction |\bconst |\breadonly )(fire\w*)(?:\(| = )/g)].map(([, each]) => each),
  ),
);
const sum = (count) => PACKAGES.reduce((total, name) => total + count(name), 0);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What is measured, its value and its goal. */
const MEASURES = [
  ['files that one PreToolUse passes through', walk.files, 70],
  ['hops of its spine', walk.hops, 45],
  ['forwards', walk.forwards, 3],
  ['steps back', walk.backs, 0],
  ['files at the root of core/src', sourcesOf('core').filter((file) => !file.includes('/')).length, 3],
  ['functions whose name begins with fire', fireNames.length, 3],
  ['type names that mean two things', sum(namesWithTwoMeanings), 0],
  ['rings of folders', sum(rings), 0],
  ['scripts in package.json', Object.keys(scripts).length, 15],
  [
    'lines of source',
    sum((name) => texts(name).reduce((lines, { text }) => lines + text.split('\n').length - 1, 0)),
    48_000,
  ],
];

if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify(
      MEASURES.map(([measure, value, goal]) => ({ measure, value, goal })),
      null,
      2,
    ),
  );
} else {
  for (const [measure, value, goal] of MEASURES)
    console.log(
      `${value <= goal ? 'met   ' : 'missed'}  ${measure.padEnd(44)}${String(value).padStart(7)}  goal ${goal}`,
    );
}
