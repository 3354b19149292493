export interface Import {
  readonly from: string;
  readonly to: string;
}
export const PACKAGES: readonly string[];
export function importsOf(packages?: readonly string[]): readonly Import[];
export function sourcesOf(name: string): readonly string[];
export function folderOf(file: string): string;
