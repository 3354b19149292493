/** The page with the figures of these results between its marks. */
export function withFigures(page: string, results: unknown): string;
