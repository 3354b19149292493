/** Where we chose another rule than the program has, and why. */
export const decided: Readonly<Record<string, string>> = {
  'qwen-public-deny-then-allow':
    'in the program an allow of a later hook undoes a refusal; in hookline a refusal wins over a permission, whoever gives it',
  'qwen-public-ask-then-text':
    'the program loses a question when another hook says anything; in hookline a question wins over a permission',
  'qwen-public-broken-file':
    'a settings file of the user that is no JSON ends the program; hookline says so, and runs the hooks of the other files',
};
