export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text as it is; everything else is none. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
