import { type HostAnswer, isJsonObject, type Json, type AnyEvent } from '@hookline/core/internal';
import { type Guard, NOTHING } from '../guard/guard.ts';
import { addedBy, inputBesidePatch, inputOf, patchOf, WRITERS } from '../guard/tool-input.ts';
import type { World } from '../guard/world.ts';
import { findSecrets, redact } from './find-secrets.ts';

/** Keeps secrets out of prompts, files and commands. */
export const secrets: Guard = {
  name: 'secrets',
  about: 'Keeps tokens, keys and passwords out of prompts, written files and commands: replaces them, or blocks.',
  listens: [
    { event: 'UserPromptSubmit', tools: null },
    { event: 'TurnStart', tools: null, insteadOf: 'UserPromptSubmit' },
    { event: 'PreToolUse', tools: ['Bash', ...WRITERS] },
  ],
  options: [
    {
      name: 'mode',
      default: 'redact',
      words: ['redact', 'block'],
      about:
        'redact replaces the secret where the system lets a hook rewrite, and blocks elsewhere; commands are always blocked.',
    },
  ],
  rewrites: true,
  canaries: {
    blocked: {
      title: 'a password in a command',
      tool: 'Bash',
      input: { command: 'git push https://ada:correct-horse-battery@git.example.com/notes.git' },
    },
    passed: {
      title: 'the same without a password',
      tool: 'Bash',
      input: { command: 'git push https://git.example.com/notes.git' },
    },
  },
  onFailure: 'refuse',
  seconds: () => 20,
  judge: async (event, options, { can }) => {
    const redacts = options['mode'] !== 'block';
    return event.hook_event_name === 'PreToolUse'
      ? judgeInput(event, redacts && can.rewriteInput)
      : judgePrompt(event, redacts, can);
  },
};

function judgePrompt(event: AnyEvent, redacts: boolean, can: World['can']): HostAnswer {
  const { prompt } = event;
  if (typeof prompt !== 'string') return NOTHING;
  const about = aboutOf([prompt]);
  if (about === null) return NOTHING;
  if (redacts && can.rewritePrompt)
    return { updatedPrompt: redact(prompt), systemMessage: `secrets: the prompt held ${about}; it was taken out` };
  return { decision: 'block', reason: `secrets: the prompt holds ${about}; take it out and send it again` };
}

function judgeInput(event: AnyEvent, redacts: boolean): HostAnswer {
  const input = inputOf(event);
  const patch = patchOf(event);
  const about = aboutOf(patch === null ? newTexts(input) : [addedBy(patch), ...newTexts(inputBesidePatch(event))]);
  if (about === null) return NOTHING;
  const advice = 'use a variable of the environment or a secret store instead';
  // A command with a part removed would do something else, and a patch would not apply.
  if (event['tool_name'] === 'Bash' || patch !== null || !redacts)
    return { decision: 'block', reason: `secrets: the input holds ${about}; ${advice}` };
  const updatedInput = redacted(input);
  const told = `secrets: the input held ${about}; it was replaced by [redacted: …]; ${advice}`;
  return isJsonObject(updatedInput) ? { updatedInput, additionalContext: told, systemMessage: told } : NOTHING;
}

/** The kinds of secrets in the texts, as text; null when there are none. */
function aboutOf(texts: readonly string[]): string | null {
  const kinds = new Set(texts.flatMap((text) => findSecrets(text).map(({ about }) => about)));
  return kinds.size === 0 ? null : [...kinds].slice(0, 3).join(' and ');
}

// The text to be replaced is in the file already: removing a secret must be possible.
const OLD: ReadonlySet<string> = new Set(['old_string', 'old', 'old_str', 'search', 'find']);

function newTexts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(newTexts);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => (OLD.has(key) ? [] : newTexts(item)));
}

function redacted(value: Json): Json {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, OLD.has(key) || item === undefined ? item : redacted(item)]),
  );
}
