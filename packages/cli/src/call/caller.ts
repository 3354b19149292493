import type { Hooks } from '@hookline/core/internal';
import { isTerminal, writeErr, writeOut } from '../print/output.ts';
import { readText } from './read-text.ts';
import { wrongCall } from './wrong-call.ts';

/** Who makes a call: where its words come from, and where the answer goes. */
export interface Caller {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that the call was made in; throws a wrong call when it has been removed meanwhile. */
  readonly folder: () => string;
  /** The whole text of a file, or of stdin for `-`. */
  readonly readText: (source: string) => string | Promise<string>;
  readonly isTerminal: (descriptor: 0 | 1 | 2) => boolean;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
  /** Aborted when the caller has gone away; null when that ends this process too. */
  readonly gone: AbortSignal | null;
  /** Asked about the hooks before any of them runs: what carries the call out in a process of its own; null: it goes on here. */
  readonly elsewhere?: (hooks: Hooks) => (() => Promise<number>) | null;
}

/** The process itself. */
export const THIS_PROCESS: Caller = {
  env: process.env,
  folder: () => {
    try {
      return process.cwd();
    } catch {
      throw wrongCall('the working directory is gone; name the project with --project DIR');
    }
  },
  readText,
  isTerminal,
  writeOut,
  writeErr,
  gone: null,
};
