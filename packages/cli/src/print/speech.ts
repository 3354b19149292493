import type { TextFlow } from './text-flow.ts';

/** What the model says, as it comes. */
export interface Speech {
  readonly add: (piece: string) => void;
  /** Ends a text with a line break; shows it whole when no piece of it came before. */
  readonly end: (whole: string) => void;
}

/** Where it is shown. */
interface Page {
  readonly stream: (text: string) => void;
  readonly isMidLine: () => boolean;
}

export function createSpeech(page: Page, flow: TextFlow): Speech {
  let hasPieces = false;
  const show = (text: string): void => {
    if (text !== '') page.stream(text);
  };
  return {
    add: (piece) => {
      hasPieces ||= piece !== '';
      show(flow.push(piece));
    },
    end: (whole) => {
      if (!hasPieces) show(flow.push(whole));
      show(flow.flush());
      if (page.isMidLine()) show('\n');
      hasPieces = false;
    },
  };
}
