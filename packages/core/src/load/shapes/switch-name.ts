import type { Hook } from '../../model/index.ts';
import type { Path } from '../document.ts';
import type { GroupedFile } from './grouped-file.ts';

/** The name by which a switch finds the hook: made of its file, its event and its places there. */
export function switchNameOf({ shape: { entrySwitch }, found }: GroupedFile, path: Path): Pick<Hook, 'switchName'> {
  if (entrySwitch === undefined) return {};
  const [, event = '', group = 0, , entry = 0] = path;
  const parts: Readonly<Record<string, string>> = {
    file: found.file,
    event: String(event)
      .replace(/(?!^)[A-Z]/g, '_$&')
      .toLowerCase(),
    group: String(group),
    entry: String(entry),
  };
  return { switchName: entrySwitch.name.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '') };
}
