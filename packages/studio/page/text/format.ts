const DAY = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');

/** "21:28:06.140" for today, "11-14 21:28:06" for other days; local time. */
export function clockOf(at: number, now = Date.now()): string {
  const date = new Date(at);
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const isToday = new Date(now).toDateString() === date.toDateString();
  return isToday ? `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}` : `${dayOf(date)} ${clock}`;
}

const dayOf = (date: Date): string => `${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Both times: of the wall, and how long ago. */
export const fullTime = (at: number): string => `${wallTime(at)} · ${agoOf(at)}`;

/** "2026-11-14 21:28:06.140+01:00": by the same clock as all other times of the page, and how far it is from UTC. */
export function wallTime(at: number): string {
  const minutes = -new Date(at).getTimezoneOffset();
  const [clock = ''] = new Date(at + minutes * 60_000).toISOString().replace('T', ' ').split('Z');
  const ahead = Math.abs(minutes);
  return minutes === 0
    ? `${clock}Z`
    : `${clock}${minutes > 0 ? '+' : '-'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** "3 s", "2 m", "5 h", "12 d" ago. */
export function agoOf(at: number, now = Date.now()): string {
  const span = Math.max(0, now - at);
  if (span < 60_000) return `${Math.round(span / 1000)} s ago`;
  if (span < 3_600_000) return `${Math.round(span / 60_000)} min ago`;
  if (span < 2 * DAY) return `${Math.round(span / 3_600_000)} h ago`;
  return `${Math.round(span / DAY)} days ago`;
}

/** "0.4 ms", "58 ms", "1.24 s". */
export function lengthOf(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 10) return `${ms < 0.05 ? '0' : ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(2)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

/** "812 bytes", "4.1 KB", "2.0 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte');
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export const countOf = (value: number): string => value.toLocaleString('en-US');

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${countOf(count)} ${count === 1 ? one : many}`;

/** The last part of a path: enough to tell projects apart at a glance; the whole stands in the title. */
export const lastPart = (path: string): string =>
  path
    .replace(/[\\/]+$/, '')
    .split(/[\\/]/)
    .pop() || path;

const NAMED = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u2028\u2029\ufeff]/g;

/** Text of others as it can be looked at: control characters and those that turn the line around become visible. */
export const visible = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (char) => String.fromCharCode(0x2400 + char.charCodeAt(0)))
    .replace(/[\u007f-\u009f]/g, (char) => `‹${char.charCodeAt(0).toString(16)}›`)
    .replace(NAMED, (char) => `‹U+${char.charCodeAt(0).toString(16).toUpperCase()}›`);

/** The same on one line. */
export const oneLine = (text: string): string => visible(text.replace(/\s*[\r\n]+\s*/g, ' ⏎ '));
