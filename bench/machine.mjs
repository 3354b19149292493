// What the figures were measured on.
import { cpus, release, totalmem } from 'node:os';
import { PEERS } from './peers.mjs';

/** The machine, Node and the versions of the peers. */
export function machine() {
  const processors = cpus();
  return {
    machine: {
      processor: processors[0]?.model.trim() ?? 'unknown',
      cores: processors.length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      system: `${process.platform} ${release()}`,
    },
    node: process.version,
    peers: Object.fromEntries(Object.values(PEERS).map((peer) => [peer.package, peer.version])),
  };
}
