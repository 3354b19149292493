#!/usr/bin/env node
'use strict';
// Runs the command's file, fire.js or command.js beside this one, with V8's code cache: parsing it costs more than running
// it. agent.js and rest.js, which only some calls ask for, are loaded the same way. A cache that is missing or made by
// another Node is passed over. HOOKLINE_WRITE_CACHE is for the build, which makes them: it names the file whose cache is wanted.
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

function cached(cacheFile) {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

function load(name) {
  const file = `${__dirname}/${name}.js`;
  const cacheFile = `${__dirname}/${name}.${process.version}.cache`;
  // The file is one function, and ASCII: as Latin-1 it becomes a string without being decoded.
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData: cached(cacheFile) });
  if (process.env.HOOKLINE_WRITE_CACHE === name) {
    // Written at the end, when what a call needs has been compiled.
    process.on('exit', () => writeFileSync(cacheFile, script.createCachedData()));
  }
  const own = { exports: {} };
  script.runInThisContext()(requireHere, own, own.exports, file, __dirname);
  return own.exports;
}

const loaded = {};
const once = (name) => (loaded[name] ??= load(name));

const requireHere = Object.assign((path) => {
  if (path === './rest.js') return once('rest');
  if (path === './agent.js') return once('agent');
  if (path === './toolbox.js') return once('toolbox');
  // What rest.js needs of fire.js; that one has put the function here.
  return path.startsWith('hot:') ? requireHere.hot(Number(path.slice(4))) : require(path);
}, require);

load(process.argv[2] === 'fire' ? 'fire' : 'command');
