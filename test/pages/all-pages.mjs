// Which files are pages: everything that a reader is shown.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Every page, relative to the repository. */
export const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`)
    .toSorted(),
].filter((name) => name.endsWith('.md') && textOf(name) !== null);

/** The pages whose console blocks are run and compared. */
export const CONSOLE_PAGES = PAGES.filter((page) => /^```console$/m.test(textOf(page) ?? ''));

function textOf(page) {
  try {
    return readFileSync(join(root, page), 'utf8');
  } catch {
    return null; // a package without a page of its own
  }
}
