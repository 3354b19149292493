import { describe, expect, test } from 'vitest';
import { chats } from './support/chat-scene.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { messagesOf, outputsOf } from './support/proof.ts';
import { bash, calls, FREELY, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const hook = (event: string, out: unknown, more: Partial<RecordingHook> = {}): RecordingHook => ({
  name: 'hook',
  dialect: 'claude',
  event,
  answers: { out },
  ...more,
});

const TRIES = [calls(bash('touch made')), says('Done.')];

describe('answers of hooks of Claude Code in the agent', () => {
  test(
    'defer asks, and where no user can answer the call is refused',
    story([hook('PreToolUse', specific('PreToolUse', { permissionDecision: 'defer' }))], async (place) => {
      await place.ask({ script: TRIES, args: FREELY });
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place)).toEqual([expect.stringContaining('needs permission')]);
    }),
  );

  test(
    'a control sequence and a text for the classifier are printed nowhere',
    story(
      [
        hook('PostToolUse', {
          terminalSequence: '\u001b]9;PWNED\u0007',
          ...specific('PostToolUse', { classifierContext: 'CLASSIFIED', additionalContext: 'Fine.' }),
        }),
      ],
      async (place) => {
        const scene = chats({ script: TRIES, args: FREELY, talk: ({ send }) => send('Go.') });
        const { stdout, stderr } = await scene(place);
        expect(stdout + stderr).not.toMatch(/PWNED|CLASSIFIED|\u001b\]9/);
        expect(outputsOf(place).join()).toContain('Fine.');
        expect(outputsOf(place).join()).not.toMatch(/PWNED|CLASSIFIED/);
      },
    ),
  );

  test(
    'continue: false at TaskCompleted keeps the task open, with a warning',
    story([hook('TaskCompleted', { continue: false, stopReason: 'Stop here.' })], async (place) => {
      const create = { name: 'TaskCreate', input: { subject: 'Test it' } };
      const complete = { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } };
      const asked = await place.ask({
        script: [calls(create, complete, { name: 'TaskList', input: {} }), says('Done.')],
      });
      expect(outputsOf(place).slice(1)).toEqual(['Stop here.', '#1 [pending] Test it']);
      expect(messagesOf(asked).join()).toContain('a hook answers TaskCompleted with "end_turn"');
    }),
  );
});

/** A hook of the project that appends a line to the file of its session. */
const exports = (place: Workplace, event: string, line: string): void => {
  const command = `echo '${line}' >> "$CLAUDE_ENV_FILE"`;
  place.file(
    '.claude/settings.json',
    JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] } }),
  );
};

describe('what a hook writes to CLAUDE_ENV_FILE', () => {
  test(
    'reaches the Bash calls of the session, and no other session',
    story([], async (place) => {
      exports(place, 'SessionStart', 'export COLOUR=green; echo printed');
      const script = [calls(bash('echo "colour $COLOUR"')), calls(bash('bash -c "echo $COLOUR"')), says('Done.')];
      await place.ask({ script, args: FREELY });
      expect(outputsOf(place)).toEqual(['colour green\n', 'green\n']);
      place.file('.claude/settings.json', '{}');
      await place.ask({ script, args: FREELY });
      expect(outputsOf(place)).toEqual(['colour \n', '\n']);
    }),
  );

  test(
    'of a folder that was entered counts from the next call on',
    story([], async (place) => {
      exports(place, 'CwdChanged', 'export COLOUR=blue');
      place.file('sub/file', '');
      const see = 'echo "colour $COLOUR"';
      await place.ask({ script: [calls(bash(`cd sub; ${see}`)), calls(bash(see)), says('Done.')], args: FREELY });
      expect(outputsOf(place)).toEqual(['colour \n', 'colour blue\n']);
    }),
  );
});

describe('hooks in the front matter of a sub-agent', () => {
  test(
    'are in force while it runs, for its own calls',
    story([], async (place) => {
      place.file('.agents/agents/reviewer.md', '---\ndescription: Reads\n---\nYou read.\n');
      const guard = "echo 'A reviewer only reads.' >&2; exit 2";
      const matter = { name: 'reviewer', hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: guard }] }] } };
      place.file('.claude/agents/reviewer.md', `---\n${JSON.stringify(matter)}\n---\n`);
      const delegate = {
        name: 'Agent',
        input: { description: 'read', prompt: 'Read.', subagent_type: 'reviewer' },
      };
      const subagent = [
        { for: 'subagent', calls: [bash('touch by-reviewer')] },
        { for: 'subagent', text: '{{last_result}}' },
      ];
      await place.ask({
        script: [calls(bash('touch before')), calls(delegate), ...subagent, calls(bash('touch after')), says('Done.')],
        args: FREELY,
      });
      expect(['before', 'by-reviewer', 'after'].map((name) => has(place, name))).toEqual([true, false, true]);
      expect(outputsOf(place)[1]).toContain('A reviewer only reads.');
    }),
  );
});
