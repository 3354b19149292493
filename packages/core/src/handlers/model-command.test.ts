import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AgentRequest, PromptRequest } from '../model/index.ts';
import { modelCommand } from './model-command.ts';
import { runPrompt } from './prompt.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookline model '));
const prompt: PromptRequest = { kind: 'prompt', runId: 'r', timeoutMs: 5000, prompt: 'Done?', model: 'fast' };
const agent: AgentRequest = {
  kind: 'agent',
  runId: 'r',
  timeoutMs: 5000,
  prompt: 'Test.',
  model: null,
  tools: ['Bash'],
  maxTurns: 9,
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(script: string): string {
  const path = join(folder, 'model.sh');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return `"${path}" --option 'two words'`;
}

const ask = (line: string): ReturnType<typeof modelCommand> => modelCommand(line, process.env);
const signal = (): AbortSignal => new AbortController().signal;

test('the program reads the question as JSON and prints the reply', async () => {
  const line = program('printf "%s|" "$2" "$#"; cat');
  const question = '{"kind":"prompt","prompt":"Done?","model":"fast"}\n';
  expect(await ask(line).model(prompt, signal())).toBe(`two words|2|${question}`);
  const task = '{"kind":"agent","prompt":"Test.","model":null,"tools":["Bash"],"maxTurns":9}\n';
  expect(await ask(line).agent(agent, signal())).toBe(`two words|2|${task}`);
});

test('the path of a program may hold blanks and signs that mean something to a shell', async () => {
  const path = join(folder, 'my model; v2.sh');
  writeFileSync(path, '#!/bin/sh\necho "$# words"\n');
  chmodSync(path, 0o755);
  expect(await ask(path).model(prompt, signal())).toBe('0 words\n');
  expect(await ask(`/bin/echo ${'x/'.repeat(3000)}`).model(prompt, signal())).toContain('x/x/');
});

test('the program is marked, so that nothing that it does fires hooks', async () => {
  expect(await ask(program('echo "$HOOKLINE_RUN"')).model(prompt, signal())).toBe('r-model\n');
});

test('a program that fails, is missing or cannot be named rejects with the cause', async () => {
  await expect(ask(program('echo partly; echo no key >&2; exit 3')).model(prompt, signal())).rejects.toThrow(
    /ended with exit code 3: no key$/,
  );
  await expect(ask('no-such-model-program').model(prompt, signal())).rejects.toThrow(/no-such-model-program/);
  await expect(ask('"open').model(prompt, signal())).rejects.toThrow(
    /HOOKLINE_MODEL_COMMAND cannot be split into words/,
  );
  await expect(ask('  ').model(prompt, signal())).rejects.toThrow('HOOKLINE_MODEL_COMMAND names no program');
});

test('a program that hangs is timed out and killed', async () => {
  const line = program(`echo $$ > '${folder}/pid'; sleep 60`);
  const report = await runPrompt({ ...prompt, timeoutMs: 300 }, ask(line).model);
  expect(report.ending).toEqual({ how: 'timed-out', afterMs: 300 });
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await expect.poll(() => isAlive(pid), { timeout: 3000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a text that only a shell can run is given to one; quoted operators need none', async () => {
  expect(await ask("cat > /dev/null; printf '%s' '{\"ok\":true}'").model(prompt, signal())).toBe('{"ok":true}');
  expect(await ask(`${program('printf "%s" "$3"')} 'a; b > c'`).model(prompt, signal())).toBe('a; b > c');
});
