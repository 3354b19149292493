import type { UserInterface, AgentEvent } from '@hookline/agent';
import { forTerminal, killAllRuns } from '@hookline/core/internal';
import { writeSync } from 'node:fs';
import { type Paint, paintFor } from '../print/paint.ts';
import { createSpeech, type Speech } from '../print/speech.ts';
import { flowForTerminal } from '../print/text-flow.ts';
import { oneLine } from '../print/text.ts';
import { HANGUP, type Interruption, onSignals } from '../process/signals.ts';
import { type Activity, activityLine, follow, THINKING } from './activity.ts';
import { chatLines } from './chat-lines.ts';
import type { Transport } from './converse.ts';
import { type Key, spell } from './editor.ts';
import type { Input } from './input-queue.ts';
import { type Keyboard, openKeyboard } from './keyboard.ts';
import { layOut, type Live, NOTHING, type Size } from './live.ts';
import { askPermission, elicit } from './questions.ts';
import { createScreen, type Screen } from './screen.ts';
import { TerminalSession } from './terminal-session.ts';

const FRAME_MS = 100;
const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';
const BELL = '\u0007';
const INTERRUPTED = 130;
const CTRL_C: Key = { name: 'c', ctrl: true, meta: false, text: '' };

/** A person at a terminal. Owns the terminal's modes, which `close` restores. */
export class Terminal implements Transport {
  readonly paint: Paint = paintFor(1, process.env);
  readonly front: UserInterface;
  readonly #screen: Screen = createScreen(writeToTerminal, sizeOfTerminal);
  readonly #speech: Speech = createSpeech(this.#screen, flowForTerminal());
  readonly #session: TerminalSession;
  readonly #keyboard: Keyboard;
  readonly #closers: readonly (() => void)[];
  #activity: Activity = THINKING;
  #frame = 0;
  /** What can interrupt the work that runs; `killAllRuns` where nothing else can. */
  #interrupt: (() => void) | null = null;
  #isLeaving = false;
  #questions: Promise<unknown> = Promise.resolve();

  constructor(idleMs: number) {
    this.#session = new TerminalSession(
      {
        onChange: () => this.#screen.show(this.#live()),
        onInterrupt: () => this.#breakOff(),
        onSent: (label, text) => {
          // What was typed stays above, as a line of the scrollback.
          this.#screen.show(NOTHING);
          this.#screen.print([`${label}${forTerminal(text).replaceAll('\n', '\n  ')}`]);
        },
      },
      idleMs,
    );
    this.front = {
      tell: (event) => this.#tell(event),
      askPermission: (question, signal) => this.#oneByOne(() => askPermission(question, this, this.paint, signal)),
      elicit: (question, signal) => this.#oneByOne(() => elicit(question, this, this.paint, signal)),
    };
    this.#keyboard = openKeyboard(process.stdin, {
      onKey: (key) => this.#press(key),
      onGone: () => this.#stop(HANGUP),
    });
    this.#closers = [onSignals((interruption) => this.#stop(interruption)), this.#watchSize(), this.#closeAtExit()];
    this.#screen.send(PASTE_ON);
  }

  next(): Promise<Input> {
    return this.#session.next();
  }

  say(lines: readonly string[]): void {
    this.#screen.print(lines);
  }

  ask(label: string, signal: AbortSignal): Promise<string | null> {
    return this.#session.ask(label, signal);
  }

  wake(): void {
    this.#session.wake();
  }

  turn<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const turn = new AbortController();
    const interrupt = (): void => {
      if (turn.signal.aborted) killAllRuns();
      turn.abort(new Error('interrupted by the user'));
    };
    return this.#watch(THINKING, interrupt, () => work(turn.signal));
  }

  chore<Value>(work: () => Promise<Value>): Promise<Value> {
    let isImpatient = false;
    const interrupt = (): void => {
      killAllRuns();
      // Where killing hooks did not help, something else hangs.
      if (isImpatient) process.exit(INTERRUPTED);
      isImpatient = true;
    };
    return this.#watch({ work: 'one moment', hook: null }, interrupt, work);
  }

  /** Leaves the terminal as it was found; can be called twice. */
  close(): void {
    for (const close of this.#closers) close();
    this.#session.close();
    this.#screen.show(NOTHING);
    this.#screen.send(PASTE_OFF);
    this.#keyboard.close();
  }

  async #watch<Value>(activity: Activity, interrupt: () => void, work: () => Promise<Value>): Promise<Value> {
    const timer = setInterval(() => {
      this.#frame += 1;
      this.#screen.show(this.#live());
    }, FRAME_MS);
    this.#activity = activity;
    this.#interrupt = interrupt;
    this.#screen.show(this.#live());
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#interrupt = null;
      this.#speech.end('');
      this.#screen.show(this.#live());
    }
  }

  #live(): Live {
    const status = this.#interrupt === null ? null : activityLine(this.#activity, this.#frame);
    return layOut(this.#session.bottom(status), sizeOfTerminal());
  }

  #tell(event: AgentEvent): void {
    this.#activity = follow(this.#activity, event);
    if (event.type === 'text_delta' && event.agent === null) this.#speech.add(event.text);
    if (event.type === 'text' && event.agent === null) this.#speech.end(event.text);
    if (event.type === 'title') this.#screen.send(`\u001b]0;${oneLine(event.title)}${BELL}`);
    if (event.type === 'notification') this.#screen.send(BELL);
    this.#screen.print(chatLines(event, this.paint));
    this.#screen.show(this.#live());
  }

  // Two questions at once would get each other's answers.
  #oneByOne<Value>(ask: () => Promise<Value>): Promise<Value> {
    const answer = this.#questions.then(ask);
    this.#questions = answer.catch(() => undefined);
    return answer;
  }

  #press(key: Key): void {
    const name = spell(key);
    if (name === 'ctrl-z') this.#suspend();
    else if (name === 'ctrl-l') this.#screen.wipe();
    else this.#session.press(key);
  }

  #breakOff(): void {
    if (this.#isLeaving) {
      killAllRuns();
      process.exit(INTERRUPTED);
    }
    this.#session.takeBack();
    this.#interrupt?.();
  }

  #stop(interruption: Interruption): void {
    if (interruption.signal === 'SIGINT') {
      this.#session.press(CTRL_C);
      return;
    }
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#interrupt?.();
    this.#session.end(interruption.reason, interruption.status);
  }

  #suspend(): void {
    this.#screen.show(NOTHING);
    this.#screen.send(PASTE_OFF);
    this.#keyboard.release();
    process.once('SIGCONT', () => {
      this.#keyboard.hold();
      this.#screen.send(PASTE_ON);
      this.#screen.redraw(this.#live());
    });
    process.kill(process.pid, 'SIGTSTP');
  }

  #watchSize(): () => void {
    const redraw = (): void => this.#screen.redraw(this.#live());
    process.stdout.on('resize', redraw);
    return () => process.stdout.off('resize', redraw);
  }

  #closeAtExit(): () => void {
    const close = (): void => this.close();
    process.on('exit', close);
    return () => process.off('exit', close);
  }
}

const sizeOfTerminal = (): Size => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 });

// A terminal that is gone must not keep the session from its end.
function writeToTerminal(text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}
