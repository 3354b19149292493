import { EVIL_JS, EVIL_PY, EVIL_SH, MARK, NOTHING, PROJECT, RAN_JS, RAN_PY, RAN_SH } from './pieces.ts';
import type { SetUp } from './pieces.ts';

/** A definition that does by itself. */
export const DEFINITIONS: readonly SetUp[] = [
  {
    title: 'a definition: bash scripts/guard.sh whose ../lib/common.sh is sourced',
    command: 'bash scripts/hooks/guard.sh',
    files: {
      'scripts/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}source "$(dirname "$0")/../lib/common.sh"\n`,
      'scripts/lib/common.sh': NOTHING,
    },
    change: { 'scripts/lib/common.sh': EVIL_SH },
  },
  {
    title: 'a definition: make guard, Makefile includes guard.mk',
    command: 'make -s guard',
    files: { Makefile: `include mk/guard.mk\nguard:\n	@${RAN_SH}`, 'mk/guard.mk': 'A=1\n' },
    change: { 'mk/guard.mk': `$(shell ${EVIL_SH.trim()})\n` },
  },
  {
    title: 'a definition: npm run guard, .npmrc script-shell (new)',
    command: 'npm run --silent guard',
    files: { 'package.json': `{"name": "x", "scripts": {"guard": "${RAN_SH.trim()}\\n"}}` },
    change: { '.npmrc': 'script-shell=./evil.sh\n', 'evil.sh': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a definition: npm run guard, .npmrc node-options (new)',
    command: 'npm run --silent guard',
    files: { 'package.json': `{"name": "x", "scripts": {"guard": "node -e 0; ${RAN_SH.trim()}\\n"}}` },
    change: { '.npmrc': `node-options=--require=${PROJECT}/evil.cjs\n`, 'evil.cjs': EVIL_JS },
  },
  {
    title: 'a definition: npm run guard -> node scripts/guard.js',
    command: 'npm run --silent guard',
    files: {
      'package.json': '{"name": "x", "scripts": {"guard": "node scripts/guard.js"}}',
      'scripts/guard.js': RAN_JS,
    },
    change: { 'scripts/guard.js': EVIL_JS },
  },
  {
    title: 'a definition: python3 -m tools.guard',
    command: 'python3 -m tools.guard',
    files: {
      'tools/__init__.py': '',
      'tools/guard.py': `${RAN_PY}from tools import rules\n`,
      'tools/rules.py': NOTHING,
    },
    change: { 'tools/rules.py': EVIL_PY },
  },
  {
    title: 'a definition: pytest conftest',
    command: 'python3 -m pytest -q tests/test_guard.py',
    files: { 'tests/test_guard.py': `def test_a():\n  ${RAN_PY}` },
    change: { 'conftest.py': EVIL_PY },
  },
  {
    title: 'a definition: python3 -m mod with cwd stdlib shadow (new)',
    command: 'python3 -m json.tool --help',
    files: { 'x.py': '' },
    change: { 'json/__init__.py': EVIL_PY, 'json/tool.py': EVIL_PY },
  },
  {
    title: 'a definition: npx --no-install mylint',
    command: 'npx --no-install mylint',
    files: { 'package.json': '{"name":"x"}', 'node_modules/.bin/mylint': `#!/bin/sh\n${RAN_SH}` },
    change: { 'node_modules/.bin/mylint': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a definition: ./node_modules/.bin/mylint',
    command: './node_modules/.bin/mylint',
    files: {
      'package.json': '{"name":"x"}',
      'node_modules/.bin/mylint': '-> ../mylint/cli.js',
      'node_modules/mylint/cli.js': `#!/usr/bin/env node\n${RAN_JS}require('./lib');\n`,
      'node_modules/mylint/lib.js': '',
    },
    change: { 'node_modules/mylint/lib.js': EVIL_JS },
  },
  {
    title: 'a definition: git submodule script',
    command: 'bash vendor/hooks/g.sh',
    files: { 'vendor/hooks/g.sh': `#!/bin/bash\n${RAN_SH}. "$(dirname "$0")/l.sh"\n`, 'vendor/hooks/l.sh': '' },
    change: { 'vendor/hooks/l.sh': EVIL_SH },
  },
  {
    title: 'a definition: symlinked script to elsewhere in project',
    command: 'bash .kolega/hooks/link.sh',
    files: { '.kolega/hooks/link.sh': '-> ../../scripts/real.sh', 'scripts/real.sh': `#!/bin/bash\n${RAN_SH}` },
    change: { 'scripts/real.sh': EVIL_SH },
  },
  {
    title: 'a definition: symlinked script; its dirname helper at target',
    command: 'bash .kolega/hooks/link.sh',
    files: {
      '.kolega/hooks/link.sh': '-> ../../scripts/real.sh',
      'scripts/real.sh': `#!/bin/bash\n${RAN_SH}. "$(dirname "$(readlink -f "$0")")/h.sh"\n`,
      'scripts/h.sh': '',
    },
    change: { 'scripts/h.sh': EVIL_SH },
  },
  {
    title: 'a definition: symlinked folder component swapped',
    command: 'bash .kolega/cur/g.sh',
    files: { '.kolega/cur': '-> v1', '.kolega/v1/g.sh': `#!/bin/bash\n${RAN_SH}`, '.kolega/v2/g.sh': EVIL_SH },
    change: { '.kolega/cur': '-> v2' },
  },
  {
    title: 'a definition: perl -I lib guard.pl uses My::Rules',
    command: 'perl -I.kolega/lib .kolega/hooks/g.pl',
    files: {
      '.kolega/hooks/g.pl': `open(F,">>","${MARK}");print F "RAN\\n";close F;use My::Rules;1;`,
      '.kolega/lib/My/Rules.pm': 'package My::Rules;1;',
    },
    change: { '.kolega/lib/My/Rules.pm': `package My::Rules;open(F,">>","${MARK}");print F "EVIL\\n";close F;1;` },
  },
  {
    title: 'a definition: test -x .husky/check && .husky/check',
    command: `test -x .husky/check && .husky/check; ${RAN_SH.trim()}`,
    files: { x: '' },
    change: { '.husky/check': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a definition: bash --rcfile',
    command: `bash --rcfile .kolega/rc -i -c true; ${RAN_SH.trim()}`,
    files: { '.kolega/rc': NOTHING },
    change: { '.kolega/rc': EVIL_SH },
  },
];
