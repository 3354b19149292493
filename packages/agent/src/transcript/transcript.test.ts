import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '../contract/task.ts';
import type { ConversationItem } from '../contract/conversation.ts';
import { UsageProblem } from '../contract/model.ts';
import { jsonLine } from '@hookline/core/internal';
import type { TranscriptEntry, TranscriptFact } from './transcript-entry.ts';
import { parseLine } from './parse-line.ts';
import { sessionsFolder, subagentTranscriptPath } from './places.ts';
import { readTranscript } from './read-transcript.ts';
import { resumeSession } from './resume-session.ts';
import { newSessionId } from './session-id.ts';
import { openSubagentTranscript, openTranscript } from './transcript.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-transcript-'));
  folder = join(root, 'state', 'sessions');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const fail = (problem: string): void => {
  throw new Error(problem);
};
const user = (text: string): ConversationItem => ({ kind: 'user', text });
const said = (text: string): TranscriptFact => ({ type: 'item', item: user(text), agent: null });
const session = (id: string, project: string): TranscriptFact => ({
  type: 'session',
  version: 1,
  id,
  project,
  model: 'scripted/x',
  source: 'startup',
  cwd: project,
});

function write(id: string, ...bodies: readonly TranscriptFact[]): string {
  const transcript = openTranscript(folder, id, fail);
  for (const body of bodies) transcript.append(body);
  transcript.close();
  return transcript.path;
}

const withoutTime = (entry: TranscriptEntry): TranscriptFact =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'timestamp')) as unknown as TranscriptFact;
const bodiesIn = (path: string): readonly TranscriptFact[] => readTranscript(path).entries.map(withoutTime);

const problemOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageProblem);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
};

const EVERY_KIND: readonly TranscriptFact[] = [
  session('s1', '/p'),
  { type: 'item', item: user('hello'), agent: null },
  { type: 'item', item: { kind: 'reminder', text: 'r' }, agent: 'a1' },
  {
    type: 'item',
    item: { kind: 'assistant', text: 't', calls: [{ id: 'c', name: 'Bash', input: null, rawInput: '{' }] },
    agent: null,
  },
  {
    type: 'item',
    item: { kind: 'results', results: [{ id: 'c', name: 'Bash', output: 'no', isError: true }] },
    agent: null,
  },
  {
    type: 'hook',
    event: 'PreToolUse',
    decision: 'block',
    effect: 'deny_tool',
    reason: 'no',
    hooks: [{ id: 'kolega:project:x', status: 'blocked' }],
    agent: null,
  },
  { type: 'mode', mode: 'plan' },
  { type: 'title', title: 'A title' },
  { type: 'cwd', cwd: '/p/sub' },
  { type: 'compacted', items: [{ kind: 'summary', text: 's' }] },
  { type: 'cleared' },
  { type: 'turn_end', how: 'done', reason: null },
];

