const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;

/** When a decision was made, by its id; null: the id is not of hookline's own form. Start, end and every repeat agree on it. */
function timeOfDecision(id: string): number | null {
  if (id.length < TIME_DIGITS) return null;
  let time = 0;
  for (let at = 0; at < TIME_DIGITS; at += 1) {
    const digit = DIGITS.indexOf(id[at] ?? '');
    if (digit < 0) return null;
    time = time * 32 + digit;
  }
  return time <= LATEST ? time : null;
}

/** The end of the year 9999, beyond which no date is written. */
const LATEST = 253_402_300_799_000;

const NEAR_MS = 2 * 24 * 3600 * 1000;

/**
 * The day of a decision, by which its rows are laid out: that of its id, so that a start before midnight and an end after it
 * meet; where an id says another time than the line, that of the line.
 */
export function dayOf(id: string, at: number): string {
  const byId = timeOfDecision(id);
  const time = byId !== null && Math.abs(byId - at) <= NEAR_MS ? byId : at;
  return dayText(Math.min(Math.max(time, 0), LATEST));
}

const DAY_MS = 24 * 3600 * 1000;

/** The day that was asked for last: nearly all lines of a chunk have the same. */
const last = { day: -1, text: '' };

function dayText(time: number): string {
  const day = Math.floor(time / DAY_MS);
  if (day !== last.day) Object.assign(last, { day, text: new Date(time).toISOString().slice(0, 10) });
  return last.text;
}
