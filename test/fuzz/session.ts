import { createRandom } from './random.ts';
import type { Target } from './target.ts';

export type FailureKind = 'crash' | 'hang' | 'flip';

/** An input that a reader did not stand. */
export interface Failure {
  readonly kind: FailureKind;
  readonly target: string;
  /** Of the input: with the seed of the run it can be made again. */
  readonly index: number;
  readonly input: string;
  readonly detail: string;
}

/** Which inputs of a target are tried: those from `first` on, each `step`-th. */
export interface Stretch {
  readonly seed: string;
  readonly first: number;
  readonly step: number;
  readonly end: number;
  readonly corpus: readonly string[];
  /** So many are enough to look at. */
  readonly mostFailures?: number;
  /** Told of each input before it is tried. */
  readonly onInput?: (index: number) => void;
}

const MOST_FAILURES = 20;

/** Tries a stretch of inputs; the corpus comes first, as it is. Stops early when there is enough to look at. */
export async function tryStretch(target: Target, stretch: Stretch): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const { first, step, end, mostFailures = MOST_FAILURES } = stretch;
  for (let index = first; index < end && failures.length < mostFailures; index += step) {
    stretch.onInput?.(index);
    const failure = await tryInput(target, index, inputAt(target, stretch, index));
    if (failure !== null) failures.push(failure);
  }
  return failures;
}

/** The input of that number: of the same seed and corpus always the same. */
export function inputAt(target: Target, { seed, corpus }: Pick<Stretch, 'seed' | 'corpus'>, index: number): string {
  const kept = corpus[index];
  return kept ?? target.input(createRandom(`${seed}/${target.name}/${index}`), corpus);
}

/** Tries one input. One that takes long is tried again: only what takes long each time, by the processor, hangs. */
async function tryInput(target: Target, index: number, input: string): Promise<Failure | null> {
  const failure = (kind: FailureKind, detail: string): Failure => ({ kind, target: target.name, index, input, detail });
  const start = performance.now();
  try {
    const flip = await target.run(input);
    if (flip !== null) return failure('flip', flip);
  } catch (error) {
    return failure('crash', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (performance.now() - start <= target.limitMs) return null;
  const ms = Math.min(await processorMs(target, input), await processorMs(target, input));
  return ms > target.limitMs ? failure('hang', `took ${Math.round(ms)} ms of the processor`) : null;
}

async function processorMs(target: Target, input: string): Promise<number> {
  const start = process.cpuUsage();
  await target.run(input);
  return process.cpuUsage(start).user / 1000;
}
