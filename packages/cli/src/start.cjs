#!/usr/bin/env node
'use strict';
// Runs the command's one file, command.js beside this one, with V8's code cache: parsing it costs more than running it.
// A cache that is missing or made by another Node is passed over. HOOKLINE_WRITE_CACHE is for the build, which makes it.
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

const file = `${__dirname}/command.js`;
const cacheFile = `${__dirname}/command.${process.version}.cache`;

function cached() {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}

// The file is ASCII: as Latin-1 it becomes a string without being decoded.
const source = `(function (require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`;
const script = new Script(source, { filename: file, cachedData: cached() });
if (process.env.HOOKLINE_WRITE_CACHE === '1') {
  // Written at the end, when what a call needs has been compiled.
  process.on('exit', () => writeFileSync(cacheFile, script.createCachedData()));
}
script.runInThisContext()(require, module, file, __dirname);
