import type { CommandRule } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;

/** Rules about passwords and keys that are taken from where a program keeps them. */
export const CREDENTIAL_RULES: readonly CommandRule[] = [
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'prints a password or a key from where it is kept',
    programs: 'secret-tool kwallet-query keyctl pass-otp aws kubectl oc k docker podman cmdkey getent'.split(' '),
    text: /^secret-tool\s+(?:lookup|search)\s|^kwallet-query\s.*-r\b|^keyctl\s+(?:print|pipe|read)\s|^pass-otp\s|^aws\s(?:.*\s)?configure\s+(?:get\s+\S*(?:secret|token|access_key)\S*|export-credentials)|^aws\s(?:.*\s)?sts\s+(?:get-session-token|assume-role\S*|get-federation-token)\b|^(?:kubectl|oc|k)\s(?:.*\s)?get\s+(?:\S*,)?secrets?(?:[/\s]\S*)?\s(?:.*\s)?(?:-o\s*=?|--output[= ])(?:yaml|json|jsonpath|go-template|custom-columns)|^(?:kubectl|oc|k)\s(?:.*\s)?describe\s+secrets?[/\s](?:.*\s)?\S*token\b|^(?:kubectl|oc|k)\s(?:.*\s)?(?:create\s+token\s|config\s+view\s.*--raw(?!=false)\b)|^(?:docker|podman)\s+(?:container\s+)?inspect\s.*\.Config\.Env|^cmdkey\s+\/list|^getent\s+g?shadow\b/i,
    operands: ['prints what is shown'],
    sites: ANYWHERE,
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'prints what git logs in with',
    programs: ['git'],
    sub: [
      ['credential', 'credential-store', 'credential-cache', 'credential-manager'],
      ['fill', 'get'],
    ],
  },
  {
    id: 'remove-keys',
    does: 'ask',
    why: 'moves a private key to another place',
    programs: ['mv'],
    operands: ['reads a private key'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'reads the memory of a program, where its passwords and keys are',
    programs: 'gcore procdump process_dump dumpit lime avml dd strings xxd hexdump cat memdump'.split(' '),
    text: /^(?:gcore|procdump|process_dump|dumpit|lime|avml|memdump)\s|\s(?:if=)?\/dev\/k?mem\b|\s(?:if=)?\/proc\/(?:kcore|[^/\s]+\/mem)\b/i,
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'finds out or tries passwords of others',
    programs:
      'unshadow john hashcat hydra medusa ncrack patator mimipenguin mimipenguin.sh mimikatz lazagne LaZagne.py pypykatz secretsdump.py dsniff ettercap bettercap arpspoof responder Responder.py'.split(
        ' ',
      ),
    without: ['help', 'version', 'benchmark', 'backend-info', 'list', 'test'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'reads the passwords or cookies that a browser keeps, or the messages and contacts of a person',
    programs: ['sqlite3', 'python', 'python3', 'strings'],
    text: /\bfrom\s+(?:moz_)?(?:cookies|logins|credit_cards)\b|\/(?:Login Data|cookies\.sqlite|key4\.db|logins\.json)\b|\/Library\/(?:Messages\/chat\.db|Safari\/(?:History|Cookies)|Mail\/|Calendars\/|Application Support\/(?:AddressBook|com\.apple\.TCC)\/)/i,
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'copies the profile of a browser, with its passwords and cookies',
    programs: ['cp', 'mv', 'tar', 'zip', 'rsync', 'scp', '7z', 'ditto'],
    text: /\/(?:\.mozilla\/firefox|\.thunderbird|\.config\/(?:google-chrome|chromium|BraveSoftware)|Library\/Application Support\/(?:Firefox|Google\/Chrome|BraveSoftware))(?:\/[^\s/]*)*\/?(?=\s|$)/,
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'prints what was typed, and passwords are often among it',
    programs: 'cat less more head tail bat strings nl tac'.split(' '),
    text: /\s\S*\/\.(?:\w+_)history(?=\s|$)/,
    operands: ['prints what is shown'],
  },
  {
    id: 'show-secret',
    does: 'ask',
    why: 'prints a variable that is called a secret',
    programs: ['node', 'nodejs', 'bun', 'deno', 'python', 'python3', 'ruby', 'php', 'perl'],
    text: /(?:print(?:ln|f)?|console\.\w+|puts|\bp|echo|\s-p)\b[^;\n]*(?:process\.env|os\.environ(?:\.get)?|os\.getenv|ENV|getenv|%?\$?ENV)[.[({"' ]+\w*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY)/,
    operands: ['prints what is shown'],
  },
  {
    id: 'send-secret',
    does: 'block',
    why: 'shows keys or passwords to everybody who knows an address',
    programs: ['gh', 'glab', 'gist', 'pastebinit', 'wgetpaste', 'transfer', 'termbin'],
    text: /^gh\s+(?:gist|issue|pr|release)\s+(?:create|comment|edit|upload)\b|^glab\s+(?:snippet|issue|mr|release)\s+(?:create|note|update|upload)\b|^(?:gist|pastebinit|wgetpaste|transfer|termbin)\b/,
    operands: ['sends a secret'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'looks for keys and passwords all over the machine',
    programs: ['mdfind'],
    text: /AKIA|passw|PRIVATE KEY|id_rsa|secret|credential/i,
  },
];
