/** `met`, `missed`, `undecided` when the interval crosses the bar, or `no bar`. */
export function verdictOf(row: {
  readonly bar: { readonly ratioAtMost?: number; readonly worstAtMostMs?: number } | null;
  readonly low?: number;
  readonly high?: number;
  readonly of?: { readonly worstMs: number };
}): 'met' | 'missed' | 'undecided' | 'no bar';
