// Reads the TypeScript modules of a program for the plugins that put them into one file.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { build, transform } from 'esbuild';

/** The modules of a program; `packages` are the entries of those that are imported by name, `others` names that lead to other files. */
export function programModules({ packages, others, options }) {
  const known = new Map();
  const read = (path) => known.get(path) ?? known.set(path, readModule(path, options)).get(path);
  const locate = (name, importer) => {
    if (name.startsWith('.') && name.endsWith('.ts')) return resolve(dirname(importer), name);
    return packages[name] ?? others.get(name) ?? name;
  };
  /** The module that a name really comes from, whatever barrels lie between; null when there is no such name. */
  const originOf = async (path, name) => {
    const { exports, stars, imports, table } = await read(path);
    if (table !== null) return { path, name };
    const found = exports.find((each) => each.name === name);
    const [, variable, inner] = found?.value.match(/^(import_\w+)\.(\w+)$/) ?? [];
    const from = imports.get(variable)?.match(/^require\("(.*)"\)$/)?.[1];
    if (from?.endsWith('.ts')) return originOf(locate(from, path), inner);
    if (found !== undefined) return { path, name };
    for (const star of stars) {
      const origin = await originOf(locate(star, path), name);
      if (origin !== null) return origin;
    }
    return null;
  };
  /** Every name that a module exports, its own and others'. */
  const namesOf = async (path) => {
    const { exports, stars, table } = await read(path);
    const others = await Promise.all(stars.map((star) => namesOf(locate(star, path))));
    return [...new Set([...(table ?? exports).map(({ name }) => name), ...others.flat()])];
  };
  return { read, locate, originOf, namesOf };
}

/** The text that esbuild makes of a module is regular: helpers, exports, imports, then the module itself. */
async function readModule(path, { target, define, supported }) {
  const empty = { table: null, body: '', imports: new Map(), exports: [], stars: [] };
  if (TABLES.test(path)) return { ...empty, table: await tablesOf(path) };
  const source = await readFile(path, 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'cjs', target, define, supported });
  const exports = [...(code.match(/^__export\(stdin_exports, \{\n([\s\S]*?)^\}\);$/m)?.[1] ?? '').matchAll(EXPORT)];
  const stars = [...code.matchAll(STAR)].map(([, from]) => from);
  const imports = new Map([...code.matchAll(IMPORT)].map(([, name, value]) => [name, value]));
  const body = code
    .slice(code.search(/^(?!var __|\s|\}|\)|$)/m))
    .replace(/^var stdin_exports = \{\};$/m, '')
    .replace(/^__export\(stdin_exports, \{\n[\s\S]*?^\}\);$/m, '')
    .replace('module.exports = __toCommonJS(stdin_exports);', '')
    .replaceAll(STAR, '')
    .replaceAll(IMPORT, '')
    .replace(/^\/\/ Annotate the CommonJS export names[\s\S]*$/m, '');
  return { ...empty, body, imports, exports: exports.map(([, name, value]) => ({ name, value })), stars };
}

const EXPORT = /^ {2}(\w+): \(\) => ([\w.]+),?$/gm;
const STAR = /^__reExport\(stdin_exports, require\("(.*?)"\), module\.exports\);$/gm;
const IMPORT = /^var (import_\w+) = (.*);$/gm;

// Dialects are data: what is large in them stays text until it is asked for, since a call is about few of them.
const TABLES = /\/dialects\/(?!index\.ts)[\w-]+\.ts$/;
const LARGE = 200;

async function tablesOf(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
  const tables = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  return Object.entries(tables).map(([name, table]) => {
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(table)), table)) throw new Error(`${path} holds more than data`);
    return { name, text: `{ ${Object.entries(table).map(keptAsText).join(', ')} }` };
  });
}

function keptAsText([key, value]) {
  const text = JSON.stringify(value);
  if (text.length < LARGE) return `${key}: ${text}`;
  // Of a shape, most calls only ask what kind it is.
  if (key === 'shape') return `${key}: { ${Object.entries(value).map(keptAsText).join(', ')} }`;
  return `get ${key}() { return __later(this, '${key}', ${JSON.stringify(text)}); }`;
}
