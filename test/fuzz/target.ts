import type { Random } from './random.ts';

/** One reader under fire. An input is a text, so that it can be kept as a file and tried again. */
export interface Target {
  readonly name: string;
  /** Its share of all inputs. */
  readonly weight: number;
  /** Processor time that one input may take. */
  readonly limitMs: number;
  /** What its corpus is, beside what is kept in files. */
  readonly seeds: readonly string[];
  /** Makes an input out of chance and the corpus. */
  readonly input: (random: Random, corpus: readonly string[]) => string;
  /** Null when all is well, else what was turned into what. Whatever it throws is a crash. */
  readonly run: (input: string) => string | null | Promise<string | null>;
  /** Gives back what it opened. */
  readonly close?: () => void | Promise<void>;
}
