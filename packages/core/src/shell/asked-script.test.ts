import { expect, test } from 'vitest';
import { askedOf } from './asked-script.ts';

const summary = (words: readonly string[]): string | null => {
  const asked = askedOf(words);
  if (asked === null) return null;
  return asked.runs === 'file' ? `file ${asked.path}` : `text ${asked.text}`;
};

test.each([
  ['bash x.sh', 'file x.sh'],
  ['/bin/bash -eu -o pipefail x.sh arg', 'file x.sh'],
  ['bash -euo pipefail x.sh', 'file x.sh'],
  ['sh --posix x.sh', 'file x.sh'],
  ['bash -c text name', 'text text'],
  ['bash -ec text', 'text text'],
  ['python3 x.py', 'file x.py'],
  ['python3.11 -u -W ignore -X dev x.py', 'file x.py'],
  ['python3 -Wignore x.py', 'file x.py'],
  ['node x.mjs', 'file x.mjs'],
  ['node --no-warnings --import=./y.mjs -r z x.ts', 'file x.ts'],
  ['perl -w x.pl', 'file x.pl'],
  ['ruby x.rb', 'file x.rb'],
  ['deno run -A --allow-net=a.b x.ts', 'file x.ts'],
  ['bun run ./x.ts', 'file ./x.ts'],
  ['bun ./x.ts', 'file ./x.ts'],
  ['/usr/bin/env python3 x.py', 'file x.py'],
  ['env A=1 B=2 bash x.sh', 'file x.sh'],
  ['exec bash x.sh', 'file x.sh'],
])('%s asks for: %s', (line, expected) => {
  expect(summary(line.split(' '))).toBe(expected);
});

test.each([
  ['./x.sh'],
  ['cat x.sh'],
  ['bash'],
  ['bash -s'],
  ['bash -l x.sh'],
  ['bash -i x.sh'],
  ['bash --rcfile y x.sh'],
  ['bash -'],
  ['python3'],
  ['python3 -'],
  ['python3 -m module'],
  ['python3 -c code'],
  ['python3 --unknown x.py'],
  ['node'],
  ['node -e code'],
  ['node --test x.mjs'],
  ['node x'],
  ['perl -e code'],
  ['deno x.ts'],
  ['deno run https://a.b/x.ts'],
  ['deno run --config y x.ts'],
  ['bun run build'],
  ['bun build.ts'],
  ['env -i bash x.sh'],
  ['env PATH=/x python3 x.py'],
  ['env'],
  ['env A=1'],
])('%s leaves it open', (line) => {
  expect(summary(line.split(' '))).toBe(null);
});
