import { MARKS } from './marks.ts';

/** What a file holds that is not for others, as a mark; undefined for any other file. The path is absolute and without `..`. */
export const secretOf = (path: string, home: string): string | undefined =>
  path === '/etc/passwd' ? MARKS.accounts : isSecretFile(path, home) ? MARKS.secret : undefined;

/** Whether it is a file or folder with keys or passwords of the user. */
function isSecretFile(path: string, home: string): boolean {
  const inHome = path.startsWith(`${home}/`)
    ? path.slice(home.length + 1)
    : /^\/(?:home|Users)\/[^/]+\/(.*)$|^\/root\/(.*)$/.exec(path)?.slice(1).find(Boolean);
  if (inHome !== undefined && IN_HOME.some((pattern) => pattern.test(inHome))) return true;
  return ANYWHERE.some((pattern) => pattern.test(path));
}

/** Whether it is a key for logging in to other machines: these must not be read at all. */
export const isPrivateKey = (path: string): boolean => KEYS.some((pattern) => pattern.test(path));

/** Whether it is where a person or a program keeps what it logs in with. */
export const isCredentialStore = (path: string): boolean => STORES.some((pattern) => pattern.test(path));

// The private-use characters replace globs.
const ANY = String.raw`[\uE000-\uE006\uE008\uE009]`;
const KEYS = [
  new RegExp(String.raw`/\.ssh/(?:id_[^/]*(?<!\.pub)|identity|[^/]*\.pem|${ANY}+)$`),
  /\/\.gnupg\/(?:private-keys|secring)/,
  /\/etc\/(?:shadow|gshadow|master\.passwd|security\/opasswd|ssh\/ssh_host_[^/]*_key|kubernetes\/admin\.conf)$/,
  /\/id_(?:rsa|ed25519|ecdsa|dsa)$/,
];

const STORES = [
  /^\/(?:home\/[^/]+|Users\/[^/]+|root)\/(?:\.aws\/credentials|\.netrc|\.git-credentials|\.pgpass|\.npmrc|\.kube\/config|\.aws\/sso\/cache\/.+|\.config\/(?:glab-cli\/config\.yml|containers\/auth\.json|pypoetry\/auth\.toml)|\.vault-token|\.pypirc|\.docker\/config\.json|\.config\/gh\/hosts\.yml|\.config\/gcloud\/.*(?:credentials|\.db|tokens?\b).*|\.azure\/[^/]+|\.gcloud\/.+|\.boto|\.s3cfg|\.databrickscfg|\.my\.cnf|\.terraform\.d\/credentials\S*|\.config\/rclone\/rclone\.conf|\.gem\/credentials|\.cargo\/credentials(?:\.toml)?|\.password-store\/.+|\.local\/share\/(?:keyrings|kwalletd)\/?.*|\.npm\/_authToken|(?:\.[\w.-]+\/)+(?:[\w-]+[_-])?(?:auth|access|refresh|api)[_-]?(?:token|key)s?(?:\.json)?|\.config\/solana\/id\.json|\.aws\/cli\/cache\/?.*|\.kube\/cache\/?.*|Library\/(?:Keychains|Cookies|Safari)(?:\/.*)?|Library\/Application Support\/(?:Slack|discord|Signal|Google\/Chrome|Firefox|com\.apple\.TCC)(?:\/.*)?|\.mozilla\/firefox\/.+\.sqlite|\.ethereum\/keystore\/.+|\.electrum\/wallets\/.+|\.bitcoin\/wallet\.dat|Library\/Keychains\/.+)$/,
  /\/\.aws\/credentials$/,
  /^\/(?:var\/)?run\/secrets\/./,
  /\/secrets\/kubernetes\.io\/serviceaccount\/token$/,
  /\/(?:Login Data|Cookies|logins\.json|key4\.db|cookies\.sqlite)$/,
  new RegExp(String.raw`^/proc/(?:(?:\d+|${ANY}+)/environ|(?:self|\d+|${ANY}+)/mem)$`),
];

const IN_HOME = [
  /^\.ssh$/,
  /^\.aws(?:\/credentials)?$/,
  /^\.config\/gcloud(?:\/.*(?:credentials|\.json|\.db))?$/,
  /^\.azure(?:\/.*(?:tokens?|\.json))?$/,
  /^\.(?:netrc|pgpass|git-credentials|npmrc|pypirc|my\.cnf|vault-token)$/,
  /^\.docker\/config\.json$/,
  /^\.kube(?:\/config)?$/,
  /^\.gnupg(?:\/|$)/,
  /^\.config\/gh\/hosts\.yml$/,
  /^Library\/Keychains(?:\/|$)/,
  /^\.password-store(?:\/|$)/,
  /^\.mozilla\/firefox\/.*(?:logins\.json|key4\.db|cookies\.sqlite)$/,
  /^\.config\/(?:google-chrome|chromium)\/.*(?:Login Data|Cookies)$/,
];

const ANYWHERE = [
  ...KEYS,
  /\/\.env(?:\.(?!example$|sample$|template$|dist$)[\w.-]+)?$/,
  /\.(?:pem|p12|pfx|jks|keystore|kdbx|key)$/,
  new RegExp(String.raw`^/proc/(?:self|\d+|${ANY}+)/environ$`),
  /\/\.(?:bash|zsh|sh)_history$/,
];
