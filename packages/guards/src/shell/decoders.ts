import { resolveEscapes } from './escapes.ts';
import { isSet, readFlags } from './flags.ts';
import { blurred, hasHole, MARKS, undecoded } from './marks.ts';
import { type Printer, type PrinterCall, readInput } from './printer.ts';

/** The output of a decoder is known here only when its whole input is. */
const hidden = (text: string): string => (/[\uE004\uE006\uE00B\uE00C]/.test(text) ? blurred(text) : MARKS.hidden);

export function base64(call: PrinterCall): string {
  const flags = readFlags(call.args, { valued: ['w', 'b', 'i', 'o'] });
  const input = readInput(call);
  const decodes = isSet(flags, ['d', 'D', 'decode']);
  // Without a file or a pipe it reads what a person types, which is not known either.
  if (hasHole(input) || input === '') return decodes ? hidden(input) : blurred(input);
  return decodes
    ? MARKS.decoded + Buffer.from(undecoded(input), 'base64').toString('utf8')
    : `${Buffer.from(input).toString('base64')}\n`;
}

export function xxd(call: PrinterCall): string {
  const { names, operands } = readFlags(call.args, { valued: ['c', 'l', 'g'] });
  const input = readInput({ ...call, args: operands });
  if (!names.has('r')) return blurred(input);
  return hasHole(input) || input === ''
    ? hidden(input)
    : MARKS.decoded + Buffer.from(undecoded(input).replace(/\s/g, ''), 'hex').toString('utf8');
}

export const openssl: Printer = (call) =>
  call.args.includes('-d')
    ? call.args[0] === 'base64'
      ? call.args.includes('-in')
        ? MARKS.hidden
        : base64({ ...call, args: ['-d'] })
      : hidden(call.invocation.stdin)
    : blurred(call.invocation.stdin);

export const decompress: Printer = (call) => hidden(readInput(call));

export function reverse(call: PrinterCall): string {
  const input = readInput(call);
  return hasHole(input)
    ? hidden(input)
    : MARKS.decoded +
        input
          .split('\n')
          .map((line) => Array.from(line).reverse().join(''))
          .join('\n');
}

export function translate({ args, invocation }: PrinterCall): string {
  const { names, operands } = readFlags(args);
  const { stdin } = invocation;
  if (hasHole(stdin)) return blurred(stdin);
  const [from, to] = operands.map(characterSet);
  if (from === undefined || from === null || to === null) return MARKS.hidden;
  if (names.has('d'))
    return Array.from(stdin)
      .filter((character) => !from.includes(character))
      .join('');
  if (to === undefined) return stdin;
  const put = Array.from(
    stdin,
    (character) => to[Math.min(from.lastIndexOf(character), to.length - 1)] ?? character,
  ).join('');
  // Other separators and capitals are no code.
  return put.toLowerCase().replace(/\W/g, '') === stdin.toLowerCase().replace(/\W/g, '') ? put : MARKS.decoded + put;
}

/** The characters of a set such as `a-z`; null for one that cannot be parsed. */
function characterSet(text: string): readonly string[] | null {
  if (text.includes('[:')) return null;
  return Array.from(resolveEscapes(text).matchAll(/(.)-(.)|(.)/gs)).flatMap(([, first, last, single]) => {
    if (single !== undefined) return [single];
    const [from, to] = [first?.codePointAt(0) ?? 0, last?.codePointAt(0) ?? 0];
    return Array.from({ length: Math.max(0, Math.min(256, to - from + 1)) }, (_, index) =>
      String.fromCodePoint(from + index),
    );
  });
}
