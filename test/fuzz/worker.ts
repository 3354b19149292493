// One process of the fuzzer: tries its share of the inputs of each target, and says where it is in a file that a parent
// can read also when this process hangs.
import { openSync, writeSync } from 'node:fs';
import { corpusOf } from './corpus.ts';
import { plant } from './planted.ts';
import type { FailureKind } from './session.ts';
import { tryStretch } from './session.ts';
import { TARGETS } from './targets/index.ts';

/** What a worker is told by its parent. */
export interface Order {
  readonly seed: string;
  readonly corpus: string;
  /** File into which it writes what it is at. */
  readonly place: string;
  readonly first: number;
  readonly step: number;
  readonly planted: FailureKind | null;
  readonly counts: readonly { readonly target: string; readonly inputs: number }[];
}

process.on('message', (order: Order) => {
  work(order).then(
    () => process.disconnect(),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function work(order: Order): Promise<void> {
  const place = openSync(order.place, 'w');
  for (const { target: name, inputs } of order.counts) {
    const found = TARGETS.find((each) => each.name === name);
    if (found === undefined)
      throw new Error(`no target ${name}; there are ${TARGETS.map((each) => each.name).join(', ')}`);
    const target = order.planted === null ? found : plant(found, order.planted);
    const start = process.cpuUsage();
    const failures = await tryStretch(target, {
      seed: order.seed,
      first: order.first,
      step: order.step,
      end: inputs,
      corpus: corpusOf(target, order.corpus),
      onInput: (index) => void writeSync(place, `${name} ${index}`.padEnd(64), 0),
    });
    await target.close?.();
    const { user, system } = process.cpuUsage(start);
    process.send?.({
      target: name,
      inputs: Math.ceil((inputs - order.first) / order.step),
      failures,
      ms: (user + system) / 1000,
    });
  }
}
