import type { ShipLevel } from '@hookline/core/internal';

export type { ShipLevel };

export const SHIP_LEVELS: readonly ShipLevel[] = ['full', 'decisions', 'metadata'];

/** The head of a stream before its first line. */
export const NO_HEAD = '0'.repeat(32);

/** The end of a stream: the digest of its last line, and how many lines there are. */
export interface StreamHead {
  readonly head: string;
  readonly lines: number;
}

/** `POST /v1/enrol` */
export interface EnrolRequest {
  readonly token: string;
  /** The `x` of an Ed25519 key as JWK: 32 bytes in base64url. */
  readonly publicKey: string;
  readonly name: string;
  readonly kind: MachineKind;
  readonly version: string;
}

export type MachineKind = 'laptop' | 'ci' | 'server';

export interface EnrolAnswer {
  readonly machine: string;
  readonly org: string;
  /** What the organisation wants to be sent, unless the machine's person chose. */
  readonly ship: ShipLevel;
}

/** `POST /v1/streams`: gives the machine's newest stream, or opens another epoch after it. */
export interface OpenStreamRequest {
  /** Why the stream known so far cannot be continued; absent: give the newest, or the first. */
  readonly fork?: {
    readonly stream: string;
    /** What the machine had sent of it, as far as it knows. */
    readonly known: StreamHead;
    readonly why: string;
  };
}

export interface OpenStreamAnswer extends StreamHead {
  readonly stream: string;
  readonly epoch: number;
}

/** Which policy is in force on a machine: its version, 0 where none is as it was signed, and the number of the time stamp that says how. */
export interface PolicyInForce {
  readonly version: number;
  readonly stamp: number;
}

/** `POST /v1/streams/S/append?after=&at=&level=&waiting=&policy=VERSION.STAMP`, 200: committed. */
export interface AppendAnswer extends StreamHead {
  /** So long the machine should gather lines before it sends again. */
  readonly intervalSeconds: number;
  /** What is wrong with lines of this chunk; they are stored all the same. */
  readonly findings?: readonly { readonly line: number; readonly kind: string; readonly message: string }[];
}

/** `GET /v1/streams/S/tail?lines=&before=`: digests of lines, oldest first. */
export interface TailAnswer extends StreamHead {
  /** How many lines come before the first of these. */
  readonly from: number;
  readonly digests: readonly string[];
}

/** Every answer that is not 2xx, and neither 409 nor 422. */
export interface Refusal {
  readonly error: string;
  readonly hint: string | null;
}

/** Of an append: by how many seconds the machine's clock is ahead of the gateway's, where it is wrong. */
export const CLOCK_HEADER = 'hookline-clock-ahead';

/** The bounds of one append. */
export const MOST_BODY_BYTES = 4 * 1024 * 1024;
export const MOST_CHUNK_BYTES = 16 * 1024 * 1024;
export const MOST_LINE_BYTES = 1024 * 1024;
export const MOST_CHUNK_LINES = 5_000;
