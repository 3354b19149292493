import type { Pin } from '../../packages/core/src/trust/pin.ts';
import type { TrustStore } from '../../packages/core/src/trust/store.ts';

/** A decision about a project, with what a test wants to say of it. */
export const aPin = (parts: Partial<Pin> & Pick<Pin, 'path' | 'digest'>): Omit<Pin, 'number' | 'beside'> => ({
  v: 3,
  given: { at: '2026-01-01T00:00:00.000Z', by: 'a test', terminal: true },
  rules: 1,
  copy: {},
  hooks: [],
  written: [],
  replaced: [],
  ...parts,
});

/** Whether a content of a project is in force. */
export const isTrusted = (store: TrustStore, path: string, digest: string): boolean =>
  store.decisions(path).pins.some((pin) => pin.digest === digest);
