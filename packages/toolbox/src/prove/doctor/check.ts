/** The state of a check. `info` is worth knowing and not a problem. */
export type CheckStatus = 'ok' | 'info' | 'warning' | 'error';

/** The section of a check, in the order in which it is shown. */
export const AREAS = [
  'versions',
  'state',
  'record',
  'files',
  'hooks',
  'trust',
  'policy',
  'agents',
  'programs',
  'server',
  'environment',
  'PATH',
  'machine',
] as const;

/** One check; `hint` is what to do about it, and is null only where nothing is wrong. */
export interface Check {
  readonly area: (typeof AREAS)[number];
  readonly name: string;
  readonly status: CheckStatus;
  readonly text: string;
  readonly hint: string | null;
  /** It is a path where hooks could be, and nothing is there. */
  readonly isAbsent?: true;
}

/** Where the set-up is searched, and the user who runs the check. */
export interface DoctorPlace {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Make = (area: Check['area'], name: string, text: string) => Check;
type MakeProblem = (area: Check['area'], name: string, text: string, hint: string) => Check;

export const ok: Make = (area, name, text) => ({ area, name, status: 'ok', text, hint: null });
export const info: Make = (area, name, text) => ({ area, name, status: 'info', text, hint: null });
export const warning: MakeProblem = (area, name, text, hint) => ({ area, name, status: 'warning', text, hint });
export const error: MakeProblem = (area, name, text, hint) => ({ area, name, status: 'error', text, hint });
