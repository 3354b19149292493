import type { CommandRule } from '../rule.ts';

const PRINTERS =
  'cat less more head tail bat batcat nl tac xxd od hexdump strings base64 grep egrep fgrep rg sed gsed awk gawk cut sort rev pbcopy xclip'.split(
    ' ',
  );

/** Rules about secrets that are shown, or put where others see them. */
export const SHOWN_SECRET_RULES: readonly CommandRule[] = [
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'prints settings with passwords, or a key',
    programs: PRINTERS,
    operands: ['prints a file of secrets'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'prints a secret from where it is kept',
    programs:
      'infisical doppler vault bao op pass gopass bw lpass aws gcloud az heroku chamber akeyless sops ansible-vault gh gpg gpg2'.split(
        ' ',
      ),
    text: /^infisical\s+(?:secrets(?:\s+get\b|\s*$|\s+-)|export\b)|^doppler\s+secrets(?:\s+(?:get|download)\b|\s*$)|^(?:vault|bao)\s+(?:kv\s+get|read)\s|^op\s+(?:read\s|item\s+get\s.*--(?:reveal|fields))|^(?:go)?pass\s+show\s+\S|^bw\s+(?:get\s+(?:password|item|totp)|export)\b|^lpass\s+(?:show|export)\b|^aws\s.*\bsecretsmanager\s+get-secret-value\b|^aws\s.*\bssm\s+get-parameter.*--with-decryption|^gcloud\s+secrets\s+versions\s+access\b|^az\s+keyvault\s+secret\s+show\b|^chamber\s+(?:read|export)\s|^gcloud\s+auth\s+(?:application-default\s+)?print-(?:access|identity)-token\b|^az\s+account\s+get-access-token\b|^gh\s+auth\s+token\b|^heroku\s+auth:token\b|^sops\s+(?:-d|--decrypt|decrypt)\b|^ansible-vault\s+view\b|^gpg2?(?=\s)(?!.*\s(?:-o|--output)\b).*(?:\s-\w*d\b|--decrypt\b)/,
    operands: ['prints what is shown'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'looks for passwords in what was typed',
    programs: ['grep', 'egrep', 'fgrep', 'rg', 'awk', 'sed'],
    operands: ['searches the history of a shell'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'looks for passwords all over the home folder or the system',
    programs: ['grep', 'egrep', 'fgrep', 'rg', 'ag'],
    operands: ['searches everywhere for secrets'],
  },
  {
    id: 'show-secret',
    does: 'ask',
    why: 'writes the environment into a folder that everybody may read',
    programs: ['env', 'printenv', 'set', 'export', 'declare'],
    operands: ['writes into a folder that everybody may read'],
  },
  {
    id: 'show-secret',
    does: 'ask',
    why: 'puts keys, settings or the history of the project where everybody may read them',
    programs: ['cp', 'mv', 'ln', 'rsync', 'install'],
    operands: ['puts secrets where everybody may read them'],
  },
];
