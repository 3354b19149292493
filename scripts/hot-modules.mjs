// Cuts a program in two files. What every call evaluates goes into one scope, where no module costs a function, an object
// or a look-up of its own; the rest lies in a second file, whose modules come one by one when they are first used.
import { isBuiltin } from 'node:module';
import { lazyModules } from './lazy-modules.mjs';

/** What the first file needs; `file` is the name of the second one. */
export const hotHelpers = (file) =>
  `const __rest = (number) => require('./${file}')(number), __fs = require('node:fs'), __path = require('node:path');`;

/** Those are there before any program begins. */
const AT_HAND = { 'node:fs': '__fs', 'node:path': '__path' };

/**
 * The plugins for both files: `rest` must be built before `first`, because only then it is known what it needs of it.
 * `hot` are the modules of the first file, `entry` the one of them that runs the program.
 */
export async function cutProgram(program, { entry, hot }) {
  const cut = { program, hot, cold: numbers(), wanted: numbers() };
  const texts = new Map();
  for (const path of hot) {
    texts.set(path, await hotText(path, cut));
    await namesOf(path, cut); // what it passes on of the rest gets its number
  }
  const elsewhere = (path) => (hot.has(path) ? `hot:${cut.wanted.of(path)}` : undefined);
  return { rest: [restEntry(cut), lazyModules(program, { elsewhere })], first: [firstFile(entry, texts, cut)] };
}

function numbers() {
  const known = new Map();
  return {
    of: (path) => known.get(path) ?? known.set(path, known.size).get(path),
    all: () => [...known.keys()],
  };
}

/** One module of the first file, as an ES module whose imports lead to where names really come from. */
async function hotText(path, cut) {
  const { table, body, imports, exports } = await cut.program.read(path);
  if (table !== null) return table.map(({ name, text }) => `export const ${name} = ${text};`).join('\n');
  const lines = [];
  const values = new Map();
  for (const [whole, variable, name] of body.matchAll(/\b(import_\w+)\.(\w+)/g)) {
    if (values.has(whole) || !imports.has(variable)) continue;
    values.set(whole, await valueOf(name, imports.get(variable), { path, lines, cut }));
  }
  const text = body
    .replace(/\bimport_\w+\.\w+/g, (whole) => values.get(whole) ?? whole)
    .replace(/\brequire\("(\..*?\.ts)"\)/g, (_, from) => namespaceOf(cut.program.locate(from, path), cut));
  const left = [...imports.keys()].find((name) => new RegExp(`\\b${name}\\b`).test(text));
  if (left !== undefined) throw new Error(`${path} uses ${left} as a whole: import what is needed by name`);
  const own = exports.filter(({ value }) => !value.startsWith('import_'));
  return [...lines, text, `export { ${own.map(({ name, value }) => `${value} as ${name}`).join(', ')} };`].join('\n');
}

/** The text that gives an imported value; an import that it takes is added to the lines. */
async function valueOf(name, required, { path, lines, cut }) {
  const from = required.match(/require\("(.*)"\)/)[1];
  const target = cut.program.locate(from, path);
  if (isBuiltin(target)) {
    const whole = AT_HAND[target] ?? `(require(${JSON.stringify(target)}))`;
    return name === 'default' ? whole : `${whole}.${name}`;
  }
  if (!target.endsWith('.ts')) return `(${required}).${name}`;
  const origin = await cut.program.originOf(target, name);
  if (origin === null) throw new Error(`${path} imports ${name}, which ${target} does not export`);
  if (!cut.hot.has(origin.path)) return `(__rest(${cut.cold.of(origin.path)})).${origin.name}`;
  const local = `$${lines.length}_${name}`;
  lines.push(`import { ${origin.name} as ${local} } from ${JSON.stringify(origin.path)};`);
  return local;
}

const namespaceOf = (path, { hot, cold, wanted }) =>
  hot.has(path) ? `require.hot(${wanted.of(path)})` : `__rest(${cold.of(path)})`;

/** What a module of the first file exports, each with the text that gives it to the second file. */
async function namesOf(path, cut) {
  const names = await cut.program.namesOf(path);
  const lines = [];
  const values = await Promise.all(
    names.map((name) => valueOf(name, `require(${JSON.stringify(path)})`, { path, lines, cut })),
  );
  return { lines, pairs: names.map((name, index) => [name, values[index]]) };
}

const restEntry = ({ cold }) =>
  virtual('rest', () => {
    const cases = cold.all().map((path, number) => `case ${number}: return require(${JSON.stringify(path)});`);
    return `module.exports = (number) => { switch (number) { ${cases.join('\n')} } };`;
  });

const firstFile = (entry, texts, cut) => ({
  name: 'hot-modules',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /\.ts$/ }, ({ path }) => ({ path, namespace: 'hot' }));
    onLoad({ filter: /./, namespace: 'hot' }, ({ path }) => ({ contents: texts.get(path), loader: 'js' }));
    const first = virtual('first', () => `import 'table';\nimport ${JSON.stringify(entry)};`);
    const table = virtual('table', () => hotTable(cut));
    for (const { setup } of [first, table]) setup({ onLoad, onResolve });
    onResolve({ filter: /^[^/]/ }, ({ path }) => ({ path, external: true }));
  },
});

/** Gives the second file what it needs of the first. */
async function hotTable(cut) {
  const parts = await Promise.all(cut.wanted.all().map((path) => namesOf(path, cut)));
  const imports = parts.flatMap(({ lines }, number) => lines.map((line) => line.replaceAll(' $', ` $${number}_`)));
  const cases = parts.map(({ pairs }, number) => {
    const getters = pairs.map(([name, value]) => `get ${name}() { return ${value.replace(/^\$/, `$${number}_`)}; }`);
    return `case ${number}: return { ${getters.join(', ')} };`;
  });
  return `${imports.join('\n')}\nrequire.hot = (number) => { switch (number) { ${cases.join('\n')} } };`;
}

const virtual = (name, text) => ({
  name,
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
    onLoad({ filter: /./, namespace: name }, async () => ({ contents: await text(), loader: 'js', resolveDir: '/' }));
  },
});
