/** Where we chose another rule than the program has, and why. */
export const decided: Readonly<Record<string, string>> = {
  'copilot-public-fold-ask-then-deny':
    'a question that no one can answer refuses at once in a headless run; in hookline later hooks run too, and a refusal wins over a question',
  'copilot-public-permission-project-cannot-undo':
    'in the program the answers of all hooks are laid over each other, so that a trusted project undoes a denial of the user; in hookline the denial stands',
};
