import { existsSync, readFileSync } from 'node:fs';
import type { Verdict } from './cases.ts';
import type { Cost } from './cost.ts';

/** What a run found, part by part. */
export interface Parts {
  readonly cases: readonly Verdict[];
  readonly connected: readonly Verdict[];
  readonly cost: readonly Cost[];
}

/** The published results, by client. */
export type Agreement = Readonly<Record<string, { readonly version: string; readonly parts: Partial<Parts> }>>;

export const readAgreement = (file: string): Agreement =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Agreement) : {};
