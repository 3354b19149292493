import { createHash } from 'node:crypto';

/** A tool and who has it. */
interface Owned {
  readonly server: string;
  readonly tool: string;
}

/** A name for each tool that every provider accepts; no two are the same, and each stays when others come or go. */
export function toolNames(tools: readonly Owned[]): readonly string[] {
  const taken = new Set<string>();
  return tools.map(({ server, tool }) => {
    const plain = `mcp__${server}__${tool}`.replace(/[^A-Za-z0-9_-]/g, '_');
    const name = plain.length > LONGEST || taken.has(plain) ? marked(plain, `${server}\n${tool}`) : plain;
    taken.add(name);
    return name;
  });
}

const LONGEST = 64;

function marked(name: string, identity: string): string {
  const mark = createHash('sha256').update(identity).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST - mark.length - 1)}_${mark}`;
}
