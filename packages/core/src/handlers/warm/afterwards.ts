import { loadBashParser } from '../../shell/bash-tree.ts';

/** How a shell continues after a hook's text, if it is to report the exit code itself. */
export interface Afterwards {
  /** The text without an `exit` at its very end, which would end the shell too. */
  readonly body: string;
  /** The argument of that `exit`; null for the status that the text has left. */
  readonly status: number | null;
}

/** Null when something may run after the text, or the words that the shell needs may have been redefined. */
export function afterScript(text: string): Afterwards | null {
  const leavesJob = text.replace(OTHER_AMPERSANDS, '').includes('&');
  return OTHERWISE.test(text) || UNNAMED.test(text) || leavesJob ? null : { body: text, status: null };
}

/** The same for a text that has at least one statement and no syntax errors. */
export async function afterText(text: string): Promise<Afterwards | null> {
  const afterwards = afterScript(text);
  if (afterwards === null || !/\bexit\b/.test(text)) return afterwards;
  const { parse } = await loadBashParser();
  const last = parse(text).commands.at(-1);
  const exit = last === undefined ? null : LITERAL_EXIT.exec(text.slice(last.pos, last.end));
  if (last === undefined || exit === null) return afterwards;
  return { body: text.slice(0, last.pos), status: exit[1] === undefined ? null : Number(exit[1]) % 256 };
}

const LITERAL_EXIT = /^exit(?:[ \t]+(\d{1,3}))?$/;

/** Commands that run something after the text, are unknown, or take from the shell what it needs to report. */
const OTHERWISE =
  /\b(?:trap|eval|enable|ulimit)\b|\b(?:exec|printf|exit)\s*\(\s*\)|\bfunction\s+(?:exec|printf|exit)\b/;

/** A command named only by variables may be any of those. */
const UNNAMED =
  /(?:^|[;&|({!`\n]|\b(?:then|do|else|elif|if|while|until|time|command|builtin)\b)[ \t]*(?:\w+=\S*[ \t]+)*["']?\w*\$(?!\()/;

// The shell reports a killed job when it continues with the next command.
const OTHER_AMPERSANDS = /&&|[<>]&|&>/g;
