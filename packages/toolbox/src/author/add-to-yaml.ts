import type { Json } from '@hookline/core';
import { type Addition, whyNot } from './addition.ts';
import type { AddedEntry } from './add-entry.ts';

/** Appends a value to a list in YAML text; comments and order stay. */
export async function addToYaml(text: string | null, addition: Addition): Promise<AddedEntry> {
  const {
    default: { parseDocument },
  } = await import('yaml');
  const document = parseDocument((text ?? '').replace(/^\uFEFF/, ''), { prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) return { ok: false, problem: 'it is not valid YAML: run "hookline validate"' };
  const there = (document.toJS() ?? {}) as Json;
  const problem = whyNot(there, addition);
  if (problem !== null) return { ok: false, problem };
  const path = [...addition.path];
  const known = path.findIndex((_, index) => document.getIn(path.slice(0, index + 1)) === null);
  // A key without a value would swallow what is added below it.
  if (known >= 0) document.deleteIn(path.slice(0, known + 1));
  const node: unknown = document.createNode(addition.value);
  if (document.hasIn(path)) document.addIn(path, node);
  else document.setIn(path, document.createNode([addition.value]));
  return { ok: true, text: document.toString({ lineWidth: 0, indentSeq: !isSeqFlush(text ?? '') }) };
}

/** Whether lists stand below their key without indentation. */
const isSeqFlush = (text: string): boolean => /^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m.test(text);
