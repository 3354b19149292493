import type { SecretShape } from '../shape.ts';

const row = (words: readonly string[], pattern: RegExp): SecretShape => ({
  id: 'command-password',
  about: 'a password in a command',
  pattern,
  words,
});

/** Passwords in the arguments of a program. */
export const COMMAND_SHAPES: readonly SecretShape[] = [
  row(
    ['curl'],
    /\bcurl\b[^\n;]{0,400}?\s(?:-[a-zA-Z]*[uU]|--user|--proxy-user)[= ]?\s{0,4}(?:"[^":\n]{0,64}:([^"\n]{3,128})"|'[^':\n]{0,64}:([^'\n]{3,128})'|[^\s:"'$-][^\s:"']{0,64}:["']?([^\s"']{3,}))/g,
  ),
  row(['sshpass'], /\bsshpass\s+(?:-\S+\s+)*?-p\s*["']?([^\s"']{4,})/g),
  row(
    ['mysql', 'mariadb'],
    /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb(?:-\w+)?)\b[^\n;|]{0,200}?\s-p["']?([^\s"'-][^\s"']{3,})/g,
  ),
  row(
    ['--pass'],
    /\s--(?:password|passwd|passphrase|pass)[= ]\s{0,3}["']?((?=[^\s"']*[\d!@#%^&*])[^\s"'-][^\s"']{5,})/g,
  ),
  row(['redis-cli'], /\bredis-cli\b[^\n;|]{0,200}?\s-a\s+["']?([^\s"']{6,})/g),
  row(
    ['docker', 'podman', 'helm', 'az'],
    /\b(?:docker|podman|helm\s+registry|az|oc|skopeo|buildah)\s+login\b[^\n;|]{0,200}?\s-p\s+["']?([^\s"'-][^\s"']{5,})/g,
  ),
  row(['passin', 'passout', 'pass:'], /\s-pass(?:in|out)?\s+["']?pass:([^\s"']{4,})/g),
  row(['ldap'], /\bldap(?:search|modify|add|delete|whoami)\b[^\n;|]{0,200}?\s-w\s+["']?([^\s"'-][^\s"']{4,})/g),
  row(['smbclient', 'rpcclient'], /\b(?:smbclient|rpcclient)\b[^\n;|]{0,200}?\s-U\s+["']?[^\s%"']+%([^\s"']{4,})/g),
  row(['htpasswd'], /\bhtpasswd\s+-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+["']?([^\s"']{6,})/g),
  row(['mongo'], /\bmongo(?:sh|dump|restore|export|import)?\b[^\n;|]{0,200}?\s-p\s+["']?([^\s"'-][^\s"']{5,})/g),
  row(['chpasswd'], /\becho\s+["']?\w+:([^\s"']{6,})["']?\s*\|\s*(?:sudo\s+)?chpasswd\b/g),
];
