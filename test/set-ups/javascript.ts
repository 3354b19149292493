import { EVIL_JS, EVIL_MJS, EVIL_SH, GUARD_MJS, MARK, PROJECT, RAN_JS, RAN_MJS } from './pieces.ts';
import type { SetUp } from './pieces.ts';

/** A node script that does. */
export const JAVASCRIPT: readonly SetUp[] = [
  {
    title: 'a node script: import ./rules.mjs',
    command: GUARD_MJS,
    files: { '.kolega/hooks/guard.mjs': `${RAN_MJS}import './rules.mjs';\n`, '.kolega/hooks/rules.mjs': '' },
    change: { '.kolega/hooks/rules.mjs': EVIL_MJS },
  },
  {
    title: 'a node script: import ../../src/rules.mjs (elsewhere)',
    command: GUARD_MJS,
    files: { '.kolega/hooks/guard.mjs': `${RAN_MJS}import '../../src/rules.mjs';\n`, 'src/rules.mjs': '' },
    change: { 'src/rules.mjs': EVIL_MJS },
  },
  {
    title: 'a node script: createRequire(import.meta.url)("../../scripts/r.cjs")',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import {createRequire} from 'node:module'; createRequire(import.meta.url)('../../scripts/r.cjs');\n`,
      'scripts/r.cjs': '',
    },
    change: { 'scripts/r.cjs': EVIL_JS },
  },
  {
    title: 'a node script: package from node_modules changes',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import 'dep';\n`,
      'node_modules/dep/package.json': '{"name":"dep","main":"index.js"}',
      'node_modules/dep/index.js': '',
    },
    change: { 'node_modules/dep/index.js': EVIL_JS },
  },
  {
    title: 'a node script: package shadowed by new nearer node_modules',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import 'dep';\n`,
      'node_modules/dep/package.json': '{"name":"dep","main":"index.js"}',
      'node_modules/dep/index.js': '',
    },
    change: {
      '.kolega/node_modules/dep/package.json': '{"name":"dep","main":"index.js"}',
      '.kolega/node_modules/dep/index.js': EVIL_JS,
    },
  },
  {
    title: 'a node script: workspace package packages/rules via node_modules link',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import '@acme/rules';\n`,
      'packages/rules/package.json': '{"name":"@acme/rules","main":"index.js"}',
      'packages/rules/index.js': '',
      'node_modules/@acme/rules': '-> ../../packages/rules',
    },
    change: { 'packages/rules/index.js': EVIL_JS },
  },
  {
    title: 'a node script: package self-reference (exports) import "x/rules"',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import 'x/rules';\n`,
      'package.json': '{"name":"x","exports":{"./rules":"./src/rules.mjs"}}',
      'src/rules.mjs': '',
    },
    change: { 'src/rules.mjs': EVIL_MJS },
  },
  {
    title: 'a node script: #imports map in package.json',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import '#rules';\n`,
      'package.json': '{"name":"x","imports":{"#rules":"./src/rules.mjs"}}',
      'src/rules.mjs': '',
      'src/e.mjs': EVIL_MJS,
    },
    change: { 'package.json': '{"name":"x","imports":{"#rules":"./src/e.mjs"}}' },
  },
  {
    title: 'a node script: require("./rules") dir main',
    command: 'node .kolega/hooks/guard.cjs',
    files: { '.kolega/hooks/guard.cjs': `${RAN_JS}require('./rules');\n`, '.kolega/hooks/rules/index.js': '' },
    change: { '.kolega/hooks/rules.js': EVIL_JS },
  },
  {
    title: 'a node script: readFileSync + vm/eval of rules.json',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import {readFileSync} from 'node:fs'; const r=JSON.parse(readFileSync(new URL('./rules.json',import.meta.url))); for (const x of r) new Function(x.test)();\n`,
      '.kolega/hooks/rules.json': '[]',
    },
    change: {
      '.kolega/hooks/rules.json': `[{"test": "process.getBuiltinModule?.('fs')?.appendFileSync('${MARK}','EVIL\\\\n')"}]`,
    },
  },
  {
    title: 'a node script: dynamic import(readdir) - new file',
    command: GUARD_MJS,
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import {readdirSync} from 'node:fs'; for (const f of readdirSync(new URL('./rules/',import.meta.url))) await import('./rules/'+f);\n`,
      '.kolega/hooks/rules/a.mjs': '',
    },
    change: { '.kolega/hooks/rules/b.mjs': EVIL_MJS },
  },
  {
    title: 'a node script: node --env-file=.env',
    command: 'node --env-file=.env .kolega/hooks/guard.mjs',
    files: {
      '.kolega/hooks/guard.mjs': `${RAN_MJS}import {execSync} from 'node:child_process'; execSync('bash -c true');\n`,
      '.env': 'A=1\n',
    },
    change: { '.env': `BASH_ENV=${PROJECT}/e.inc\n`, 'e.inc': EVIL_SH },
  },
  {
    title: 'a node script: require(process.cwd() + a file of configuration)',
    command: 'node tools/lint.cjs',
    files: { 'tools/lint.cjs': `${RAN_JS}require(process.cwd()+'/lint.config.js');\n`, 'lint.config.js': '' },
    change: { 'lint.config.js': EVIL_JS },
  },
];
