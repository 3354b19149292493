import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '@hookline/core/internal';
import { HttpProblem } from '../http/index.ts';

/** A draft as it is kept: never in the project. */
export interface KeptDraft {
  readonly id: string;
  readonly hook: string;
  readonly project: string;
  /** Absolute. */
  readonly file: string;
  /** The text of the file when the draft was begun. */
  readonly base: string;
}

const ID = /^[0-9a-f]{24}$/;
const MOST_DRAFTS = 100;
const MOST_BYTES = 512 * 1024;

/** The drafts of a user, each in a private folder of its own below the state folder; a draft is found by its id only. */
export class DraftStore {
  readonly #folder: string;

  constructor(state: string) {
    this.#folder = join(state, 'studio', 'drafts');
  }

  list(): readonly KeptDraft[] {
    const ids = entriesOf(this.#folder).filter((name) => ID.test(name));
    return ids.flatMap((id) => this.#read(id) ?? []);
  }

  find(id: string): KeptDraft {
    const found = ID.test(id) ? this.#read(id) : null;
    if (found === null) throw new HttpProblem(404, 'there is no such draft');
    return found;
  }

  begin(draft: Omit<KeptDraft, 'id'>): KeptDraft {
    if (this.list().length >= MOST_DRAFTS)
      throw new HttpProblem(409, `there are ${MOST_DRAFTS} drafts already; remove one`);
    const kept = { ...draft, id: randomBytes(12).toString('hex') };
    makePrivateFolder(this.#of(kept.id));
    writePrivateFile(join(this.#of(kept.id), META), `${JSON.stringify(kept)}\n`, this.#of(kept.id));
    this.write(kept, draft.base);
    return kept;
  }

  write(draft: KeptDraft, text: string): void {
    if (Buffer.byteLength(text) > MOST_BYTES) throw new HttpProblem(413, 'a draft has at most 512 KiB');
    writePrivateFile(this.pathOf(draft), text, this.#of(draft.id));
    chmodSync(this.pathOf(draft), 0o700); // it is run by name, as the file that it stands for may be
  }

  text(draft: KeptDraft): string {
    return readPrivateFile(this.pathOf(draft));
  }

  changedAt(draft: KeptDraft): number {
    return statSync(this.pathOf(draft), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  remove(draft: KeptDraft): void {
    rmSync(this.#of(draft.id), { recursive: true, force: true });
  }

  /** Where the text lies: under the name of its file, which some interpreters look at. */
  pathOf(draft: KeptDraft): string {
    return join(this.#of(draft.id), `draft-${basename(draft.file).replace(/[^\w.-]/g, '_')}`);
  }

  #of(id: string): string {
    return join(this.#folder, id);
  }

  #read(id: string): KeptDraft | null {
    try {
      return { ...(JSON.parse(readPrivateFile(join(this.#of(id), META))) as KeptDraft), id };
    } catch {
      return null; // half a draft, or a folder of others
    }
  }
}

const META = 'draft.json';

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
