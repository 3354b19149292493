import { noteEntry } from '../../../packages/core/src/record/entry.ts';
import { parseLine } from '../../../packages/core/src/record/chain.ts';
import { createLineSplitter } from '../../../packages/core/src/record/split-lines.ts';
import { timeline } from '../../../packages/core/src/record/timeline.ts';
import { jsonLine } from '../../../packages/core/src/text/json-line.ts';
import { parseTrustRecord } from '../../../packages/core/src/trust/older-record.ts';
import { decisionLines } from '../../../packages/cli/src/print/decision.ts';
import { plain } from '../../../packages/cli/src/print/paint.ts';
import { LIVE } from '../live.ts';
import { mutate } from '../mutate.ts';
import type { Target } from '../target.ts';

const START =
  '{"v":1,"kind":"start","id":"d1","at":"2026-03-04T05:06:07.000Z","pid":1,"project":"/p","event":{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash"},"hooks":["kolega:x"]}';
const RUN =
  '{"id":"h","name":"n","dialect":"kolega","scope":"user","source":"s","handler":"command","status":"blocked","exitCode":2,"signal":null,"durationMs":1,"stdout":"","stderr":"no","truncated":[],"fault":null,"why":null,"notes":[]}';
const END = `{"v":1,"kind":"end","id":"d1","at":"2026-03-04T05:06:08.000Z","outcome":{"decision":"block","reason":null,"block":{"effect":"deny_tool","reason":"no","hook":"h"},"rewritten":[],"contexts":{"count":0,"texts":[]},"messages":[],"extra":{}},"hooks":[${RUN}],"durationMs":3}`;

/** The reader of the record: takes any bytes, and what it shows of them holds no live sequence. */
const record: Target = {
  name: 'record',
  weight: 8,
  limitMs: 300,
  seeds: [
    `${START}\n${END}\n`,
    `${END}\n{"torn`,
    '{"v":1,"kind":"note","id":null,"at":"2026-03-04T05:06:07Z","text":"x"}\n',
  ],
  input: (random, corpus) => mutate(random.pick(corpus), random, corpus),
  run: (input) => {
    const splitter = createLineSplitter();
    const bytes = Buffer.from(input);
    const half = bytes.length >> 1;
    const lines = [...splitter.push(bytes.subarray(0, half)), ...splitter.push(bytes.subarray(half)), splitter.rest()];
    const entries = lines.flatMap((line) => (line === null ? [] : (parseLine(line.raw.toString()) ?? [])));
    const shown = timeline(entries, () => false).flatMap((decision) => decisionLines(decision, plain));
    return shown.some((line) => LIVE.test(line)) ? 'a live sequence is shown' : brokenLine(input);
  },
};

/** Whatever a hook said is one line, and is read back as it was said. */
function brokenLine(text: string): string | null {
  const entry = noteEntry(new Date(0), text.slice(0, 2000), text.slice(0, 20));
  const line = jsonLine(entry);
  if (line.indexOf('\n') !== line.length - 1 || LIVE.test(line.slice(0, -1))) return 'a line of the record is broken';
  return JSON.stringify(JSON.parse(line)) === JSON.stringify(entry) ? null : 'a line of the record says something else';
}

/** The reader of the trust store: gives a record only of what stands in the text. */
const trust: Target = {
  name: 'trust-record',
  weight: 5,
  limitMs: 200,
  seeds: [
    '{"v":1,"path":"/p","digest":"abc","at":"2026-03-04T05:06:07Z","files":[{"path":".kolega/hooks.json","digest":"d"}]}',
    '{"v":1,"path":"/p","digest":"abc","at":"x","files":[]}\n',
  ],
  input: (random, corpus) => mutate(random.pick(corpus), random, corpus),
  run: (input) => {
    const parsed = parseTrustRecord(input);
    if (parsed === null) return null;
    const again = JSON.parse(input) as { readonly digest?: unknown; readonly path?: unknown };
    return again.digest === parsed.digest && again.path === parsed.path
      ? null
      : 'trust in something that does not stand in the record';
  },
};

export const records: readonly Target[] = [record, trust];
