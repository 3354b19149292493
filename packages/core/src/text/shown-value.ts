const SHOWN_LENGTH = 40;

/** A value as an error message shows it: short, and never throws. */
export function shownValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'a list' : 'an object';
    case 'function':
      return 'a function';
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'symbol':
    case 'undefined':
      return String(value);
  }
}
