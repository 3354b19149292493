export const TIERS: Readonly<
  Record<
    'pure' | 'processes' | 'whole',
    { readonly include: string[]; readonly exclude?: string[]; readonly pool: 'threads' | 'forks' }
  >
>;
export const LONGEST: readonly string[];
