import { isJsonObject, type Json } from '../../model/json.ts';

/** How a pattern is matched against an argument. */
export type ArgumentKind = 'bash' | 'command' | 'file' | 'text';

export interface ToolArgument {
  readonly kind: ArgumentKind;
  readonly value: string;
}

/** The primary argument of a call, such as the command of Bash; null when it has none. */
export function primaryArgument(toolName: string, toolInput: Json): ToolArgument | null {
  if (toolName.startsWith('mcp__') || !isJsonObject(toolInput)) return null;
  const { kind, fields } = ARGUMENTS.get(toolName) ?? OTHER;
  for (const field of fields) {
    const value = Object.hasOwn(toolInput, field) ? toolInput[field] : undefined;
    if (typeof value === 'string') return { kind, value };
  }
  return null;
}

interface Row {
  readonly kind: ArgumentKind;
  /** The first of them that is a string counts. */
  readonly fields: readonly string[];
}

const ARGUMENTS: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['Bash', { kind: 'bash', fields: ['command'] }],
  ['PowerShell', { kind: 'command', fields: ['command'] }],
  ['Read', { kind: 'file', fields: ['file_path'] }],
  ['Edit', { kind: 'file', fields: ['file_path'] }],
  ['Write', { kind: 'file', fields: ['file_path'] }],
  ['MultiEdit', { kind: 'file', fields: ['file_path'] }],
  ['NotebookEdit', { kind: 'file', fields: ['notebook_path'] }],
  ['Glob', { kind: 'text', fields: ['path', 'pattern'] }],
  ['Grep', { kind: 'text', fields: ['path', 'pattern'] }],
  ['WebFetch', { kind: 'text', fields: ['url'] }],
  ['WebSearch', { kind: 'text', fields: ['query'] }],
  ['Agent', { kind: 'text', fields: ['subagent_type'] }],
  ['Task', { kind: 'text', fields: ['subagent_type'] }],
  ['Skill', { kind: 'text', fields: ['skill'] }],
]);

const OTHER: Row = { kind: 'text', fields: ['file_path', 'path', 'command', 'url', 'query'] };
