import { loadInstructions, nestedInstructions } from '../instructions/instructions.ts';
import type { LoadedInstructions } from '../instructions/collection.ts';
import { reminder } from '../session/reminder.ts';
import { addReminders, type Thread } from '../session/thread.ts';
import { showMessage } from '../session/show-message.ts';

/** Reads the instruction files of user and project for the model, at the start and again after a compaction. */
export async function giveInstructions(thread: Thread, loadReason: 'session_start' | 'compact'): Promise<void> {
  const { project, home, env } = thread.session;
  thread.instructionFiles.clear();
  const texts = await tellLoaded(thread, loadInstructions({ project, home, env, loadReason }));
  // A conversation that goes on may hold them already.
  const held = new Set(thread.items().map((item) => (item.kind === 'reminder' ? item.text : null)));
  addReminders(
    thread,
    texts.filter((text) => !held.has(text)),
  );
}

/** Instructions of the folders that these files lie in, once each, for the model to read beside the tool's result. */
export async function nestedReminders(thread: Thread, files: readonly string[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const file of files) {
    const found = nestedInstructions(file, thread.root, thread.instructionFiles);
    texts.push(...(await tellLoaded(thread, found)));
  }
  return texts;
}

async function tellLoaded(thread: Thread, { files, problems }: LoadedInstructions): Promise<readonly string[]> {
  for (const text of problems) showMessage(thread.session.ui, 'warning', text);
  for (const { path, memoryType: memory_type, loadReason: load_reason } of files) {
    thread.instructionFiles.add(path);
    await thread.host.fire('InstructionsLoaded', { file_path: path, memory_type, load_reason });
  }
  return files.map(({ path, text }) => reminder(`Instructions from ${path}:\n${text}`));
}
