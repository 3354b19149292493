// Lines as the engine writes them, in chunks as a machine sends them.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { core, fleet } from './rig.mjs';

/** Writes decisions into the record of a machine with the product's writer; 20 projects, 3 in 100 blocked, 1 in 50 with a fault. */
export function writeDecisions(recordFolder, decisions, seed) {
  const writer = core.openRecord(recordFolder, { maxBytes: 2 ** 40 });
  for (let n = 0; n < decisions; n += 1) writer.append(...entriesOf(seed * 1_000_003 + n));
  writer.close();
}

function entriesOf(count) {
  const at = Date.now();
  const id = core.newDecisionId(at);
  const hook = `qoder:project:PreToolUse[${count % 12}].hooks[0]`;
  const [isBlocked, isBroken] = [count % 100 < 3, count % 50 === 7];
  const reason = isBlocked ? 'rm -rf is not allowed here' : null;
  return [
    {
      v: 1,
      kind: 'start',
      id,
      at: new Date(at).toISOString(),
      pid: 4_000 + (count % 1000),
      project: `/projects/service-${count % 20}`,
      event: {
        hook_event_name: 'PreToolUse',
        session_id: `session-${Math.floor(count / 200)}`,
        cwd: `/projects/service-${count % 20}`,
        tool_name: ['Bash', 'Read', 'Write', 'Edit'][count % 4],
        tool_input: {
          command: `npm test -- --run ${count % 977} # ${'x'.repeat(count % 90)}`,
          description: 'Runs the tests',
        },
      },
      hooks: [hook],
    },
    {
      v: 1,
      kind: 'end',
      id,
      at: new Date(at + 40).toISOString(),
      outcome: {
        decision: isBlocked ? 'block' : 'none',
        reason,
        block: isBlocked ? { effect: 'deny_tool', reason, hook } : null,
        rewritten: [],
        contexts: { count: 0, texts: [] },
        messages: [],
        extra: {},
      },
      hooks: [runOf(hook, count, isBlocked, isBroken)],
      durationMs: 5 + ((count * 7919) % 4000) / 10,
    },
  ];
}

const runOf = (id, count, isBlocked, isBroken) => ({
  id,
  name: `guard-${count % 12}`,
  dialect: 'qoder',
  scope: 'project',
  source: '.qoder/settings.json',
  handler: 'command',
  status: isBlocked ? 'blocked' : isBroken ? 'failed' : 'passed',
  exitCode: isBlocked ? 2 : isBroken ? 1 : 0,
  signal: null,
  durationMs: ((count * 104_729) % 30_000) / 100,
  stdout: '',
  stderr: isBlocked ? 'rm -rf is not allowed here\n' : 'checked '.repeat(count % 9),
  truncated: [],
  fault: isBroken ? { code: 'exit', message: 'it ended with exit code 1' } : null,
  quiet: false,
  why: null,
  notes: [],
});

/** The requests by which a machine sends the lines of its record, so many in each. */
export function chunksOf({ recordFolder }, size, stream) {
  const lines = readFileSync(core.currentFile(recordFolder)).toString('latin1').split('\n').slice(0, -1);
  const chunks = [];
  let [after, at] = [stream.head, stream.lines];
  for (let from = 0; from + size <= lines.length; from += size) {
    const part = lines.slice(from, from + size);
    const body = gzipSync(Buffer.from(`${part.join('\n')}\n`, 'latin1'));
    const path = `/v1/streams/${stream.stream}/append?after=${after}&at=${at}&level=full&waiting=0`;
    chunks.push({ method: 'POST', path, body, headers: { 'content-encoding': 'gzip' } });
    after = fleet.lineDigest(Buffer.from(part.at(-1), 'latin1'));
    at += size;
  }
  return chunks;
}
