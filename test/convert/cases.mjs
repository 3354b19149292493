// The conformance cases as single events: each in the state that the case has laid out when it fires it.
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CASES = fileURLToPath(new URL('../conformance/cases/', import.meta.url));

export const IDS = ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken', 'claude'];

/** Every event that the cases of a dialect fire; steps that call another command say nothing about decisions. */
export async function momentsOf(dialect) {
  const cases = JSON.parse(await readFile(join(CASES, `${dialect}.json`), 'utf8'));
  return cases.flatMap((item) => {
    const { files, modes, ...first } = item;
    const steps = item.steps ?? [first];
    return steps.flatMap((step, index) => {
      if (step.event === undefined) return [];
      const laid = [{ files, modes }, ...steps.slice(0, index + 1)];
      return [{ id: `${item.id}${steps.length > 1 ? `#${index + 1}` : ''}`, says: item.says, dialect, laid, step }];
    });
  });
}

/** Lays a moment out in a folder of its own, lets `use` have it, and takes it away again. */
export async function within(moment, use) {
  const root = await mkdtemp(join(tmpdir(), 'hookline-convert-'));
  const vars = { root, home: join(root, 'home'), project: join(root, 'project') };
  try {
    await mkdir(vars.home, { recursive: true });
    await mkdir(vars.project, { recursive: true });
    for (const stage of moment.laid) await lay(stage, vars);
    return await use(placeOf(moment.step, vars));
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function lay({ files, modes, remove }, vars) {
  for (const [name, content] of Object.entries(files ?? {})) {
    const path = join(vars.root, name);
    await mkdir(dirname(path), { recursive: true });
    const text = textOf(fill(content, vars));
    await writeFile(path, text);
    if (typeof text === 'string' && text.startsWith('#!')) await chmod(path, 0o755);
  }
  for (const [name, mode] of Object.entries(modes ?? {})) await chmod(join(vars.root, name), Number.parseInt(mode, 8));
  for (const name of remove ?? []) await rm(join(vars.root, name), { recursive: true, force: true });
}

function textOf(content) {
  if (typeof content === 'string') return content;
  return typeof content?.$base64 === 'string'
    ? Buffer.from(content.$base64, 'base64')
    : `${JSON.stringify(content, null, 2)}\n`;
}

function fill(value, vars) {
  if (typeof value === 'string') return value.replace(/\{\{(\w+)\}\}/g, (whole, name) => vars[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => fill(item, vars));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [fill(key, vars), fill(item, vars)]));
}

/** The options of `createHooks` that the case asks for, and its event. */
function placeOf(step, vars) {
  const given = { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC', HOME: vars.home, ...fill(step.env ?? {}, vars) };
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const words = fill(step.args ?? [], vars);
  const values = (option) => words.filter((_, index) => words[index - 1] === option);
  const [stateDir] = values('--state-dir');
  return {
    places: {
      project: vars.project,
      home: vars.home,
      env,
      plugins: values('--plugin'),
      ...(stateDir === undefined ? {} : { stateDir }),
    },
    trust: step.trust === false ? () => false : 'all',
    wait: words.includes('--wait'),
    event: fill({ session_id: 's-1', cwd: '{{project}}', ...step.event }, vars),
  };
}
