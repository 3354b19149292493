// Whether a row meets its bar: only its whole interval can.

/** `met`, `missed`, `undecided` when the interval crosses the bar, or `no bar`. */
export function verdictOf({ bar, low, high, of }) {
  if (bar === null) return 'no bar';
  if (bar.worstAtMostMs !== undefined) return of.worstMs <= bar.worstAtMostMs ? 'met' : 'missed';
  if (high <= bar.ratioAtMost) return 'met';
  return low > bar.ratioAtMost ? 'missed' : 'undecided';
}
