import { expect, it } from 'vitest';
import { labelOf } from './hook-label.ts';
import { handlerText } from '../engine/handler-text.ts';
import { shortName } from '../load/source-of.ts';
import type { Handler, Hook } from '../model/index.ts';

type Command = Extract<Handler, { readonly kind: 'command' }>;

const words = (line: string): Command => ({ kind: 'command', form: 'words', line });
const shell = (script: string): Command => ({ kind: 'command', form: 'shell', shell: 'bash', script });
const argv = (program: string, ...args: readonly string[]): Command => ({
  kind: 'command',
  form: 'argv',
  program,
  args,
});

const label = (handler: Command, name = shortName(handlerText(handler))): string => labelOf({ name, handler } as Hook);

it.each([
  ['its script', words('./.kolega/hooks/no-rm.sh --strict'), 'no-rm'],
  ['its script', shell('"$QODER_PROJECT_DIR"/.qoder/hooks/greet.py'), 'greet'],
  ['its script', argv('./bin/check'), 'check'],
  ['what an interpreter runs', words('python3 tools/guard.py -v'), 'guard'],
  ['what an interpreter runs', argv('bash', 'x/format.sh'), 'format'],
  [
    'its guard',
    words('./.kolega/hooks/hookline-guard.sh closed dangerous-commands kolega PreToolUse'),
    'dangerous-commands',
  ],
  [
    'its guard',
    shell('"$D"/.qoder/hooks/hookline-guard.sh open desktop-notification qoder Stop'),
    'desktop-notification',
  ],
])('a hook without a name is called by %s: %j', (_, handler, expected) => {
  expect(label(handler)).toBe(expected);
});

it.each([shell('cat | jq . > log.txt'), shell('./a.sh && ./b.sh'), words('notify-send hello'), words("'unclosed")])(
  'a command that is no script keeps its words: %j',
  (handler) => {
    expect(label(handler)).toBe(shortName(handlerText(handler)));
  },
);

it('a name that its file gives stays', () => {
  expect(label(words('./x/y.sh'), 'mine')).toBe('mine');
});

it('the program of a configuration that knows no names is one, and so is its guard', () => {
  expect(label(words('./.kode/hooks/no-rm.sh'), 'no-rm.sh')).toBe('no-rm');
  expect(label(words('./.kode/hooks/hookline-guard.sh closed secrets kode tool_call_pre'), 'hookline-guard.sh')).toBe(
    'secrets',
  );
});
