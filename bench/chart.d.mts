/** An SVG of the ratios against their bars; it follows the reader's light or dark setting. */
export function chart(results: unknown): string;
