import { userInfo } from 'node:os';

/** The name of the account that calls; an account of a container often has none, only a number. */
export function accountName(account: () => { readonly username: string } = userInfo): string {
  try {
    return account().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
