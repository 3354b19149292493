/** Keeps values out of everything that is written down from now on; `secrets` are variables and what they hold. */
export function keepSecret(secrets: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(secrets)) {
    if (value.length < SHORTEST) continue;
    known.delete(value); // what is used again is forgotten last
    known.set(value, `\${${name}}`);
    const [oldest] = known.keys();
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  }
}

/** Whether there is anything to keep out. */
export const hasSecrets = (): boolean => known.size > 0;

/** The same value with the name of the variable wherever a secret stood; the very same one where none did. */
export function withoutSecrets<Value>(value: Value): Value {
  return known.size === 0 ? value : (concealed(value) as Value);
}

/** Shorter values are no secrets, and stand in many a word by chance. */
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
