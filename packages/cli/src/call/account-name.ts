import { userInfo } from 'node:os';

/** The name of the account that calls; an account of a container often has none, only a number. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
