/**
 * Addresses and ranges for which the user lifts the guard against link-local and metadata addresses, such as
 * `169.254.170.2, fe80::/10`. Read from the user's own environment, which no file of a project can set.
 */
export const allowedAddresses = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  (env['HOOKLINE_ALLOW_ADDRESSES'] ?? '').split(/[\s,]+/).filter((word) => word !== '');
