// An esbuild plugin for a file that must start quickly: each module is evaluated when something of it is first used, not
// when it is imported, so that what a call does without costs it nothing, and barrels cost nothing at all.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { build, transform } from 'esbuild';

/** What the modules share; the text belongs before the bundle. */
export const LAZY_HELPERS = `
const __export = (target, all) => { for (const name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true }); };
const __reExport = (target, from) => { for (const name of Object.keys(from)) if (!Object.hasOwn(target, name)) __export(target, { [name]: () => from[name] }); };
const __toESM = (module) => ('default' in module ? module : Object.create(module, { default: { value: module } }));
const __later = (table, key, text) => { const value = JSON.parse(text); Object.defineProperty(table, key, { value, enumerable: true }); return value; };
`.replaceAll('\n', '');

/** Rewrites every TypeScript module on its way into the bundle; `packages` are the entries of those that are imported by name. */
export const lazyModules = (packages) => ({
  name: 'lazy-modules',
  setup: ({ onLoad, onResolve, initialOptions: { define, supported, target } }) => {
    // In a namespace of their own, because the packages declare their files to be ES modules.
    onResolve({ filter: /\.ts$/ }, ({ path, importer }) => ({
      path: resolve(dirname(importer), path),
      namespace: 'lazy',
    }));
    for (const [name, path] of Object.entries(packages))
      onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path, namespace: 'lazy' }));
    onLoad({ filter: /\.ts$/, namespace: 'lazy' }, async ({ path }) => {
      if (TABLES.test(path)) return { contents: await tablesOf(path), loader: 'js' };
      const source = await readFile(path, 'utf8');
      const { code } = await transform(source, { loader: 'ts', format: 'cjs', target, define, supported });
      return { contents: lazily(code), loader: 'js', resolveDir: dirname(path) };
    });
  },
});

/** The text that esbuild makes of a module is regular: helpers, exports, imports, then the module itself. */
function lazily(code) {
  const names = [];
  const body = code
    .slice(code.search(/^(?!var __|\s|\}|\)|$)/m))
    .replace('module.exports = __toCommonJS(stdin_exports);', 'module.exports = stdin_exports;')
    .replace(/^(__reExport\(stdin_exports, require\(.*?\)), module\.exports\);$/gm, '$1);')
    .replace(/^\/\/ Annotate the CommonJS export names[\s\S]*$/m, '')
    .replace(/^var (import_\w+) = (.*);$/gm, (_, name, value) => {
      names.push(name);
      return `var $${name}, ${name} = () => $${name} ??= ${value};`;
    });
  return names.reduce((text, name) => text.replace(new RegExp(`\\b${name}(?=\\??\\.)`, 'g'), `(${name}())`), body);
}

// Dialects are data: what is large in them stays text until it is asked for, since a call is about few of them.
const TABLES = /\/dialects\/(?!index\.ts)[\w-]+\.ts$/;
const LARGE = 200;

async function tablesOf(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
  const tables = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return Object.entries(tables)
    .map(([name, table]) => {
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(table)), table)) throw new Error(`${path} holds more than data`);
      return `exports.${name} = { ${Object.entries(table).map(keptAsText).join(', ')} };`;
    })
    .join('\n');
}

function keptAsText([key, value]) {
  const text = JSON.stringify(value);
  if (text.length < LARGE) return `${key}: ${text}`;
  return `get ${key}() { return __later(this, '${key}', ${JSON.stringify(text)}); }`;
}
