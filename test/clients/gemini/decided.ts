/** Where we chose another rule than the program has, and why. */
export const decided: Readonly<Record<string, string>> = {
  'gemini-public-untrusted-project':
    'a headless run of the program ends in a folder that is not trusted; hookline runs the hooks of the user there',
};
