// What people write first: a grep over the payload, and a list of regular expressions. They are here to be compared with.

/** The hook that the standard's own documentation shows: it cuts the command out of the JSON text, and greps it. */
export function grepCommand(command) {
  const payload = JSON.stringify({ command }, null, 1).replace(/\n\s*/g, ' ');
  const cut = /"command": "[^"]*"/.exec(payload)?.[0].split('"')[3] ?? '';
  return /rm -rf \/|mkfs|dd if=\/dev\/zero/.test(cut);
}

const DANGEROUS = [
  /\brm\s+-[a-z]*r[a-z]*f?[a-z]*\s+(\/|~|\$HOME|\.\.?(\s|$|\/)|\*)/i,
  /\brm\s+.*--no-preserve-root/,
  /\bmkfs(\.\w+)?\b/,
  /\bdd\s+.*\bof=\/dev\//,
  />\s*\/dev\/(sd|nvme|hd|vd)/,
  /:\(\)\s*\{.*\};\s*:/,
  /\bchmod\s+(-R\s+)?(777|000)/,
  /\bchown\s+-R\b/,
  /\bgit\s+push\b.*(--force|-f\b)/,
  /\bgit\s+reset\s+--hard\b/,
  /\bgit\s+clean\s+-[a-z]*f/,
  /\bgit\s+checkout\s+(--\s+)?\./,
  /\b(curl|wget)\b.*\|\s*(sudo\s+)?(ba|z)?sh\b/,
  /\bbase64\s+(-d|--decode)\b.*\|\s*(ba)?sh\b/,
  /\beval\b/,
  /\b(shutdown|reboot|poweroff|halt)\b/,
  /\bkill\s+-9\s+-?1\b/,
  /\biptables\s+-F\b/,
  /\bcrontab\s+-r\b/,
  /\b(userdel|passwd)\b/,
  /\bdocker\s+(system|volume)\s+prune\b/,
  /\bkubectl\s+delete\b/,
  /\bterraform\s+destroy\b/,
  /\bdrop\s+(database|table|schema)\b/i,
  /\btruncate\s+table\b/i,
  /\bnpm\s+publish\b/,
  /\.ssh\/id_/,
  /\/etc\/(passwd|shadow|sudoers)/,
  /\baws\s+s3\s+(rb|rm)\b/,
];

export const regexCommand = (command) => DANGEROUS.some((pattern) => pattern.test(command));

export const grepSecret = (text) => /api[_-]?key|secret|password|token/i.test(text);

const SECRETS = [
  /AKIA[0-9A-Z]{16}/,
  /gh[pousr]_[A-Za-z0-9]{36}/,
  /glpat-[\w-]{20}/,
  /xox[baprs]-[\w-]+/,
  /sk-[A-Za-z0-9_-]{20,}/,
  /sk_live_\w+/,
  /AIza[\w-]{35}/,
  /-----BEGIN .*PRIVATE KEY-----/,
  /eyJ[\w-]+\.[\w-]+\.[\w-]+/,
  /(password|passwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["']?[^\s"']{8,}/i,
];

export const regexSecret = (text) => SECRETS.some((pattern) => pattern.test(text));

export const grepFile = ({ file, command }) => /\.env|package-lock\.json|\.git\//.test(file ?? command);

const FILES = [
  /(^|\/)\.env(\.|$)/,
  /(package-lock|yarn|poetry|Cargo)[.-]?(lock|json)?/,
  /(^|\/)\.git\//,
  /\.github\/workflows/,
  /\.(pem|key)$/,
];
const WRITES = [/>+\s*\S*(\.env|lock)/, /\b(rm|mv|cp|tee|sed -i)\b.*(\.env|lock|\.git\b)/];

export const regexFile = ({ file, command }) =>
  file === undefined ? WRITES.some((pattern) => pattern.test(command)) : FILES.some((pattern) => pattern.test(file));
