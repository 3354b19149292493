export const TIERS: Readonly<
  Record<
    'pure' | 'processes' | 'fresh' | 'whole' | 'proof',
    { readonly include: string[]; readonly exclude?: string[]; readonly pool: 'threads' | 'forks' }
  >
>;
export const LONGEST: readonly string[];
