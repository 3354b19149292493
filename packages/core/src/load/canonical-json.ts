/** JSON text in one fixed spelling: the same value always gives the same text, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]));
}
