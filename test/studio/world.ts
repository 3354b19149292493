import { makePlace, type Place, trustAsPerson } from '../../packages/cli/src/testing/place.ts';

/** A project with guards of two hook systems. */
const FILES: Readonly<Record<string, unknown>> = {
  'project/.qoder/settings.json': {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            { type: 'command', name: 'no-rm', command: './guards/no-rm.sh' },
            { type: 'command', name: 'quiet', command: 'exit 0' },
          ],
        },
        { matcher: 'Write', hooks: [{ type: 'command', name: 'rewriter', command: './guards/rewriter.sh' }] },
      ],
      SessionEnd: [{ hooks: [{ type: 'command', name: 'never-seen', command: 'exit 0' }] }],
    },
  },
  'project/.polytoken/hooks.json': [
    { name: 'crasher', event: 'pre_tool_use', handler: { bash: './guards/crasher.sh' } },
  ],
  'project/guards/no-rm.sh': `#!/bin/sh
if grep -q 'rm -rf'; then
  echo 'rm -rf is not allowed here; move the files to a trash folder' >&2
  exit 2
fi
`,
  'project/guards/rewriter.sh': `#!/bin/sh
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"file_path":"notes.txt","content":"nothing secret"}}}'
`,
  'project/guards/crasher.sh': `#!/bin/sh
if grep -q crash; then echo 'the guard lost its way' >&2; exit 7; fi
`,
};

/** The project, trusted as a person does it. */
export async function makeWorld(more: Readonly<Record<string, unknown>> = {}): Promise<Place> {
  const place = makePlace({ ...FILES, ...more });
  await trustAsPerson(place);
  return place;
}

/** Fires a real event at the hooks of the project. */
export const fire = (
  place: Place,
  input: Readonly<Record<string, unknown>>,
  { tool = 'Bash', session = 'session-1' }: { readonly tool?: string; readonly session?: string } = {},
): ReturnType<Place['run']> =>
  place.run([
    'fire',
    '--event',
    'PreToolUse',
    '--tool',
    tool,
    '--input',
    JSON.stringify(input),
    '--set',
    `session_id=${JSON.stringify(session)}`,
  ]);
