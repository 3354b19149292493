// An esbuild plugin for a file that must start quickly: each module is evaluated when something of it is first used, not
// when it is imported, so that what a call does without costs it nothing, and barrels cost nothing at all.
import { dirname } from 'node:path';

/** What the modules share; the text belongs before the bundle. */
export const LAZY_HELPERS = `
const __export = (target, all) => { for (const name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true }); };
const __reExport = (target, from) => { for (const name of Object.keys(from)) if (!Object.hasOwn(target, name)) __export(target, { [name]: () => from[name] }); };
const __toESM = (module) => ('default' in module ? module : Object.create(module, { default: { value: module } }));
const __later = (table, key, text) => { const value = JSON.parse(text); Object.defineProperty(table, key, { value, enumerable: true }); return value; };
const importMeta = { get url() { return require('node:url').pathToFileURL(__filename).href; } };
`.replaceAll('\n', '');

/**
 * Makes every module of the program lazy. `elsewhere` gives the text of an import that leads out of the file, or undefined;
 * `noted` is text with which a module begins.
 */
export const lazyModules = (program, { elsewhere = () => undefined, noted = () => '' } = {}) => ({
  name: 'lazy-modules',
  setup: ({ onLoad, onResolve }) => {
    // In a namespace of their own, because the packages declare their files to be ES modules.
    onResolve({ filter: /./ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return { path, namespace: 'lazy' };
      const found = program.locate(path, importer);
      const away = elsewhere(found);
      if (away !== undefined) return { path: away, external: true };
      return found.endsWith('.ts') ? { path: found, namespace: 'lazy' } : { path: found, external: true };
    });
    onLoad({ filter: /\.ts$/, namespace: 'lazy' }, async ({ path }) => {
      const module = await program.read(path);
      return { contents: noted(path) + lazyText(module), loader: 'js', resolveDir: dirname(path) };
    });
  },
});

function lazyText({ table, body, imports, exports, stars }) {
  if (table !== null) return table.map(({ name, text }) => `exports.${name} = ${text};`).join('\n');
  const named = exports.map(({ name, value }) => `${name}: () => ${value}`);
  const lines = [
    `__export(module.exports, { ${named.join(', ')} });`,
    ...stars.map((path) => `__reExport(module.exports, require(${JSON.stringify(path)}));`),
    ...[...imports].map(([name, value]) => `var $${name}, ${name} = () => $${name} ??= ${value};`),
    body,
  ];
  return [...imports.keys()].reduce(
    (text, name) => text.replace(new RegExp(`\\b${name}(?=\\??\\.)`, 'g'), `(${name}())`),
    lines.join('\n'),
  );
}
