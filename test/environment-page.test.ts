import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/operate/environment.md');

const SOURCES = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`), 'packages/core/assets']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|sh|bash|py)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  .filter((path) => !/\.test\.ts$|\/testing\//.test(path));

/** Words in capitals that are no variables, or that hookline only knows in other people's commands. */
const NO_VARIABLES = new Set(
  [
    ['ABORT_ERR', 'CONNECTION_CLOSED', 'MODULE_NOT_FOUND', 'NOT_CONNECTED', 'REQUEST_TIMEOUT', 'SEND_FAILED'],
    ['EAI_AGAIN', 'BAD_DQ_ESCAPE', 'QUOTE_DOUBLE', 'NO_JITI'],
    [
      'GIT_CONFIG_PARAMETERS',
      'GIT_EDITOR',
      'GIT_EXTERNAL_DIFF',
      'GIT_PAGER',
      'GIT_SEQUENCE_EDITOR',
      'GIT_SSH_COMMAND',
      'PROMPT_COMMAND',
    ],
  ].flat(),
);
const isErrorCode = (name: string): boolean => name.startsWith('ERR_');

/** The variables of a source text: HOOKLINE_*, what is read from an environment, and quoted names with an underscore. */
function variablesIn(text: string): readonly string[] {
  const patterns = [
    /\b(HOOKLINE_[A-Z_]*[A-Z])\b/g,
    /\benv\??\.?\[?['"]?([A-Z][A-Z0-9_]+)\b/g,
    /['"]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)['"]/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

/** Constants in whose place the text has another name. */
const CONSTANTS = new Set(['RUN_TAG', 'POLICY_DEPTH', 'VARIABLE', 'SHELL_TAG', 'TAG']);

const inSources = new Set(
  SOURCES.flatMap((path) => variablesIn(read(path))).filter(
    (name) => !NO_VARIABLES.has(name) && !CONSTANTS.has(name) && !isErrorCode(name),
  ),
);

/** Variables that only the table of a dialect names stand on the generated page of that dialect. */
const dialectPages = readdirSync(join(root, 'docs/reference/dialects'))
  .map((name) => read(`docs/reference/dialects/${name}`))
  .join('\n');
const OF_DIALECTS = new Set(
  SOURCES.filter((path) => /\/dialects\/[^/]+\//.test(path)).flatMap((path) => variablesIn(read(path))),
);

describe('the list of environment variables', () => {
  it('has every variable that the sources read or set, but for those on the page of a dialect', () => {
    expect(inSources.size).toBeGreaterThan(50);
    const isListed = (name: string): boolean => page.includes(`\`${name}\``);
    const isOnItsPage = (name: string): boolean =>
      OF_DIALECTS.has(name) && new RegExp(`\\b${name}\\b`).test(dialectPages);
    expect([...inSources].filter((name) => !isListed(name) && !isOnItsPage(name)).toSorted()).toEqual([]);
  });

  it('has no variable that the sources do not know', () => {
    const listed = [...page.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    );
    expect(listed.length).toBeGreaterThan(50);
    // The slots of models are put together from their names.
    const known = (name: string): boolean => inSources.has(name) || /^HOOKLINE_MODEL_(?:LONG|THINKING)$/.test(name);
    expect(listed.filter((name) => !known(name))).toEqual([]);
  });

  it.each([
    ["const text = env['NEW_SWITCH'];", 'NEW_SWITCH'],
    ['const text = process.env.EDITOR;', 'EDITOR'],
    ["read('MCP_NEW_TIMEOUT', 10);", 'MCP_NEW_TIMEOUT'],
    ['// see HOOKLINE_NEW', 'HOOKLINE_NEW'],
  ])('finds a new one: %s', (text, name) => {
    expect(variablesIn(text)).toContain(name);
  });
});
