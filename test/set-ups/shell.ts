import { EVIL_PY, EVIL_SH, GUARD_SH, NOTHING, RAN_SH } from './pieces.ts';
import type { SetUp } from './pieces.ts';

/** A shell script that loads, starts or reads what a pull request may change. */
export const SHELL: readonly SetUp[] = [
  {
    title: 'a shell script: source "$(dirname "$0")/lib.sh"',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}. "$(dirname "$0")/lib.sh"\n`,
      '.kolega/hooks/lib.sh': NOTHING,
    },
    change: { '.kolega/hooks/lib.sh': EVIL_SH },
  },
  {
    title: 'a shell script: source BASH_SOURCE/../../scripts/lib.sh (elsewhere in project)',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}DIR="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"\nsource "$DIR/../../scripts/lib.sh"\n`,
      'scripts/lib.sh': NOTHING,
    },
    change: { 'scripts/lib.sh': EVIL_SH },
  },
  {
    title: 'a shell script: source scripts/lib.sh by git rev-parse',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}ROOT=$(git rev-parse --show-toplevel)\n. "$ROOT/scripts/lib.sh"\n`,
      'scripts/lib.sh': NOTHING,
    },
    change: { 'scripts/lib.sh': EVIL_SH },
  },
  {
    title: 'a shell script: runs scripts/check.sh elsewhere',
    command: GUARD_SH,
    files: { '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}bash scripts/check.sh\n`, 'scripts/check.sh': NOTHING },
    change: { 'scripts/check.sh': EVIL_SH },
  },
  {
    title: 'a shell script: set -a; . .env in project root',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}[ -f .env ] && set -a && . ./.env && set +a\n`,
      '.env': 'A=1\n',
    },
    change: { '.env': `A=1\n${EVIL_SH}` },
  },
  {
    title: 'a shell script: . .env that did not exist at trust',
    command: GUARD_SH,
    files: { '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}[ -f .env ] && . ./.env\ntrue\n` },
    change: { '.env': EVIL_SH },
  },
  {
    title: 'a shell script: . .kolega/.env that did not exist',
    command: GUARD_SH,
    files: { '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}[ -f .kolega/.env ] && . .kolega/.env\ntrue\n` },
    change: { '.kolega/.env': EVIL_SH },
  },
  {
    title: 'a shell script: for f in hooks.d/*.sh; . $f - new file',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}for f in .kolega/hooks/hooks.d/*.sh; do . "$f"; done\n`,
      '.kolega/hooks/hooks.d/a.sh': NOTHING,
    },
    change: { '.kolega/hooks/hooks.d/b.sh': EVIL_SH },
  },
  {
    title: 'a shell script: for f in "$DIR"/rules.d/*; bash $f - new file',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}DIR=$(dirname "$0")\nfor f in "$DIR"/rules.d/*; do bash "$f"; done\n`,
      '.kolega/hooks/rules.d/a': NOTHING,
    },
    change: { '.kolega/hooks/rules.d/b': EVIL_SH },
  },
  {
    title: 'a shell script: run-parts rules.d',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}run-parts "$(dirname "$0")/rules.d"\n`,
      '.kolega/hooks/rules.d/a': '#!/bin/sh\ntrue\n',
    },
    change: { '.kolega/hooks/rules.d/b': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a shell script: find rules.d -name "*.sh" -exec bash {}',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}find "$(dirname "$0")/rules.d" -name "*.sh" -exec bash {} \\;\n`,
      '.kolega/hooks/rules.d/a.sh': 'true\n',
    },
    change: { '.kolega/hooks/rules.d/b.sh': EVIL_SH },
  },
  {
    title: 'a shell script: eval "$(jq -r .cmd rules.json)"',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}eval "$(jq -r .cmd "$(dirname "$0")/rules.json")"\n`,
      '.kolega/hooks/rules.json': '{"cmd":"true"}',
    },
    change: { '.kolega/hooks/rules.json': `{"cmd": "${EVIL_SH.trim()}\\n"}` },
  },
  {
    title: 'a shell script: while read c; do eval "$c"; done < checks.txt',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}while read -r c; do eval "$c"; done < "$(dirname "$0")/checks.txt"\n`,
      '.kolega/hooks/checks.txt': 'true\n',
    },
    change: { '.kolega/hooks/checks.txt': EVIL_SH },
  },
  {
    title: 'a shell script: mapfile + bash -c',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}mapfile -t L < .kolega/hooks/checks.txt\nfor c in "\${L[@]}"; do bash -c "$c"; done\n`,
      '.kolega/hooks/checks.txt': 'true\n',
    },
    change: { '.kolega/hooks/checks.txt': EVIL_SH },
  },
  {
    title: 'a shell script: pattern file with grep -f',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}grep -qf .kolega/hooks/deny.txt && exit 2\ntrue\n`,
      '.kolega/hooks/deny.txt': 'rm\n',
    },
    change: { '.kolega/hooks/deny.txt': 'zzz\n' },
  },
  {
    title: 'a shell script: awk -f prog without extension',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}echo | awk -f "$(dirname "$0")/prog"\n`,
      '.kolega/hooks/prog': '{print}',
    },
    change: { '.kolega/hooks/prog': `BEGIN{system("${EVIL_SH.trim()}")}` },
  },
  {
    title: 'a shell script: sed -f file.txt',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}echo a | sed -f .kolega/hooks/x.txt\n`,
      '.kolega/hooks/x.txt': 's/a/b/',
    },
    change: { '.kolega/hooks/x.txt': `1e ${EVIL_SH.trim()}` },
  },
  {
    title: 'a shell script: PATH=node_modules/.bin first, a tool by name',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}export PATH="$PWD/node_modules/.bin:$PATH"\nmylint x\n`,
      'node_modules/.bin/mylint': '#!/bin/sh\ntrue\n',
    },
    change: { 'node_modules/.bin/mylint': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a shell script: PATH=./bin first, tool by bare name',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}PATH="$PWD/bin:$PATH"\nmytool\n`,
      'bin/mytool': '#!/bin/sh\ntrue\n',
    },
    change: { 'bin/mytool': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a shell script: PATH=.kolega/bin first, jq shadowed (new file)',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}PATH="$PWD/.kolega/bin:$PATH"\njq -n 1\n`,
      '.kolega/bin/x': '#!/bin/sh\ntrue\n',
    },
    change: { '.kolega/bin/jq': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a shell script: cd sub && ./run',
    command: GUARD_SH,
    files: { '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}cd tools && ./run\n`, 'tools/run': '#!/bin/sh\ntrue\n' },
    change: { 'tools/run': `#!/bin/sh\n${EVIL_SH}` },
  },
  {
    title: 'a shell script: ${0%/*}/lib',
    command: GUARD_SH,
    files: { '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}. "\${0%/*}/lib"\n`, '.kolega/hooks/lib': NOTHING },
    change: { '.kolega/hooks/lib': EVIL_SH },
  },
  {
    title: 'a shell script: SCRIPT_DIR var + helper without extension, non-exec',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}SCRIPT_DIR="$( cd -- "$( dirname -- "\${BASH_SOURCE[0]}" )" &> /dev/null && pwd )"\nsource "$SCRIPT_DIR/common"\n`,
      '.kolega/hooks/common': NOTHING,
    },
    change: { '.kolega/hooks/common': EVIL_SH },
  },
  {
    title: 'a shell script: source with a line that goes on: lib',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}cd "$(dirname "$0")"\nsource \\\n  common.inc\n`,
      '.kolega/hooks/common.inc': NOTHING,
    },
    change: { '.kolega/hooks/common.inc': EVIL_SH },
  },
  {
    title: 'a shell script: heredoc python imports sibling',
    command: GUARD_SH,
    files: {
      '.kolega/hooks/guard.sh': `#!/bin/bash\n${RAN_SH}cd "$(dirname "$0")"\npython3 - <<EOF\nimport rules\nEOF\n`,
      '.kolega/hooks/rules.py': NOTHING,
    },
    change: { '.kolega/hooks/rules.py': EVIL_PY },
  },
];
