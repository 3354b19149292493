export const NODE_LINES: readonly string[];
export function findNode(
  line: string,
): { readonly node: string; readonly version: string } | { readonly missing: string };
