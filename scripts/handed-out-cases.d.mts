export function casesNotTakenOver(
  handedOut: string,
  own: string,
): readonly {
  readonly file: string;
  readonly cases: readonly { readonly id: string; readonly state: 'new' | 'changed' }[];
}[];
