export interface Interval {
  readonly low: number;
  readonly high: number;
}

export function median(values: readonly number[]): number;
export function percentile(values: readonly number[], percent: number): number;
export function pairedRatio(first: readonly number[], second: readonly number[]): Interval & { readonly ratio: number };
export function ratioOfBlocks<Block>(
  first: readonly Block[],
  second: readonly Block[],
  figureOf: (blocks: readonly Block[]) => number,
): Interval & { readonly ratio: number };
export function bootstrapInterval(
  values: readonly number[],
  options?: { readonly draws?: number; readonly random?: () => number },
): Interval;
export function seededRandom(seed: number): () => number;
