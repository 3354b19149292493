import { basename } from 'node:path';
import { type CertainReading, interpreterNamed } from './interpreters.ts';
import { programRunner } from './program-runners.ts';

/** What an interpreter is to run. */
export type AskedScript =
  | { readonly runs: 'file'; readonly path: string; readonly reading: CertainReading }
  /** The text after a shell's `-c`. */
  | { readonly runs: 'text'; readonly text: string };

/** What the words tell an interpreter to run; null when that is not certain, so that no runnable hook is refused. */
export function askedOf(words: readonly string[]): AskedScript | null {
  if (words.length !== latest.words.length || !words.every((word, at) => word === latest.words[at]))
    latest = { words, asked: readWords(words) };
  return latest.asked;
}

/** Cached, because the same hook is checked more than once, and usually again at the next event. */
let latest: { readonly words: readonly string[]; readonly asked: AskedScript | null } = { words: [], asked: null };

function readWords(words: readonly string[]): AskedScript | null {
  const [program = '', ...rest] = withoutWrappers(words);
  const reading = interpreterNamed(program, 'run')?.certain;
  if (reading === undefined) return null;
  const { verb } = reading;
  const hasVerb = verb !== undefined && rest[0] === verb.word;
  if (verb?.required === true && !hasVerb) return null;
  return afterOptions(hasVerb ? rest.slice(1) : rest, reading);
}

/** `env NAME=value program …` and `exec program …` run the program; empty where another one may run. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  const wrapper = programRunner(basename(first), 'run');
  if (wrapper === null) return words;
  const start = wrapper.assigns === true ? rest.findIndex((word) => !/^\w+=/.test(word)) : 0;
  const setsPath = rest.slice(0, start).some((word) => word.startsWith('PATH='));
  return start === -1 || setsPath ? [] : withoutWrappers(rest.slice(start));
}

function afterOptions(words: readonly string[], reading: CertainReading): AskedScript | null {
  let isText = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (reading.text?.test(word) === true) isText = true;
    else if (reading.valued?.test(word) === true) at += 1;
    else if (reading.flags?.test(word) !== true) return scriptWord(word, isText, reading);
  }
  return null;
}

function scriptWord(word: string, isText: boolean, reading: CertainReading): AskedScript | null {
  if (word === '' || /^[-+]/.test(word)) return null;
  if (isText) return { runs: 'text', text: word };
  return reading.file?.test(word) === false ? null : { runs: 'file', path: word, reading };
}
