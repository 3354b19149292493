import type { ProgramRunner } from '@hookline/core/internal';

/** Reads a text of another language: its input for `-`, else the file that it names, where the line has written that. */
const COMPILER: ProgramRunner = {
  valued: ['o', 'x', 'std', 'I', 'L', 'crate-type', 'edition', 'd', 'cp', 'classpath'],
  longDash: true,
  ways: [{ takes: 'code', language: 'other', options: [] }],
};

/** A text for it may hold lines of shell. */
const TYPESETTER: ProgramRunner = {
  valued: [],
  longDash: true,
  ways: [{ takes: 'line-of-operand', joined: true, holds: /write18\s*\{(.*?)\}/s }],
};

const each = (names: string, runner: ProgramRunner): Readonly<Record<string, ProgramRunner>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, runner]));

/**
 * Further programs in whose arguments or input a guard finds what would run; a hook that names one of them still loads
 * only files of its own, so that they are not in the table that trust reads.
 */
export const MORE_RUNNERS: Readonly<Record<string, ProgramRunner>> = {
  ...each('gcc g++ cc c++ clang clang++ tcc rustc javac swiftc kotlinc nim dmd gdc ldc2 gfortran', COMPILER),
  ...each('tex latex pdftex pdflatex xelatex lualatex luatex xetex', TYPESETTER),
  go: { valued: [], ways: [{ takes: 'code', language: 'other', options: [], after: [['run', 'build']] }] },
  zig: { valued: [], ways: [{ takes: 'code', language: 'other', options: [], after: [['run', 'build-exe']] }] },
  v: { valued: [], ways: [{ takes: 'code', language: 'other', options: [], after: [['run', 'crun']] }] },
  salt: {
    valued: [],
    ways: [{ takes: 'line-of-operand', joined: true, holds: /\bcmd\.(?:run|shell|run_all|run_stdout)\s+(.*)$/s }],
  },
  'salt-call': {
    valued: [],
    ways: [{ takes: 'line-of-operand', joined: true, holds: /\bcmd\.(?:run|shell|run_all|run_stdout)\s+(.*)$/s }],
  },
};
