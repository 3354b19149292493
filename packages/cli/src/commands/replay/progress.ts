import type { Progress } from '@hookline/toolbox';
import { isTerminal, writeErr } from '../../print/output.ts';

/** A progress line on stderr; nothing without a terminal. */
export interface ReplayProgress {
  readonly isShown: boolean;
  readonly show: (progress: Progress) => void;
  /** Writes a message without breaking the progress line. */
  readonly message: (text: string) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

const EVERY_MS = 200;
const CLEAR = '\r\u001b[K';

export function createProgress(
  isShown: boolean = isTerminal(2),
  write: (text: string) => unknown = writeErr,
): ReplayProgress {
  let lastMs = 0;
  let isThere = false;
  const end = (): void => {
    if (isThere) write(CLEAR);
    isThere = false;
  };
  const show = (progress: Progress): void => {
    if (!isShown || progress.elapsedMs - lastMs < EVERY_MS) return;
    lastMs = progress.elapsedMs;
    isThere = true;
    write(`${CLEAR}${progressText(progress)}`);
  };
  return {
    isShown,
    show,
    end,
    message: (text) => {
      end();
      write(text);
    },
  };
}

/** `1,200 of 5,000 (24 %), 310 a second, about 12 s left, 3 flips`. */
export function progressText({ done, total, flips, elapsedMs }: Progress): string {
  const perSecond = (done / Math.max(elapsedMs, 1)) * 1000;
  return [
    total === null
      ? number(done)
      : `${number(done)} of ${number(total)} (${Math.floor((done / Math.max(total, 1)) * 100)} %)`,
    `${number(Math.round(perSecond))} a second`,
    ...(total === null ? [] : [`about ${timeText((total - done) / Math.max(perSecond, 0.001))} left`]),
    `${number(flips)} ${flips === 1 ? 'flip' : 'flips'}`,
  ].join(', ');
}

function timeText(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

const number = (value: number): string => value.toLocaleString('en-US');
