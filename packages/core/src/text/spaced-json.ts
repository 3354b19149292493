import type { Json } from '../model/index.ts';

/** JSON in one line with a space after every colon and comma, so that a hook can search it as text. */
export function spacedJson(value: Json): string {
  // In indented JSON a line break never stands inside a string: each one is structure and can be taken out again.
  return JSON.stringify(value, null, 1)
    .replace(/,\n +/g, ', ')
    .replace(/([[{])\n +/g, '$1')
    .replace(/\n *([\]}])/g, '$1');
}
