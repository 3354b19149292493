import { readFileSync, writeSync } from 'node:fs';
import { createHooks } from '../../packages/core/src/internal.ts';
import type { AnyEvent } from '../../packages/core/src/model/index.ts';

/** What a writer of the record is asked to do. */
export interface WriterJob {
  readonly options: NonNullable<Parameters<typeof createHooks>[0]>;
  /** Fired again and again, each time in a session of its own: its name, a dash and a number. */
  readonly event: AnyEvent;
  readonly session: string;
  readonly times: number;
  readonly waits: boolean;
}

const { options, event, session, times, waits } = JSON.parse(readFileSync(0, 'utf8')) as WriterJob;
const told: string[] = [];
const hooks = await createHooks({ ...options, onMessage: ({ text }) => told.push(text) });
for (let number = 0; number < times; number += 1) {
  const { decision } = await hooks.fire({ ...event, session_id: `${session}-${number}` }, { wait: !waits });
  // What is told here was acknowledged: it must never be lost.
  writeSync(1, `${JSON.stringify({ session: `${session}-${number}`, decision })}\n`);
}
await hooks.close();
writeSync(2, told.join('\n'));
