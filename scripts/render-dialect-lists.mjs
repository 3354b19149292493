// Renders the lists of all dialects that stand inside pages written by hand: each with the lines that it replaces.
import { code, table } from './markdown.mjs';

/** The parts of pages that are written from the tables: the page, the lines to replace, and their text. */
export const dialectLists = (dialects) => [
  { page: 'README.md', lines: /^\| dialect \| system \|.*\n(?:\|.*\n)*/m, text: `${overview(dialects)}\n` },
  {
    page: 'docs/README.md',
    lines: /^\| (?:\[[^\]]*\]\(reference\/dialects\/[^)]*\)(?:, )?)+/m,
    text: `| ${links(dialects)}`,
  },
  {
    page: 'docs/embed/reference-agent.md',
    lines: /^\| \| .*\n\| --- .*\n\| `keep_working` .*\n\| `retry_turn` .*$/m,
    text: bounds(dialects),
  },
];

const overview = (dialects) =>
  table(
    ['dialect', 'system', 'configuration', 'handlers', 'when a hook fails'],
    dialects.map((dialect) => [
      `[${code(dialect.id)}](docs/reference/dialects/${dialect.id}.md)`,
      dialect.title,
      code(projectFile(dialect)),
      handlers(dialect.shape).join(', '),
      failure(dialect.events),
    ]),
  );

function projectFile({ locations, shape }) {
  const user = locations[0].bases.find(({ from }) => from === 'home')?.path;
  const path = locations.find(({ scope }) => scope === 'project')?.path ?? `~/${user}/${locations[0].path}`;
  if (shape.kind === 'event-files') return `${path}/<event>`;
  return shape.kind === 'hook-folders' ? `${path}/<name>/${shape.file}` : path;
}

const handlers = (shape) =>
  ({
    'grouped-json': () => Object.keys(shape.handlers),
    'hook-folders': () => ['script'],
    'yaml-config': () => ['command'],
    'entry-list': () => ['command'],
    'event-files': () => ['script'],
    'flat-json': () => Object.keys(shape.handlerKeys),
  })[shape.kind]();

function failure(events) {
  const gates = Object.values(events).filter(({ block, waits }) => block !== null && waits);
  const isGuarded = gates.some(({ means, onFault }) => means.includes('PreToolUse') && onFault === 'block');
  if (!isGuarded) return 'the action goes on';
  return gates.every(({ onFault }) => onFault === 'block') ? 'the action is refused' : 'guarded actions are refused';
}

const links = (dialects) => dialects.map(({ id }) => `[${id}](reference/dialects/${id}.md)`).join(', ');

const bounds = (dialects) =>
  table(
    ['', ...dialects.map(({ id }) => id)],
    [
      [code('keep_working'), ...dialects.map((dialect) => bound(dialect.bounds.keepWorking))],
      [code('retry_turn'), ...dialects.map((dialect) => bound(dialect.bounds.retryTurn))],
    ],
  ).replace('|  |', '| |');

const bound = (count) => (count === null || count === 0 ? '–' : String(count));
