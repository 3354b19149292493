import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { noteEntry } from '../../packages/core/src/record/entry.ts';
import { openRecord } from '../../packages/core/src/record/writer.ts';
import { aPin } from '../support/pins.ts';
import { openTrustStore } from '../../packages/core/src/trust/store.ts';
import type { Job } from './writers.ts';

// Says on stdout that it begins, then, line by line, what it was told to be safe: ids of entries, or `path digest` of contents.
const job = JSON.parse(process.argv[2] ?? '') as Job;
say(['begin']);
const act = job.kind === 'record' ? recordWriter(job) : truster(job);
for (let number = 0; number < job.count; number += 1) act(number);

function recordWriter({ folder, writer, maxBytes, perWrite, length }: Job): (number: number) => void {
  const record = openRecord(folder, { maxBytes, retention: { keepFiles: 100_000 } });
  process.once('exit', record.close);
  return (number) => {
    const ids = Array.from({ length: 1 + (number % perWrite) }, (_, index) => `${writer}:${number}:${index}`);
    const text = 'x'.repeat(Math.floor(length * Math.random()));
    if (record.append(...ids.map((id) => noteEntry(new Date(), text, id)))) say(ids);
  };
}

function truster({ folder, writer }: Job): (number: number) => void {
  const store = openTrustStore(folder);
  return (number) => {
    const path = `/project/${writer}-${number}`;
    const digest = createHash('sha256').update(`${writer}:${number}`).digest('hex');
    const hooks = [{ id: 'kolega:project:guard', files: [{ path: 'a.sh', digest }] }];
    if (store.pin(aPin({ path, digest, hooks }), 'only-this').ok) say([`${path} ${digest}`]);
  };
}

function say(lines: readonly string[]): void {
  writeSync(1, lines.map((line) => `${line}\n`).join(''));
}
