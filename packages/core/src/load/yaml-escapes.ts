import type * as YamlModule from 'yaml';

/** The YAML library, which is loaded only when a file needs it. */
export type Yaml = typeof YamlModule.default;

/** A scalar that was corrected, and its location. */
export interface RepairedScalar {
  readonly offset: number;
  readonly severity: 'warning';
  readonly message: string;
  readonly hint: string;
}

/**
 * Parses double-quoted scalars with an escape unknown to YAML (`"\.py$"`) again with every backslash taken literally,
 * and writes the result into the tree.
 */
export function mendEscapes(yaml: Yaml, tree: YamlModule.Document, text: string): readonly RepairedScalar[] {
  const bad = tree.errors.filter(({ code }) => code === 'BAD_DQ_ESCAPE').map(({ pos }) => pos[0]);
  const repaired: RepairedScalar[] = [];
  let next = 0;
  // Both the errors and the scalars come in the order of the text.
  const repair = (_: unknown, node: YamlModule.Scalar): void => {
    const [start, end] = node.range ?? [0, 0];
    const offset = bad[next];
    if (offset === undefined || offset < start || offset >= end || node.type !== 'QUOTE_DOUBLE') return;
    while ((bad[next] ?? Infinity) < end) next += 1;
    const written = text.slice(start, end);
    const meant: unknown = yaml.parse(written.replace(/\\(?!")/g, '\\\\'), { logLevel: 'silent' });
    node.value = meant;
    repaired.push({
      offset: start,
      severity: 'warning',
      ...advice(text.slice(offset, offset + 2), written, String(meant)),
    });
  };
  if (bad.length > 0) yaml.visit(tree, { Scalar: repair });
  return repaired;
}

/** The two ways in which YAML can write this string, backslashes included. */
export const rightSpelling = (meant: string): string => `'${meant.replaceAll("'", "''")}' or ${JSON.stringify(meant)}`;

function advice(escape: string, written: string, meant: string): { message: string; hint: string } {
  const message = `${cut(written)} is not valid YAML: ${escape} is not an escape in double quotes; each \\ was taken literally`;
  return { message, hint: `write ${rightSpelling(cut(meant))}` };
}

const LONGEST = 120;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
