/** How many bytes of each stream of a hook are kept. */
export const KEPT_BYTES = 1024 * 1024;

/** The beginning of one stream; memory is bounded, however much is written. */
export interface KeptOutput {
  /** Keeps as much as fits; the caller may reuse the chunk's memory if it says so. */
  readonly push: (chunk: Uint8Array, isShared: boolean) => void;
  /** The kept bytes as text; invalid UTF-8 is replaced. */
  readonly text: () => string;
  readonly isTruncated: () => boolean;
  /** How many bytes came, kept or not. */
  readonly seen: () => number;
  /** Called after each chunk from now on; null: no more. */
  readonly onChunk: (call: (() => void) | null) => void;
}

export function createOutput(): KeptOutput {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let seen = 0;
  let truncated = false;
  let told: (() => void) | null = null;
  const keep = (chunk: Uint8Array, isShared: boolean): void => {
    const room = KEPT_BYTES - kept;
    seen += chunk.length;
    if (chunk.length > room) truncated = true;
    if (room === 0 || chunk.length === 0) return;
    const part = chunk.subarray(0, room);
    chunks.push(isShared ? Uint8Array.from(part) : part);
    kept += part.length;
  };
  return {
    push: (chunk, isShared) => {
      keep(chunk, isShared);
      told?.();
    },
    text: () => decodeText(chunks, truncated),
    isTruncated: () => truncated,
    seen: () => seen,
    onChunk: (call) => (told = call),
  };
}

/** A character that was cut in half is dropped, so that it does not look like a fault of the hook. */
function decodeText(chunks: readonly Uint8Array[], isCut: boolean): string {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  return isCut
    ? new TextDecoder('utf-8', KEEPS_BOM).decode(bytes, { stream: true })
    : (decoder ??= new TextDecoder('utf-8', KEEPS_BOM)).decode(bytes);
}

const KEEPS_BOM = { ignoreBOM: true } as const;
/** Created when it is needed, because most hooks print nothing. */
let decoder: InstanceType<typeof TextDecoder> | undefined;