describe('a transcript', () => {
  it('keeps every kind of entry, one line each, with an ISO timestamp', () => {
    const path = write('s1', ...EVERY_KIND);
    expect(path).toBe(join(folder, 's1.jsonl'));
    expect(bodiesIn(path)).toEqual(EVERY_KIND);
    const { entries, problems } = readTranscript(path);
    expect(problems).toEqual([]);
    expect(entries.map(({ timestamp }) => new Date(timestamp).toISOString() === timestamp)).toEqual(
      EVERY_KIND.map(() => true),
    );
    expect(readFileSync(path, 'utf8').split('\n').length).toBe(EVERY_KIND.length + 1);
  });

  it('is readable by its owner only, and so are its folders', () => {
    const before = process.umask(0);
    try {
      const path = write('s1', said('x'));
      const sub = openSubagentTranscript(folder, { session: 's1', agent: 'a1' }, fail);
      sub.append(said('y'));
      sub.close();
      expect(sub.path).toBe(join(folder, 's1', 'agent-a1.jsonl'));
      const modes = [folder, dirname(sub.path), path, sub.path].map((each) => statSync(each).mode & 0o777);
      expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
      chmodSync(path, 0o644);
      write('s1', said('z'));
      expect(statSync(path).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });

  it('holds a line as soon as it was appended', () => {
    const transcript = openTranscript(folder, 's1', fail);
    for (const text of ['a', 'b', 'c']) {
      transcript.append(said(text));
      expect(bodiesIn(transcript.path).at(-1)).toEqual(said(text));
    }
    transcript.close();
  });

  it('a line break or a control sequence inside a text never forges a line or reaches a terminal', () => {
    const forged = `\n{"type":"cleared"}\r\u2028\u2029\u0085\u009b2J\u007f\u202e\ud800\u001b[2J`;
    const path = write('s1', said(forged), said('after'));
    expect(bodiesIn(path)).toEqual([said(forged), said('after')]);
    expect(readFileSync(path, 'utf8').replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028-\u202e]/);
  });

  it('every entry can be read again as it was written, whatever its texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 50 });
    fc.assert(
      fc.property(text, fc.dictionary(text, fc.jsonValue()), (word, input) => {
        const entry = {
          type: 'item',
          item: { kind: 'assistant', text: word, calls: [{ id: word, name: word, input }] },
          agent: word,
          timestamp: new Date(0).toISOString(),
        } as TranscriptEntry;
        const line = jsonLine(entry);
        expect([line.indexOf('\n'), parseLine(line)]).toEqual([line.length - 1, JSON.parse(JSON.stringify(entry))]);
      }),
    );
  });

  it('a torn tail is closed with a line break before the first new line', () => {
    const path = write('s1', said('a'), said('b'));
    truncateSync(path, statSync(path).size - 5);
    write('s1', said('c'), said('d'));
    expect(bodiesIn(path)).toEqual([said('a'), said('c'), said('d')]);
    expect(readTranscript(path).problems).toEqual([{ line: 2, message: 'no entry of a transcript' }]);
  });

  it('a half line that another process leaves meanwhile costs only itself', () => {
    const transcript = openTranscript(folder, 's1', fail);
    transcript.append(said('a'));
    appendFileSync(transcript.path, '{"type":"item","it');
    transcript.append(said('b'));
    transcript.append(said('c'));
    transcript.close();
    expect(bodiesIn(transcript.path)).toEqual([said('a'), said('b'), said('c')]);
  });

  it('a file that is deleted meanwhile is made again', () => {
    const transcript = openTranscript(folder, 's1', fail);
    transcript.append(said('a'));
    rmSync(folder, { recursive: true });
    transcript.append(said('b'));
    transcript.close();
    expect(bodiesIn(transcript.path)).toEqual([said('b')]);
  });

  it('what cannot be written is reported once, never thrown, and written when it can be', () => {
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(folder, 'a file where the folder should be');
    const problems: string[] = [];
    const transcript = openTranscript(folder, 's1', (problem) => problems.push(problem));
    transcript.append(said('a'));
    transcript.append(said('b'));
    expect(problems.length).toBe(1);
    expect(problems[0]).toMatch(/^the transcript \S+s1\.jsonl cannot be written \(E.*\); the session goes on .*$/);
    rmSync(folder);
    transcript.append(said('c'));
    transcript.close();
    expect(bodiesIn(transcript.path)).toEqual([said('a'), said('b'), said('c')]);
    expect(problems.length).toBe(1);
  });

  it('a link in the place of the file is not followed', () => {
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(root, 'elsewhere'), join(folder, 's1.jsonl'));
    const problems: string[] = [];
    const transcript = openTranscript(folder, 's1', (problem) => problems.push(problem));
    transcript.append(said('a'));
    transcript.close();
    expect([problems.length, statSync(join(root, 'elsewhere'), { throwIfNoEntry: false })]).toEqual([1, undefined]);
  });

  it.each(['', '.', '..', 'a/b', '../x', 'a..b', '/etc/x', 'a\\b', 'a\0', '-x', 'x'.repeat(129), 'a b', 'é'])(
    '%j is no id',
    (id) => {
      for (const work of [
        () => openTranscript(folder, id, fail),
        () => openSubagentTranscript(folder, { session: 's1', agent: id }, fail),
        () => subagentTranscriptPath(folder, id, 'a1'),
        () => resumeSession(folder, id, '/p'),
      ]) {
        expect(problemOf(work)).toBe(
          `an id is made of letters, digits, "-", "_" and "." (at most 128), not ${JSON.stringify(id.slice(0, 80))}; give one as the agent printed it`,
        );
      }
    },
  );
});

