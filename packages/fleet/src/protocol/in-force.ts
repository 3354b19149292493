import type { PolicyInForce } from './messages.ts';

/** As it stands in the query of a request: `VERSION.STAMP`. */
export const inForceText = ({ version, stamp }: PolicyInForce): string => `${version}.${stamp}`;

/** Null: nothing that can be understood is said. */
export function parseInForce(text: string | undefined): PolicyInForce | null {
  const [, version, stamp] = /^([0-9]{1,15})\.([0-9]{1,15})$/.exec(text ?? '') ?? [];
  return version === undefined ? null : { version: Number(version), stamp: Number(stamp) };
}
