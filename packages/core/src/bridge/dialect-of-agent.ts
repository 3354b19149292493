import { DIALECTS } from '../dialects/index.ts';
import type { AgentTable, Dialect } from '../model/index.ts';

/** How an agent speaks: its protocol, or the dialect that it names. */
export function dialectOfAgent({ id, dialect, protocol }: AgentTable): Dialect {
  const found = protocol ?? DIALECTS.find((each) => each.id === dialect);
  if (found === undefined) throw new TypeError(`${id} speaks the unknown dialect ${dialect}`);
  return found;
}
