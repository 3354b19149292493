import { describe, expect, test } from 'vitest';
import { readPatch } from './patch.ts';

const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

describe('a patch', () => {
  test('is read file by file', () => {
    const text = patch(
      '*** Add File: docs/new.md',
      '+# New',
      '+',
      '*** Update File: src/a.ts',
      '*** Move to: src/b.ts',
      '@@ function f() {',
      ' one',
      '-two',
      '+three',
      '@@',
      '-four',
      '+five',
      '*** End of File',
      '*** Delete File: old.txt',
    );
    expect(readPatch(text)).toEqual([
      { does: 'add', path: 'docs/new.md', movedTo: null, before: '', after: '# New\n\n', added: '# New\n\n' },
      {
        does: 'update',
        path: 'src/a.ts',
        movedTo: 'src/b.ts',
        before: 'one\ntwo\nfour\n',
        after: 'one\nthree\nfive\n',
        added: 'three\nfive\n',
      },
      { does: 'delete', path: 'old.txt', movedTo: null, before: '', after: '', added: '' },
    ]);
  });

  test.each([
    ['a here-document', `<<'EOF'\n${patch('*** Delete File: a')}EOF\n`],
    ['a block of code', `%%bash\napply_patch <<"EOF"\n${patch('*** Delete File: a')}EOF\n`],
    ['line ends of Windows', patch('*** Delete File: a').replaceAll('\n', '\r\n')],
    ['blanks around headers', patch('  *** Delete File:   a  ')],
    ['other capitals', patch('*** delete file: a')],
    ['an environment', patch('*** Environment ID: box', '*** Delete File: a')],
    ['blank lines between files', patch('', '*** Delete File: a', '')],
  ])('may have %s', (_what, text) => {
    expect(readPatch(text)?.map(({ path }) => path)).toEqual(['a']);
  });

  test.each([
    ['nothing', ''],
    ['no patch', 'hello'],
    ['no end', '*** Begin Patch\n*** Delete File: a\n'],
    ['no file', patch()],
    ['a file without a name', patch('*** Delete File: ')],
    ['a change before any file', patch('+x', '*** Delete File: a')],
    ['a line that is no change', patch('*** Update File: a', 'x')],
    ['an added file with lines that are not added', patch('*** Add File: a', ' x')],
    ['a deleted file with lines', patch('*** Delete File: a', '+x')],
    ['an unknown header', patch('*** Update File: a', '*** Copy to: b')],
    ['a patch of another form', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'],
    ['a second program around it', `cd / && apply_patch\n${patch('*** Delete File: a')}`],
  ])('is not taken for one that was understood where it is %s', (_what, text) => {
    expect(readPatch(text)).toBe(null);
  });

  test.each([
    ['around it', `${' '.repeat(200_000)}x y\n${patch('*** Delete File: a')}`],
    ['in a header', patch(`*** Add File:${' '.repeat(200_000)}`, '+x')],
    ['where a file is moved to', patch('*** Update File: a', `*** Move to:${' '.repeat(200_000)}`, '+x')],
    ['inside a name', patch(`*** Delete File: a${' '.repeat(200_000)}b c`)],
  ])('with very many blanks %s does not hold the program', (_where, text) => {
    const start = performance.now();
    readPatch(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('takes a line of the file for none of its own, however it looks', () => {
    const text = patch('*** Update File: a', ' *** Delete File: b', '+*** Delete File: c', '*** Delete File: d');
    expect(readPatch(text)?.map(({ path }) => path)).toEqual(['a', 'd']);
  });
});