describe('reading a transcript', () => {
  it('skips what is no entry and reports it with line numbers', () => {
    const path = write('s1', said('a'));
    const lines = [
      'garbage',
      '',
      '{"type":"item","item":{"kind":"user"},"agent":null,"timestamp":"2026-01-01"}',
      '{"type":"toString","timestamp":"2026-01-01"}',
      '{"type":"cleared","timestamp":"never"}',
      '{"type":"session","version":2,"id":"x","project":"/","model":"m","source":"startup","cwd":"/","timestamp":"2026-01-01"}',
      '\u0000\u0000\u0000',
    ];
    appendFileSync(path, `${lines.join('\n')}\n`);
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x0a]));
    write('s1', said('b'));
    appendFileSync(path, '{"type":"clea');
    expect(bodiesIn(path)).toEqual([said('a'), said('b')]);
    expect(readTranscript(path).problems).toEqual([
      ...[2, 4, 5, 6, 7, 8, 9].map((line) => ({ line, message: 'no entry of a transcript' })),
      { line: 11, message: 'the last line is torn' },
    ]);
  });

  it('a last line without its line break counts when it is whole', () => {
    const path = write('s1', said('a'), said('b'));
    truncateSync(path, statSync(path).size - 1);
    expect(bodiesIn(path)).toEqual([said('a'), said('b')]);
    write('s1', said('c'));
    expect([bodiesIn(path), readTranscript(path).problems]).toEqual([[said('a'), said('b'), said('c')], []]);
  });
});

const task = (status: Task['status']): Task => ({ id: '1', subject: 'Test it', description: '', status });

