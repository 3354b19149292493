// Processor time of processes, from /proc: Linux only.
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of `stat`: the system says it to C programs only, and it is the same on every Linux that Node runs on. */
const TICK_MS = 10;

/** Of all processes that this one has started and that have ended: in user and in system mode. */
export function childrenMs() {
  const { utime, stime } = childTimes(fieldsOf(process.pid));
  return (utime + stime) * TICK_MS;
}

/** Of processes that still run, all their threads; those that have ended count no more. */
export const ownMs = (pids) => pids.reduce((sum, pid) => sum + threadsMs(pid), 0);

/** The processes below one whose names hold a word. */
export function familyOf(pid, word) {
  const parents = new Map(processes().map((each) => [each, Number(fieldsOf(each)[1])]));
  const isBelow = (each) => each !== undefined && (parents.get(each) === pid || isBelow(parents.get(each)));
  return [...parents.keys()].filter((each) => isBelow(each) && nameOf(each).includes(word));
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => fieldsOf(pid).length > 0);

const nameOf = (pid) => textIn(`/proc/${pid}/comm`).trim();

/** What stands behind the name, which may hold anything: state, parent, … */
const fieldsOf = (pid) => {
  const text = textIn(`/proc/${pid}/stat`);
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
};

const childTimes = (fields) => ({ utime: Number(fields[13]), stime: Number(fields[14]) });

function threadsMs(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [nanoseconds] = textIn(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
      return sum + Number(nanoseconds) / 1e6;
    }, 0);
  } catch {
    return 0;
  }
}

function textIn(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
