import { describe, expect, test } from 'vitest';
import { flawOfText } from './script-text.ts';

describe('a text is run by a shell that waited', () => {
  test.each([
    'exit 2',
    'input=$(cat); echo "$input" | jq -r .tool_name; exit 0',
    'set -euo pipefail\ngrep -q rm && exit 2\nexit 0',
    'jq . | cat',
    'if grep -q x; then echo no >&2; exit 2; fi',
    'grep -q x || exit 2',
    'main() { jq .; }\nmain "$@"',
    'sleep 1 &',
    'trap "rm -f /tmp/x" EXIT; exit 3',
    'exit 0 # done\n',
    '# nothing',
    '',
  ])('%j', async (text) => {
    expect(await flawOfText(text)).toBeNull();
  });
});

describe('a text gets a new shell', () => {
  test.each([
    ['echo $PPID', 'the parent of the process is another'],
    ['ps -o pid= | cat', 'the parent of the process is another'],
    ['cat /proc/self/environ; :', 'the arguments and the first environment of the process are others'],
    ['set -x; :', 'options of the shell change how a text inside another is run'],
    ['set -euxo pipefail; :', 'options of the shell change how a text inside another is run'],
    ['trap "echo" ERR; false', 'traps see the text inside another'],
    ['alias x=y\nx; :', 'how a line is read depends on the lines before it'],
    ['. ./lib.sh; :', 'what another file holds is not known'],
    ['source lib.sh && exit 2', 'what another file holds is not known'],
    ['cd x && npm test', 'its last command may take the place of the shell'],
    ['"$RUN"', 'its last command may take the place of the shell'],
    ['true; command ls', 'its last command may take the place of the shell'],
    ['(ls)', 'its last command may take the place of the shell'],
    ['echo "x', 'it cannot be read with certainty'],
  ])('%j: %s', async (text, why) => {
    expect(await flawOfText(text)).toBe(why);
  });
});
