// Draws the picture of docs/contribute/architecture.md from the imports of the sources, so that it cannot lie.
import { folderOf, importsOf, PACKAGES } from './import-graph.mjs';

const BEGIN = '<!-- drawn from the imports by scripts/render-architecture.mjs -->';
const END = '<!-- end of the picture -->';

/** The page with its picture drawn anew. */
export function renderArchitecture(page) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`architecture.md needs ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n\n\`\`\`mermaid\n${picture()}\n\`\`\`\n\n${END}${after}`;
}

/** Packages and the folders of the core; an arrow that follows from others is left out. */
function picture() {
  const core = folderArrows();
  const packages = packageArrows();
  return [
    'flowchart TD',
    ...lines(packages, (name) => name),
    '  subgraph core',
    '    direction TB',
    ...lines(core, (name) => `core_${name.replaceAll('-', '_')}["${name}/"]`).map((line) => `  ${line}`),
    '  end',
  ].join('\n');
}

const lines = (arrows, label) =>
  [...withoutImplied(arrows)]
    .flatMap(([from, targets]) => [...targets].map((to) => `  ${label(from)} --> ${label(to)}`))
    .toSorted();

function folderArrows() {
  const arrows = new Map();
  for (const { from, to } of importsOf(['core'])) {
    if (!to.startsWith('core/') || !to.endsWith('.ts')) continue;
    const pair = [folderOf(from), folderOf(to)];
    if (pair[0] !== pair[1] && !pair.includes('.')) add(arrows, ...pair);
  }
  return arrows;
}

function packageArrows() {
  const arrows = new Map();
  for (const { from, to } of importsOf()) {
    const [, name] = /^@hookline\/(\w+)/.exec(to) ?? [];
    if (name !== undefined && PACKAGES.includes(name)) add(arrows, from.slice(0, from.indexOf('/')), name);
  }
  return arrows;
}

const add = (arrows, from, to) => arrows.set(from, (arrows.get(from) ?? new Set()).add(to));

/** Arrows that no way over other arrows stands for. */
function withoutImplied(arrows) {
  const reaches = (from, to) => [...(arrows.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...arrows].map(([from, targets]) => [
    from,
    [...targets].filter((to) => ![...targets].some((other) => other !== to && reaches(other, to))),
  ]);
}
