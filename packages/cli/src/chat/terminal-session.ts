import type { EndReason } from '@hookline/agent';
import { type Draft, draftOf, edit, EMPTY, type Key, spell } from './editor.ts';
import { type History, newer, NO_HISTORY, older, remember } from './history.ts';
import { type Input, InputQueue } from './input-queue.ts';
import type { Bottom } from './live.ts';

/** What is called back when the user does something. */
export interface Listener {
  /** The bottom of the screen has changed. */
  readonly onChange: () => void;
  /** The user interrupts what runs. */
  readonly onInterrupt: () => void;
  /** A line left the queue, or an answer was given, under its label. */
  readonly onSent: (label: string, text: string) => void;
}

interface Question {
  readonly label: string;
  readonly done: (answer: string | null) => void;
  draft: Draft;
}

const PROMPT = '> ';

/** What a person types at the terminal, key by key; also while something runs. */
export class TerminalSession {
  readonly #listener: Listener;
  readonly #queue: InputQueue;
  #draft = EMPTY;
  #history: History = NO_HISTORY;
  #question: Question | null = null;
  #isWarned = false;

  constructor(listener: Listener, idleMs: number) {
    this.#listener = listener;
    this.#queue = new InputQueue({
      idleMs,
      isQuiet: () => this.#draft.text === '' && this.#question === null,
      onTaken: (text) => listener.onSent(PROMPT, text),
      onWait: listener.onChange,
    });
  }

  next(): Promise<Input> {
    return this.#queue.next();
  }

  /** Reads one answer; null when it was interrupted. */
  ask(label: string, signal: AbortSignal): Promise<string | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const cancel = (): void => done(null);
      const done = (answer: string | null): void => {
        signal.removeEventListener('abort', cancel);
        this.#question = null;
        if (answer !== null) this.#listener.onSent(label, answer);
        this.#listener.onChange();
        resolve(answer);
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#question = { label, done, draft: EMPTY };
      this.#listener.onChange();
    });
  }

  /** What is shown at the bottom of the screen; `status` says what runs. */
  bottom(status: string | null): Bottom {
    if (this.#question !== null) return { status: null, input: this.#question };
    const input = { label: PROMPT, draft: this.#draft };
    if (this.#queue.isWaiting) return { status: this.#isWarned ? 'Ctrl-C again leaves the chat' : null, input };
    const { queued } = this.#queue;
    const shown = status === null || queued === 0 ? status : `${status} (${queued} more to come)`;
    return { status: shown, input: this.#draft.text === '' ? null : input };
  }

  wake(): void {
    this.#queue.wake();
  }

  /** The session must end: nothing else is waited for. */
  end(reason: EndReason, status: number): void {
    this.#question?.done(null);
    this.#queue.end(reason, status);
  }

  /** Lines that wait go back to the input line. */
  takeBack(): void {
    const lines = this.#queue.takeBack();
    if (lines.length > 0) this.#draft = draftOf([...lines, this.#draft.text].filter((text) => text !== '').join('\n'));
  }

  press(key: Key): void {
    const isWarned = this.#isWarned;
    this.#isWarned = false;
    if (this.#question !== null) this.#answer(this.#question, key);
    else if (spell(key) === 'ctrl-c') this.#breakOff(isWarned);
    else this.#type(key);
    this.#queue.touch();
    this.#listener.onChange();
  }

  close(): void {
    this.#queue.close();
  }

  #answer(question: Question, key: Key): void {
    const name = spell(key);
    const { draft, done } = question;
    if (name === 'return') done(draft.text);
    else if (name === 'ctrl-c' || (name === 'ctrl-d' && draft.text === '')) {
      done(null);
      this.#listener.onInterrupt();
    } else question.draft = edit(draft, key);
  }

  #breakOff(isWarned: boolean): void {
    if (!this.#queue.isWaiting) this.#listener.onInterrupt();
    else if (isWarned) this.#queue.exit();
    else {
      this.#draft = EMPTY;
      this.#isWarned = true;
    }
  }

  #type(key: Key): void {
    const name = spell(key);
    if (name === 'return') this.#send();
    else if (name === 'ctrl-d' && this.#draft.text === '') this.#queue.exit();
    else if (name === 'up' || name === 'ctrl-p') this.#recall(older);
    else if (name === 'down' || name === 'ctrl-n') this.#recall(newer);
    else this.#draft = edit(this.#draft, key);
  }

  #recall(step: typeof older): void {
    const { history, draft } = step(this.#history, this.#draft);
    this.#history = history;
    this.#draft = draft;
  }

  #send(): void {
    const { text } = this.#draft;
    if (text.trim() === '') return;
    this.#draft = EMPTY;
    this.#history = remember(this.#history, text);
    this.#queue.send(text);
  }
}
