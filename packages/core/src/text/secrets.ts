/** Removes values from everything that is recorded from now on; `secrets` are variables and their values. */
export function keepSecret(secrets: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(secrets)) {
    if (value.length < SHORTEST) continue;
    known.delete(value); // a value that is used again is evicted last
    known.set(value, `\${${name}}`);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  }
}

/** Whether there is anything to remove. */
export const hasSecrets = (): boolean => known.size > 0;

/** The same value with each secret replaced by the name of its variable; the same object where there is none. */
export function withoutSecrets<Value>(value: Value): Value {
  return known.size === 0 ? value : (concealed(value) as Value);
}

/** Shorter values are not secrets, and occur in many words by chance. */
const SHORTEST = 8;
const MOST_KNOWN = 1000;
const known = new Map<string, string>();

function concealed(value: unknown): unknown {
  if (typeof value === 'string') return concealedText(value);
  if (Array.isArray(value)) return value.map(concealed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [concealedText(key), concealed(item)]));
}

function concealedText(text: string): string {
  let rest = text;
  for (const [secret, name] of known) if (rest.includes(secret)) rest = rest.replaceAll(secret, () => name);
  return rest;
}
