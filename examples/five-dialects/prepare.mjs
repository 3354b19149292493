// Lays out the project of this example; what needs a program that is not installed is left out of it.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftOutLine, missingOf } from '../../scripts/programs.mjs';

const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
const write = (path, value) => writeFile(path, JSON.stringify(value, null, 2));
const ours = (name) => new URL(name, import.meta.url);

/** Writes the project and the lines of the model into a folder; says what was left out. */
export async function prepare(folder, auditUrl) {
  const project = join(folder, 'project');
  const script = join(folder, 'session.json');
  await cp(ours('project/'), project, { recursive: true });
  await cp(ours('session.json'), script);
  const settings = join(project, '.qoder/settings.json');
  await writeFile(settings, (await readFile(settings, 'utf8')).replace('AUDIT_URL', auditUrl));

  const missing = missingOf(await read(ours('needs.json')));
  for (const { program, part } of missing) console.log(leftOutLine(program, part));
  const hasPython = missing.length === 0;
  if (!hasPython) await leaveOutPython(join(project, '.kolega/hooks.json'), script);
  return { project, script, hasPython };
}

async function leaveOutPython(hooksFile, script) {
  const file = await read(hooksFile);
  const isPython = (group) => group.hooks.some(({ type }) => type === 'python');
  const PreToolUse = file.hooks.PreToolUse.filter((group) => !isPython(group));
  await write(hooksFile, { ...file, hooks: { ...file.hooks, PreToolUse } });
  // Without the hook, nothing would keep the model from writing its secret.
  const steps = await read(script);
  await write(
    script,
    steps.map((step) =>
      step.calls === undefined ? step : { ...step, calls: step.calls.filter(({ name }) => name !== 'Write') },
    ),
  );
}
