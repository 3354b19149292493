import { loadBashParser } from '../../shell/bash-tree.ts';

/** How a text leaves a shell that is to speak in its own name afterwards. */
export interface Afterwards {
  /** What is left of the text without an `exit` at its very end, which would be the end of the shell too. */
  readonly body: string;
  /** What that `exit` says; null for the status that the text has left. */
  readonly status: number | null;
}

/** Null when something may speak after the text, or the words that the shell needs may have another meaning. */
export function afterScript(text: string): Afterwards | null {
  const leavesJob = text.replace(OTHER_AMPERSANDS, '').includes('&');
  return OTHERWISE.test(text) || UNNAMED.test(text) || leavesJob ? null : { body: text, status: null };
}

/** The same, of a text that holds one statement at least and has no mistakes. */
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

/** What has work to do after the text, is not known, or takes from the shell what it needs to speak. */
const OTHERWISE =
  /\b(?:trap|eval|enable|ulimit)\b|\b(?:exec|printf|exit)\s*\(\s*\)|\bfunction\s+(?:exec|printf|exit)\b/;

/** A command that only its variables name may be any of those. */
const UNNAMED =
  /(?:^|[;&|({!`\n]|\b(?:then|do|else|elif|if|while|until|time|command|builtin)\b)[ \t]*(?:\w+=\S*[ \t]+)*["']?\w*\$(?!\()/;

// The shell tells of a job that was killed when it goes on to the next command.
const OTHER_AMPERSANDS = /&&|[<>]&|&>/g;
