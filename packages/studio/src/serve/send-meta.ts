import type { LiveMessage, Meta } from '../api/index.ts';
import type { DecisionSource } from '../source/decision-source.ts';
import type { ReadMeta } from './meta.ts';

const META_MS = 1_000;
const READING_MS = 250;

/**
 * Sends the counts at once, and again when they are others; while the record is being read, more often. That all is read
 * is told at once, before anything is counted of it. The result ends that.
 */
export function sendMeta(
  say: (message: LiveMessage) => boolean,
  meta: ReadMeta,
  source: Pick<DecisionSource, 'whenRead'>,
): () => void {
  let [last, isOver, isHurried] = ['', false, true];
  let timer: NodeJS.Timeout | null = null;
  const again = (pause: number): void => {
    if (!isOver) timer = setTimeout(look, pause);
  };
  const tell = (now: Meta): void => {
    const text = JSON.stringify(now);
    if (text !== last) say({ kind: 'meta', meta: now });
    last = text;
    if (now.index.done) isHurried = false;
    again(now.index.done ? META_MS : READING_MS);
  };
  const look = (): void => {
    timer = null;
    meta(isHurried).then(tell, () => again(META_MS)); // the page asks for it too, and is told what is wrong
  };
  const end = (): void => {
    if (timer !== null) clearTimeout(timer);
  };
  look();
  const lookNow = (): void => {
    if (isOver || timer === null) return;
    end();
    look();
  };
  source.whenRead().then(lookNow, () => undefined);
  return () => {
    isOver = true;
    end();
  };
}
