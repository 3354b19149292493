/** Runs the file before tools as Cline does, sends one call, and prints why the run ends. */
export const PROOF = `
import { readFileSync } from ${JSON.stringify('node:fs')};
import { spawnSync } from ${JSON.stringify('node:child_process')};
const [cwd, name, input] = process.argv.slice(1);
const part = readFileSync(0, 'utf8').split(/^==> /m).find((each) => each.startsWith('PreToolUse.'));
const script = part.slice(part.indexOf('\\n') + 1);
const given = JSON.parse(input);
const call = name === 'Bash' ? { name: 'run_commands', input: { commands: [given.command] } } : { name, input: given };
const payload = { taskId: 'canary', workspaceRoots: [cwd], hookName: 'tool_call', tool_call: { id: 'canary', ...call } };
const { stdout } = spawnSync('/bin/sh', ['-c', script], { cwd, input: JSON.stringify(payload), encoding: 'utf8' });
const line = stdout.split('\\n').findLast((each) => each.startsWith('HOOK_CONTROL\\t'));
const { cancel, errorMessage } = JSON.parse(line === undefined ? stdout : line.slice('HOOK_CONTROL\\t'.length));
console.log(cancel === true ? errorMessage : '');
`;
