/** A bug to be planted; what it looks like is the business of copy.mjs. */
export interface Bug {
  readonly id: string;
  readonly rows: readonly string[];
}

export const BUGS: readonly Bug[];
