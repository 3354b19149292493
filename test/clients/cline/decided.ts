/** Where we chose another rule than the program has, and why. */
export const decided: Readonly<Record<string, string>> = {};
