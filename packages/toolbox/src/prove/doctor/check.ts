/** How something stands. `info` is worth knowing and nothing wrong. */
export type CheckStatus = 'ok' | 'info' | 'warning' | 'error';

/** What a check belongs to, in the order in which it is shown. */
export const AREAS = [
  'versions',
  'state',
  'record',
  'files',
  'hooks',
  'trust',
  'programs',
  'server',
  'environment',
  'PATH',
  'machine',
] as const;

/** One thing that was looked at; `hint` says what to do about it, and is null only where nothing is wrong. */
export interface Check {
  readonly area: (typeof AREAS)[number];
  readonly name: string;
  readonly status: CheckStatus;
  readonly text: string;
  readonly hint: string | null;
  /** It is a place where hooks could be, and there is nothing. */
  readonly isAbsent?: true;
}

/** Where the set-up is looked for, and who looks. */
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
