import type { Handler, HandlerRow } from '../../model/index.ts';
import { isTrueIn, numberIn, objectIn, requiredTextIn, textIn, textMapIn, textsIn } from '../checked-values.ts';
import type { CheckedValues } from '../checked-values.ts';

/** A handler that a file can define; functions are defined by a host. */
type WrittenHandler = Exclude<Handler, { kind: 'function' }>;

/** The handler that checked values describe. */
export function handlerOf(
  runs: HandlerRow['runs'],
  command: 'words' | 'shell',
  values: CheckedValues,
  platform: NodeJS.Platform,
): WrittenHandler {
  switch (runs) {
    case 'command':
      return commandOf(command, values, platform);
    case 'http':
      return {
        kind: 'http',
        url: requiredTextIn(values, 'url'),
        headers: textMapIn(values, 'headers'),
        allowedVariables: textsIn(values, 'allowedEnvVars'),
      };
    case 'python':
      return { kind: 'python', callable: requiredTextIn(values, 'callable').trim() };
    case 'module':
      return moduleOf(requiredTextIn(values, 'module').trim());
    case 'prompt':
      return promptOf(values);
    case 'agent':
      return {
        kind: 'agent',
        prompt: requiredTextIn(values, 'prompt'),
        model: textIn(values, 'model'),
        tools: textsIn(values, 'tools'),
        maxTurns: numberIn(values, 'maxTurns'),
      };
    case 'text':
      return { kind: 'text', text: requiredTextIn(values, 'prompt') };
    case 'mcp_tool':
      return mcpToolOf(values);
  }
}

const mcpToolOf = (values: CheckedValues): WrittenHandler => ({
  kind: 'mcp_tool',
  server: requiredTextIn(values, 'server'),
  tool: requiredTextIn(values, 'tool'),
  input: objectIn(values, 'input'),
});

const promptOf = (values: CheckedValues): WrittenHandler => ({
  kind: 'prompt',
  prompt: requiredTextIn(values, 'prompt'),
  model: textIn(values, 'model'),
  ...(isTrueIn(values, 'continueOnBlock') ? { continuesOnBlock: true } : {}),
});

function commandOf(command: 'words' | 'shell', values: CheckedValues, platform: NodeJS.Platform): WrittenHandler {
  const ofWindows =
    platform === 'win32' ? (textIn(values, 'commandWindows') ?? textIn(values, 'command_windows')) : null;
  const line = ofWindows ?? requiredTextIn(values, 'command');
  if (command === 'words') return { kind: 'command', form: 'words', line };
  const args = textsIn(values, 'args');
  if (args !== null) return { kind: 'command', form: 'argv', program: line, args };
  const usual = platform === 'win32' ? 'powershell' : 'bash';
  const named = textIn(values, 'shell');
  const shell = named === 'bash' || named === 'powershell' ? named : usual;
  return { kind: 'command', form: 'shell', shell, script: line };
}

function moduleOf(written: string): WrittenHandler {
  const hash = written.lastIndexOf('#');
  if (hash === -1) return { kind: 'module', path: written, exportName: 'default' };
  return { kind: 'module', path: written.slice(0, hash), exportName: written.slice(hash + 1) || 'default' };
}
