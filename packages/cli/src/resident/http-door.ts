import type { Server } from 'node:http';
import { httpAddress } from './http-address.ts';
import { listenHttp } from './http-transport.ts';
import type { Service } from './serve-call.ts';

/** How agents reach a server by http, as long as there is an address; owns the listener. */
export class HttpDoor {
  readonly #stateFolder: string;
  readonly #service: Service;
  readonly #follow: (call: Promise<void>) => void;
  readonly #say: (problem: string) => void;
  #server: Server | null = null;
  #problem = '';
  #isOpening = false;

  constructor(
    stateFolder: string,
    { service, follow, say }: { service: Service; follow: (call: Promise<void>) => void; say: (text: string) => void },
  ) {
    this.#stateFolder = stateFolder;
    this.#service = service;
    this.#follow = follow;
    this.#say = say;
  }

  get isOpen(): boolean {
    return this.#server !== null;
  }

  /** Listens if there is an address and nothing listens yet; what keeps it from that is said once, and tried again. */
  async open(): Promise<void> {
    if (this.#server !== null || this.#isOpening) return;
    this.#isOpening = true;
    try {
      const address = httpAddress(this.#stateFolder);
      if (address !== null) this.#server = await listenHttp(address, this.#service, this.#follow);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== this.#problem) this.#say(`entries that use http are not answered: ${problem}`);
      this.#problem = problem;
    } finally {
      this.#isOpening = false;
    }
  }

  /** Takes no more requests; those that are under way go on. */
  close(): void {
    this.#server?.close();
    this.#server?.closeIdleConnections();
  }
}
