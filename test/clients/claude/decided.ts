/** Where we chose another rule than the program has, and why. */
export const decided: Readonly<Record<string, string>> = {
  'claude-public-untrusted-project':
    'a headless run of the program trusts every folder; hookline runs hooks of a project only when the project is trusted',
  'claude-public-fold-order-contexts':
    'the program joins contexts in the order in which hooks finish; hookline keeps the order of the configuration, so that two runs say the same',
  'claude-public-copy-cannot-weaken':
    'in the program the last copy of a repeated hook counts, so that a project can disarm a hook of the user; in hookline the strictest copy counts',
};
