import { type GroupedJsonShape, type JsonObject, writtenTimeout } from '@hookline/core/internal';

/** A command that is added to a file of groups. */
export interface CommandEntry {
  readonly name: string;
  readonly command: string;
  /** Null: the dialect's default. */
  readonly timeoutMs: number | null;
  readonly matcher: string | null;
  /** Further keys of the entry, and of its group. */
  readonly more?: JsonObject;
  readonly ofGroup?: JsonObject;
}

/** The key under which an entry of the shape has its command. */
export const commandKey = ({ handlers }: GroupedJsonShape): string =>
  handlers['command']?.commandKeys?.bash ?? 'command';

/** An entry as the shape has it: a handler that stands alone, or one in a group. */
export function commandEntry(shape: GroupedJsonShape, entry: CommandEntry): JsonObject {
  const row = shape.handlers['command'];
  const [timeoutKey = 'timeout'] = row?.timeoutKeys ?? [];
  const matcher = entry.matcher === null ? {} : { matcher: entry.matcher };
  const handler = {
    ...(Object.hasOwn(row?.keys ?? {}, 'name') ? { name: entry.name } : {}),
    [commandKey(shape)]: entry.command,
    ...(entry.timeoutMs === null ? {} : { [timeoutKey]: writtenTimeout(row, entry.timeoutMs) }),
    ...entry.more,
  };
  return groupedEntry(shape, { type: 'command', ...handler }, { ...matcher, ...entry.ofGroup });
}

/** A group of one entry, or the entry itself where it may stand alone: it names no type that goes without saying. */
export function groupedEntry(shape: GroupedJsonShape, handler: JsonObject, ofGroup: JsonObject): JsonObject {
  if (shape.items === undefined) return { ...ofGroup, hooks: [handler] };
  const { type, ...rest } = handler;
  return { ...ofGroup, ...(type === undefined || type === shape.usualType ? {} : { type }), ...rest };
}

/** What stands at the top of a new file. */
export function headOf(shape: GroupedJsonShape, version: GroupedJsonShape['version'] | undefined): JsonObject {
  const wanted = shape.version ?? version ?? null;
  return wanted === null ? {} : { [wanted.key]: wanted.value };
}
