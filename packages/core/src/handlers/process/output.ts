/** What is kept of each stream of a hook. */
export const KEPT_BYTES = 1024 * 1024;

/** The beginning of one stream: memory stays bounded however much comes. */
export interface KeptOutput {
  /** Keeps as much as there is room for; the caller may reuse the chunk's memory if it says so. */
  readonly push: (chunk: Uint8Array, isShared: boolean) => void;
  /** The kept bytes as text; what is not UTF-8 is replaced. */
  readonly text: () => string;
  readonly isTruncated: () => boolean;
  /** How many bytes came, kept or not. */
  readonly seen: () => number;
}

export function createOutput(): KeptOutput {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let seen = 0;
  let truncated = false;
  return {
    push: (chunk, isShared) => {
      const room = KEPT_BYTES - kept;
      seen += chunk.length;
      if (chunk.length > room) truncated = true;
      if (room === 0 || chunk.length === 0) return;
      const part = chunk.subarray(0, room);
      chunks.push(isShared ? Uint8Array.from(part) : part);
      kept += part.length;
    },
    text: () => decodeText(chunks, truncated),
    isTruncated: () => truncated,
    seen: () => seen,
  };
}

/** A character that the cut went through is left out, rather than shown as a fault of the hook. */
function decodeText(chunks: readonly Uint8Array[], isCut: boolean): string {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  return isCut
    ? new TextDecoder('utf-8', KEEPS_BOM).decode(bytes, { stream: true })
    : (decoder ??= new TextDecoder('utf-8', KEEPS_BOM)).decode(bytes);
}

const KEEPS_BOM = { ignoreBOM: true } as const;
/** Made when it is needed: most hooks say nothing. */
let decoder: InstanceType<typeof TextDecoder> | undefined;
