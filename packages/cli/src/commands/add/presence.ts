/** Whether a text has a command: exactly, with other options, or not at all. */
export type Presence = 'same' | 'other' | 'absent';

/** How a text has a command, as it is or as JSON spells it; `words` are those that tell it from others, whatever its options. */
export function presenceOf(text: string, command: string, words: readonly string[]): Presence {
  const inJson = JSON.stringify(command).slice(1, -1);
  const isThere = [command, inJson].some((form) =>
    new RegExp(`${escaped(form)}(?=["'\\s]|$)(?! [\\w-]+=)`, 'm').test(text),
  );
  if (isThere) return 'same';
  const [program = '', ...rest] = words;
  const anyWay = `${escaped(program)}["']? (?:closed|open) ${rest.map(escaped).join(' ')}(?![\\w-])`;
  return new RegExp(anyWay).test(text) ? 'other' : 'absent';
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
