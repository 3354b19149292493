/** A string with its variables expanded, or the name of the first one that is not set and has no default. */
export type Expanded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly unset: string };

/** Replaces `${NAME}` and `${NAME:-default}`; everything else, and what comes out of a variable, stays as it is. */
export function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const unset: string[] = [];
  const expanded = text.replace(VARIABLE, (whole, name: string, otherwise: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    // As in a shell, `:-` also stands in for an empty value.
    if (value !== undefined && (value !== '' || otherwise === undefined)) return value;
    if (otherwise === undefined) unset.push(name);
    return otherwise ?? whole;
  });
  const [first] = unset;
  return first === undefined ? { ok: true, text: expanded } : { ok: false, unset: first };
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;
