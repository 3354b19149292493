import { isJsonObject } from '@hookline/core/internal';
import { join } from 'node:path';
import type { World } from '../guard/world.ts';

/** The line that runs the tests of the project; null when none is found. */
export async function findTests({ project, readText }: World): Promise<string | null> {
  const read = (file: string): Promise<string | null> => readText(join(project, file));
  if (hasTestScript(await read('package.json'))) return 'npm test --silent';
  if ((await read('Cargo.toml')) !== null) return 'cargo test --quiet';
  if ((await read('go.mod')) !== null) return 'go test ./...';
  const python = await Promise.all(['pytest.ini', 'conftest.py', 'tests/conftest.py', 'tests/__init__.py'].map(read));
  const settings = await read('pyproject.toml');
  return python.some((text) => text !== null) || /pytest/.test(settings ?? '') ? 'python3 -m pytest -q' : null;
}

function hasTestScript(text: string | null): boolean {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const scripts = isJsonObject(value) ? value['scripts'] : null;
    const line = isJsonObject(scripts) ? scripts['test'] : null;
    return typeof line === 'string' && !/no test specified/.test(line);
  } catch {
    return false;
  }
}
