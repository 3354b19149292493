export const PUBLISHED: readonly string[];
export function installPackages(): {
  readonly folder: string;
  readonly tarballs: readonly string[];
  readonly command: string;
};
