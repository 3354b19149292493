import { readFileSync } from 'node:fs';
import { parseLine } from './parse-line.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

/** A line that is no entry; lines count from 1. */
export interface TranscriptProblem {
  readonly line: number;
  readonly message: string;
}

export interface ReadTranscript {
  readonly entries: readonly TranscriptEntry[];
  readonly problems: readonly TranscriptProblem[];
}

/** Reads what can be read of a transcript, and reports the rest; throws only when the file cannot be read at all. */
export function readTranscript(path: string): ReadTranscript {
  const entries: TranscriptEntry[] = [];
  const problems: TranscriptProblem[] = [];
  for (const { text, line, isClosed } of linesIn(readFileSync(path))) {
    if (text === '') continue;
    const entry = parseLine(text);
    if (entry !== null) entries.push(entry);
    else problems.push({ line, message: isClosed ? 'no entry of a transcript' : 'the last line is torn' });
  }
  return { entries, problems };
}

interface TranscriptLine {
  readonly text: string;
  readonly line: number;
  /** It ends in a line break. */
  readonly isClosed: boolean;
}

// Decoded line by line: a long session does not fit into one string.
function* linesIn(bytes: Buffer): Generator<TranscriptLine, void> {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_BREAK, start);
    const isClosed = end !== -1;
    yield { text: bytes.toString('utf8', start, isClosed ? end : bytes.length), line, isClosed };
    start = isClosed ? end + 1 : bytes.length;
  }
}

const LINE_BREAK = 0x0a;
