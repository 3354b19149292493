import { leftOutLine, PROGRAMS } from './programs.mjs';

/**
 * One line for each program that is missing, with how much was left out for it. A test says in its meta what it needs
 * and cannot have (`missing`), or how many conformance cases it left out (`casesLeftOut`): test/support/programs.ts.
 */
export function leftOutLines(metas) {
  const counts = new Map();
  const add = (program, kind, count) => {
    const known = counts.get(program) ?? { tests: 0, cases: 0 };
    counts.set(program, { ...known, [kind]: known[kind] + count });
  };
  for (const { missing = [], casesLeftOut = {} } of metas) {
    for (const program of missing) add(program, 'tests', 1);
    for (const [program, count] of Object.entries(casesLeftOut)) add(program, 'cases', count);
  }
  const missing = Object.keys(PROGRAMS).filter((program) => counts.has(program));
  return missing.map((program) => leftOutLine(program, whatIsLeftOut(counts.get(program))));
}

function whatIsLeftOut({ tests, cases }) {
  const parts = [counted(tests, 'test'), counted(cases, 'conformance case')].filter((part) => part !== null);
  return tests + cases === 1
    ? `${parts[0]} that needs it is left out`
    : `${parts.join(' and ')} that need it are left out`;
}

const counted = (count, noun) =>
  count === 0 ? null : `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
