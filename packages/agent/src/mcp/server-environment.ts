/** The variables that a server's program gets: what programs need to run at all, and what its entry names; no keys. */
export function serverEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  // Without a level, bash takes the socket at its input for a remote login and runs ~/.bashrc, which may print.
  const passed: Record<string, string> = { SHLVL: '1', HOOKLINE_AGENT: '1' };
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && isHarmless(name)) passed[name] = value;
  }
  return { ...passed, ...own };
}

const isHarmless = (name: string): boolean => NAMES.has(name.toUpperCase()) || PREFIXES.test(name);

const PREFIXES = /^(?:LC_|XDG_)/;

const NAMES: ReadonlySet<string> = new Set(
  [
    ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'TZ', 'TMPDIR', 'SHLVL'],
    ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    ['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
    ['PROGRAMDATA', 'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
  ].flat(),
);
