import { readShippedMark, recordFiles, writeShippedMark } from '@hookline/core/internal';
import { spoolOfPolicy } from '../policy/spool.ts';
import type { FileOffsets } from './cursor.ts';
import { withRecordFiles } from './record-files.ts';

/** Where the files of a record are, and where it is noted what was shipped of them. */
export interface FencedRecord {
  readonly stateFolder: string;
  readonly recordFolder: string;
}

/**
 * Tells the record how far its files were shipped: rotation removes no file beyond that. Written after what it says is
 * committed; an older mark keeps files longer, and loses nothing.
 */
export async function moveFence({ stateFolder, recordFolder }: FencedRecord, sent: FileOffsets): Promise<void> {
  const offsets = await withRecordFiles(
    recordFolder,
    (files) => new Map(files.map(({ inode, key }) => [inode, sent[key] ?? 0])),
  );
  const spool = spoolOfPolicy(stateFolder, readShippedMark(stateFolder)?.spool);
  const files = recordFiles(recordFolder).map(({ inode, first }) => ({
    inode,
    first,
    offset: offsets.get(inode) ?? 0,
  }));
  writeShippedMark(stateFolder, { spool, files });
}
