/** The string without lone surrogates, which JSON can carry but servers refuse. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
