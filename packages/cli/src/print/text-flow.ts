import { forTerminal } from '@hookline/core/internal';

/** Makes a text that comes in pieces safe to show, as if it had come whole. */
export interface TextFlow {
  /** What of the text so far may be shown now. */
  readonly push: (piece: string) => string;
  /** What was held back, at the end of the text. */
  readonly flush: () => string;
}

/** For a terminal: sequences and emoji that are cut in two by the stream are judged when both halves are there. */
export const flowForTerminal = (): TextFlow => createFlow(UNFINISHED, forTerminal);

/** For a program: the text as it is, only never half a character. */
export const flowForProgram = (): TextFlow => createFlow(HALF_PAIR, (text) => text);

const HALF_PAIR = /[\ud800-\udbff]$/;

// An escape sequence that may go on, or what the glue of an emoji may follow.
const UNFINISHED =
  /(?:[\u001b\u0080-\u009f][^\n\u001b]{0,200}|\r|[\ufe0f\u200d\p{Emoji}\p{Extended_Pictographic}]{1,12}[\ud800-\udbff]?|[\ud800-\udbff])$/u;

function createFlow(unfinished: RegExp, show: (text: string) => string): TextFlow {
  let held = '';
  return {
    push: (piece) => {
      const text = held + piece;
      held = unfinished.exec(text)?.[0] ?? '';
      return show(text.slice(0, text.length - held.length));
    },
    flush: () => {
      const rest = held;
      held = '';
      return show(rest);
    },
  };
}
