// Renders docs/contribute/cells.md: every cell of the dialects' tables that holds one of a few words, and who uses which.
import { code, table } from './markdown.mjs';

const INTRODUCTION = `# Cells

A dialect is data: cells with words, each of which names one rule of the engine. This page lists every such cell with the words in use and the dialects that use them. What a word means stands beside its type in [\`packages/core/src/model\`](../../packages/core/src/model/). A new dialect is mostly a new choice among these words; look here before you add one.

\`*\` stands for any name (of an event, a handler, a tool), \`[]\` for any item of a list. Cells that hold names, keys, texts or numbers of their own are left out: they stand in [the page of each dialect](../reference/dialects/). A dialect that does not have a cell takes its usual rule.
`;

/** Cells whose words are the system's own, and no rules. */
const OWN_WORDS = new Set([
  'id',
  'title',
  'source',
  'name',
  'names',
  'key',
  'keys',
  'path',
  'paths',
  'field',
  'fields',
  'file',
  'about',
  'documents',
  'copied',
  'day',
  'program',
  'words',
  'allTools',
  'otherTools',
  'aliases',
  'reasons',
  'prefix',
  'suffix',
  'manifest',
  'variable',
  'value',
  'values',
  'constant',
  'or',
  'from',
  'outcomes',
  'faultIds',
  'entryPoints',
  'negation',
  'placeholders',
  'on',
  'askOn',
  'isOneOf',
  'leavesOut',
  'notInShell',
  'declaredBy',
  'impossible',
  'defaultReason',
  'failureReason',
  'blockText',
  'annotation',
  'sets',
  'commonFields',
  'means',
  'hooks',
  'data',
  'default',
  'inherits',
  'envelope',
]);

/** Parts whose keys are names. */
const NAMED = new Set(['events', 'tools', 'handlers', 'groupKeys', 'handlerKeys', 'matcherKeys', 'exitClasses']);

const isWord = (value) =>
  typeof value === 'boolean' || (typeof value === 'string' && /^[a-z][\w-]*$/.test(value) && value.length < 40);

function walk(value, path, found) {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, [...path, '[]'], found);
  } else if (value !== null && typeof value === 'object') {
    const isNamed = NAMED.has(path.at(-1));
    for (const [key, item] of Object.entries(value))
      if (isNamed) walk(item, [...path, '*'], found);
      else if (!OWN_WORDS.has(key)) walk(item, [...path, key], found);
  } else if (isWord(value)) found(path.join('.').replaceAll('.[]', '[]'), String(value));
}

export function renderCells(dialects) {
  const cells = new Map();
  for (const dialect of dialects)
    walk(dialect, [], (cell, word) => {
      const words = cells.get(cell) ?? new Map();
      cells.set(cell, words);
      words.set(word, (words.get(word) ?? new Set()).add(dialect.id));
    });
  const rows = [...cells]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([cell, words]) =>
      [...words]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([word, ids], index) => [index === 0 ? code(cell) : '', code(word), [...ids].join(', ')]),
    );
  const words = rows.length;
  return `${INTRODUCTION}\n${cells.size} cells, ${words} words, ${dialects.length} dialects.\n\n${table(['cell', 'word', 'dialects'], rows)}\n`;
}
