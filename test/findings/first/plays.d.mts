/** Each part with the last commit before the work on its findings began. */
export const PARTS: readonly { readonly commit: string; readonly rows: Readonly<Record<string, unknown>> }[];

/** Findings that no reproduction plays, and why. */
export const NOT_SHOWN: Readonly<Record<string, string>>;
