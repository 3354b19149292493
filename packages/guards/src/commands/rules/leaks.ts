import type { CommandRule } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;
const CODE = ['python', 'python2', 'python3', 'node', 'ruby', 'perl', 'php', 'deno', 'bun', 'lua'];

/** Rules about secrets that leave their place by other ways than a file that is sent. */
export const LEAK_RULES: readonly CommandRule[] = [
  {
    id: 'send-secret',
    does: 'block',
    why: 'sends keys, passwords or the environment to another machine',
    programs: CODE,
    // Both are looked for from the start, so that a long text is read twice and not more often.
    text: /^(?=[^]*(?:requests\.(?:post|put|get)|httpx\.|urlopen|urllib\.request|http\.client|\bfetch\(|axios\.|http\.request|https\.request|Net::HTTP|LWP::|file_get_contents\(["']https?:|curl_init|socket\.(?:connect|create_connection)|\.sendall\())(?=[^]*(?:\.ssh\/id_|\.aws\/credentials|\/etc\/shadow|\.netrc|\.git-credentials|\.kube\/config|(?:open|readFileSync|read)\(?\s*["'][^"']*\.env["']|(?:dict|str|dumps)\(\s*os\.environ|\bos\.environ\s*[),}]|(?:stringify\(\s*|body:\s*|data:\s*)process\.env\s*[),}]|ENV\.to_(?:h|json|a)))/,
    sites: ANYWHERE,
  },
  {
    id: 'script-from-network',
    does: 'ask',
    why: 'puts a program from the network among those of the system',
    programs: ['curl', 'wget'],
    text: /\s(?:-\w*[oO]|--output|--output-document)[= ]?\/(?:usr\/)?s?bin\/\S/,
  },
  {
    id: 'read-credentials',
    does: 'block',
    why: 'asks the cloud for the credentials of this machine',
    programs: ['curl', 'wget', 'http', 'https', 'xh', 'nc'],
    text: /(?:169\.254\.169\.254|169\.254\.170\.\d+|fd00:ec2::254|metadata\.google\.internal|100\.100\.100\.200|metadata\.azure)\S*(?:security-credentials|\/token|user-data|identity\/oauth2|service-accounts|\/credentials|recursive=true)/i,
    sites: ANYWHERE,
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'reads what a person or a program logs in with',
    programs:
      'cat less more head tail bat base64 xxd od hexdump strings cp tar zip nl tac sqlite3 jq yq scp rsync openssl gzip'.split(
        ' ',
      ),
    operands: ['reads credentials'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'looks for keys and passwords all over the machine',
    programs: ['find', 'gfind', 'fd', 'locate', 'grep', 'rg', 'egrep'],
    text: /^g?find\s(?:-\S+\s+)*(?:\/|\/home\S*|\/root\S*|\/Users\S*|\/etc)\s(?:.*\s)?-i?name\s+\S*(?:id_(?:rsa|dsa|ed25519|ecdsa)|id_\S|\.kdbx|wallet\.dat|\.netrc|\.git-credentials|credentials|\.pgpass|shadow|\.htpasswd|\.token\b|\.env\b|\S*\.(?:pem|p12|pfx|ppk)\b.*\s-(?:exec|execdir|ok|fprint\w*|fls|delete)\b)|^g?find\s(?:-\S+\s+)*\/\s(?:.*\s)?-i?name\s+\S*\.(?:pem|p12|pfx|ppk)\b|^locate\s.*(?:id_rsa|\.kdbx|wallet\.dat)|^(?:[ef]?grep|rg)\s.*(?:BEGIN (?:RSA|OPENSSH|EC|DSA)?\s?PRIVATE KEY)\S*\s.*(?:\/|\/home\S*|\/root)(?=\s|$)/,
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'asks the cloud about this machine, and its credentials are there too',
    programs: ['curl', 'wget', 'http', 'https', 'xh', 'nc'],
    text: /(?:^|[\s/])(?:169\.254\.169\.254|169\.254\.170\.\d+|100\.100\.100\.200|metadata\.google\.internal)\/?(?:latest(?:\/meta-data)?\/?|computeMetadata(?:\/v1)?\/?)?(?=\s|$)/,
    sites: ANYWHERE,
  },
  {
    id: 'send-secret',
    does: 'ask',
    why: 'tells a server of names what a program prints',
    programs: ['dig', 'nslookup', 'host', 'ping', 'drill', 'resolvectl'],
    text: /[\uE001\uE006\uE009]\S*\.[a-z]{2,}/i,
    sites: ANYWHERE,
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'copies a folder of keys',
    programs: ['cp', 'mv', 'tar', 'zip', 'rsync', '7z', 'ditto'],
    operands: ['names a folder of keys'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'looks for keys and passwords in the environment',
    programs: ['grep', 'egrep', 'fgrep', 'rg', 'awk', 'sed'],
    operands: ['looks for secrets in the environment'],
    sites: ANYWHERE,
  },
  {
    id: 'send-file',
    does: 'ask',
    why: 'sends files from outside the project, or all of a folder, to another machine',
    programs: ['curl', 'wget', 'http', 'https'],
    operands: ['sends a file from elsewhere'],
  },
  {
    id: 'send-secret',
    does: 'ask',
    why: 'sends what it prints to another machine',
    programs: 'cat tac base64 xxd od tar zip gzip env printenv history strings dd head tail'.split(' '),
    text: /\s\/dev\/(?:tcp|udp)\/\S/,
    sites: ANYWHERE,
  },
  {
    id: 'send-file',
    does: 'ask',
    why: 'sends whole folders to another machine',
    programs: ['curl', 'wget', 'nc', 'ncat', 'netcat', 'socat', 'http', 'https', 'telnet', 'ftp', 'mail'],
    operands: ['sends whole folders'],
  },
  {
    id: 'send-file',
    does: 'ask',
    why: 'copies the home folder or what a person keeps to another machine',
    programs: ['scp', 'rsync', 'sftp', 'aws', 'gsutil', 'gcloud', 'rclone', 'az', 'azcopy', 's3cmd', 'mc', 'croc'],
    operands: ['copies what a person keeps to another machine'],
  },
  {
    id: 'open-rights',
    does: 'ask',
    why: 'shows files to everybody on the network',
    programs: ['aws', 'gsutil', 'gcloud', 's3cmd', 'az'],
    text: /--acl[= ](?:public-read\S*|authenticated-read)\b|--acl-public\b|\sacl\s(?:.*\s)?(?:public-read|AllUsers:)|-a\s+public-read|--public-access[= ](?:blob|container)\b|--allow-blob-public-access[= ]true/,
    sites: ANYWHERE,
  },
  {
    id: 'send-file',
    does: 'ask',
    why: 'shows a file to everybody',
    programs: ['gh', 'glab', 'gist'],
    text: /^gh\s+gist\s+create\s(?:.*\s)?(?:-p|--public)(?=\s|$)|^gh\s+gist\s+create\s.*(?:\.env\b|id_rsa|\.pem\b|credentials)|^gist\s.*(?:\.env\b|id_rsa|\.pem\b)/,
    sites: ANYWHERE,
  },
  {
    id: 'stage-secret',
    does: 'ask',
    why: 'puts keys or passwords where git keeps them for ever',
    programs: ['git'],
    sub: [['add', 'stage']],
    without: ['n', 'dry-run'],
    operands: ['stages a secret'],
  },
  {
    id: 'read-credentials',
    does: 'ask',
    why: 'prints private keys',
    programs: ['gpg', 'gpg2'],
    text: /--export-secret-(?:keys?|subkeys)\b/,
  },
  {
    id: 'reverse-shell',
    does: 'block',
    why: 'lets another machine run commands on this one',
    programs: ['xterm', 'zmodload', 'ztcp', 'msfvenom', 'node', 'lua', 'telnet'],
    text: /^xterm\s.*-display\s+\S*\d\S*:\d|^zmodload\s+zsh\/net\/tcp|^ztcp\s|^msfvenom\s.*(?:reverse|bind)_|require\(["']net["']\)[^]*spawn\(\s*["'](?:\/bin\/)?(?:ba|z|da|k)?sh\b|spawn\(\s*["'](?:\/bin\/)?(?:ba|z|da|k)?sh\b[^]*require\(["']net["']\)/,
    sites: ANYWHERE,
  },
];
