import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalPrefix } from './literal-prefix.ts';

test.each<readonly [string, string, string]>([
  ['^mcp__.*', '', 'mcp__'],
  ['^(?:mcp__[^\\n]{0,})$', 'v', 'mcp__'],
  ['^Edit$', '', 'Edit'],
  ['^a\\.b', '', 'a.b'],
  ['^ab*c', '', 'a'],
  ['^ab+c', '', 'ab'],
  ['^ab?', '', 'a'],
  ['^ab{0,2}', '', 'a'],
  ['^(?:ab|c)$', '', ''],
  ['^ab|c', '', ''],
  ['mcp__', '', ''],
  ['^mcp', 'i', ''],
  ['^mcp', 'm', ''],
  ['^a\\d', '', 'a'],
  ['^(a)b', '', ''],
  ['', '', ''],
  ['a^b', '', ''],
  ['ab^c', '', ''],
  ['^(?:ab)$c', '', ''],
  ['^.ab', '', ''],
  ['^a-/ :,;@#%&=~<>!"\'b.', '', 'a-/ :,;@#%&=~<>!"\'b'],
  ['^\\.\\-\\/\\$\\*\\+\\?\\(\\)\\[\\]\\{\\}\\^.', '', '.-/$*+?()[]{}^'],
])('every text in which /%s/%s is found begins with %j', (source, flags, prefix) => {
  expect(literalPrefix(source, flags)).toBe(prefix);
});

test('no expression is found in a text that does not begin so', () => {
  const unit = fc.constantFrom(...'ab.-_^$|()[]{}*+?\\d12,:'.split(''));
  const texts = fc.string({ unit: fc.constantFrom(...'ab.-_12'.split('')) });
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), fc.array(texts, { maxLength: 20 }), (written, samples) => {
      const source = `^${written}`;
      let regex: RegExp;
      try {
        regex = new RegExp(source);
      } catch {
        return;
      }
      const prefix = literalPrefix(source, '');
      for (const text of [...samples, prefix, prefix.slice(0, -1), prefix.slice(1)])
        if (regex.test(text)) expect(text.startsWith(prefix)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});
