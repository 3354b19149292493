export const TIERS: Readonly<
  Record<
    'pure' | 'processes' | 'fresh' | 'stories' | 'whole' | 'proof',
    { readonly include: string[]; readonly exclude?: string[]; readonly pool: 'threads' | 'forks' }
  >
>;
export const LONGEST: readonly string[];
export const TURNS: readonly { readonly folder: string; readonly oneIn: number }[];
