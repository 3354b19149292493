import type { Hook } from '../model/index.ts';
import type { Frame } from './frame.ts';

/** One hook's run as its dialect reads it: the hook, the event in the dialect's eyes, and whether anybody waits. */
export interface Reading {
  readonly hook: Hook;
  readonly frame: Frame;
  readonly background: boolean;
}