describe('resuming a session', () => {
  it('gives the conversation and the state in which it was left', () => {
    const [project, sub] = [join(root, 'p'), join(root, 'p', 'sub')];
    mkdirSync(sub, { recursive: true });
    const path = write(
      's1',
      session('s1', project),
      said('one'),
      { type: 'mode', mode: 'plan' },
      { type: 'item', item: user('of a sub-agent'), agent: 'a1' },
      { type: 'title', title: 'first' },
      { type: 'cwd', cwd: sub },
      { type: 'title', title: 'second' },
      { type: 'tasks', tasks: [task('pending')] },
      { type: 'folder', path: sub },
      { type: 'folder', path: project },
      { type: 'tasks', tasks: [task('completed')] },
      { type: 'model', model: 'openai/other' },
      said('two'),
    );
    const items = [user('one'), user('two')];
    const state = { cwd: sub, mode: 'plan', title: 'second', folders: [sub, project], tasks: [task('completed')] };
    const left = { id: 's1', path, items, project, ...state, problems: [] };
    expect(resumeSession(folder, 's1', '/other')).toEqual(left);
    rmSync(sub, { recursive: true });
    expect(resumeSession(folder, 's1', '/other')).toEqual({ ...left, cwd: null, folders: [project] });
  });

  it('begins after the last clear or compaction', () => {
    const summary: ConversationItem = { kind: 'summary', text: 's' };
    write('s1', session('s1', '/p'), said('1'), { type: 'compacted', items: [summary] }, said('2'));
    expect(resumeSession(folder, 's1', '/p').items).toEqual([summary, user('2')]);
    write('s1', { type: 'cleared' }, said('3'));
    expect(resumeSession(folder, 's1', '/p').items).toEqual([user('3')]);
  });

  it('a call that was never answered gets a result, and a result without its call is left out', () => {
    const call = (id: string) => ({ id, name: 'Bash', input: {} });
    const asked = (...ids: readonly string[]): ConversationItem => ({
      kind: 'assistant',
      text: '',
      calls: ids.map(call),
    });
    const answer = (id: string) => ({ id, name: 'Bash', output: 'ok', isError: false });
    const lost = (id: string) => ({
      id,
      name: 'Bash',
      output: 'The session was interrupted before this call ended; whether it had an effect is not known.',
      isError: true,
    });
    const items: readonly ConversationItem[] = [
      { kind: 'results', results: [answer('unknown')] },
      asked('a', 'b'),
      { kind: 'results', results: [answer('b'), answer('stranger')] },
      asked('c'),
      user('went on'),
      asked('d'),
      { kind: 'results', results: [answer('d')] },
      asked('e'),
    ];
    write('s1', session('s1', '/p'), ...items.map((item) => ({ type: 'item', item, agent: null }) as const));
    expect(resumeSession(folder, 's1', '/p').items).toEqual([
      asked('a', 'b'),
      { kind: 'results', results: [answer('b'), lost('a')] },
      asked('c'),
      { kind: 'results', results: [lost('c')] },
      user('went on'),
      asked('d'),
      { kind: 'results', results: [answer('d')] },
      asked('e'),
      { kind: 'results', results: [lost('e')] },
    ]);
  });

  it('`last` is the session of the project that was written to last', () => {
    const real = join(root, 'project');
    mkdirSync(real);
    symlinkSync(real, join(root, 'link'));
    for (const [at, id, project] of [
      [1, 'c', real],
      [3, 'a', join(root, 'link')],
      [2, 'b', real],
      [4, 'd', '/other'],
    ] as const) {
      utimesSync(write(id, session(id, project)), at, at);
    }
    expect(resumeSession(folder, 'last', real).id).toBe('a');
    expect(resumeSession(folder, 'last', '/other').id).toBe('d');
    expect(problemOf(() => resumeSession(folder, 'last', '/none'))).toBe(
      '/none has no session to resume yet; start one without --resume',
    );
  });

  it('an unknown id is answered with what was meant, or with the latest three', () => {
    expect(problemOf(() => resumeSession(folder, 'x', '/p'))).toBe(
      `no session "x": there is none yet in ${folder}; start one without --resume`,
    );
    const ids = [1, 2, 3, 4].map((at) => `20261115-09123304${at}-k3f9x${at}`);
    for (const [at, id] of ids.entries()) utimesSync(write(id, session(id, '/p')), at, at);
    expect(problemOf(() => resumeSession(folder, '20261115-091233042-k3f9y2', '/p'))).toBe(
      'no session "20261115-091233042-k3f9y2"; did you mean "20261115-091233042-k3f9x2"?',
    );
    expect(problemOf(() => resumeSession(folder, '20261115-091233043', '/p'))).toBe(
      'no session "20261115-091233043"; did you mean "20261115-091233043-k3f9x3"?',
    );
    expect(problemOf(() => resumeSession(folder, 'something', '/p'))).toBe(
      `no session "something"; the latest are ${ids[3]}, ${ids[2]}, ${ids[1]}, and "last" is the newest of this project`,
    );
  });

  it('a file without a single entry cannot be resumed', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 's1.jsonl'), 'garbage\n');
    mkdirSync(join(folder, 's2.jsonl'));
    expect(problemOf(() => resumeSession(folder, 's1', '/p'))).toBe(
      `the transcript ${join(folder, 's1.jsonl')} holds no entry of a session; start without --resume`,
    );
    expect(problemOf(() => resumeSession(folder, 's2', '/p'))).toMatch(/^the transcript \S+ cannot be read \(EISDIR/);
  });
});

it('sessions lie in the state folder', () => {
  expect(sessionsFolder({ HOOKLINE_STATE_DIR: '/s', XDG_STATE_HOME: '/x' }, '/h')).toBe('/s/sessions');
  expect(sessionsFolder({ XDG_STATE_HOME: '/x' }, '/h')).toBe('/x/hookline/sessions');
  expect(sessionsFolder({}, '/h')).toBe('/h/.local/state/hookline/sessions');
});

it('ids of sessions sort by time and are unique', () => {
  expect(newSessionId(new Date('2026-11-15T09:12:33.042Z'), () => 0.999)).toBe('20261115-091233042-zzzzzz');
  const ids = Array.from({ length: 500 }, (_, index) => newSessionId(new Date(1.7e12 + index * 7)));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 2_000 }, () => newSessionId(new Date(0)))).size).toBe(2_000);
});
