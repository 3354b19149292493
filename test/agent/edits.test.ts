import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chats } from './support/chat-scene.ts';
import { messagesOf, outputsOf } from './support/proof.ts';
import { bash, calls, FREELY, has, says, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const POLYTOKEN = '.config/polytoken/hooks.json';
const QODER = '.qoder/settings.json';

/** A script that refuses every call that speaks of a word. */
const refuses = (word: string): string => `if grep -q ${word}; then echo no ${word} >&2; exit 2; fi`;

const polytoken = (word: string): string =>
  JSON.stringify([{ name: 'guard', event: 'pre_tool_use', handler: { bash: refuses(word) } }]);

const qoder = (word: string): string =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: refuses(word) }] }] } });

/** Writes a file of the user. */
function write({ home }: Workplace, path: string, text: string): string {
  const whole = join(home, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

describe('an edit of a hook file of the user while the agent works', () => {
  test(
    'counts only after a reload for Polytoken, even when the edit of another system is taken over meanwhile',
    story([], async (place) => {
      const path = write(place, POLYTOKEN, polytoken('first'));
      write(place, 'empty.json', '[]');
      write(place, 'new.json', qoder('second'));
      mkdirSync(join(place.home, '.qoder'));
      const asked = await place.ask({
        script: [
          calls(bash(`cp ~/empty.json ~/${POLYTOKEN}`)),
          calls(bash(`cp ~/new.json ~/${QODER}`)),
          calls(bash('touch first'), bash('touch second')),
          says('Done.'),
        ],
        args: FREELY,
      });
      expect([has(place, 'first'), has(place, 'second')]).toEqual([false, false]);
      expect(outputsOf(place).slice(-2)).toEqual(['no first', 'no second']);
      expect(messagesOf(asked)).toEqual([
        `info: ${path} was edited: it is read again only by a reload, /reload in chat`,
        'info: hooks read again: 2 armed',
      ]);
    }),
  );

  test(
    'of Polytoken is taken over by /reload in chat',
    story([], async (place) => {
      write(place, POLYTOKEN, polytoken('first'));
      await chats({
        script: [
          calls(bash('touch first-1')),
          says('Refused.'),
          calls(bash('touch first-2'), bash('touch second')),
          says('Done.'),
        ],
        args: FREELY,
        talk: async ({ send, until, shown }) => {
          await until(() => shown().includes('session '));
          write(place, POLYTOKEN, polytoken('second'));
          send('one');
          await until(() => shown().includes('Refused.'));
          send('/reload', 'two');
          await until(() => shown().includes('Done.'));
        },
      })(place);
      expect([has(place, 'first-1'), has(place, 'first-2'), has(place, 'second')]).toEqual([false, true, false]);
    }),
  );

  test(
    'that breaks the file is not taken over by /reload: the chat says so, and names the file',
    story([], async (place) => {
      const path = write(place, POLYTOKEN, polytoken('first'));
      const asked = await chats({
        script: [calls(bash('touch first')), says('Done.')],
        args: FREELY,
        talk: async ({ send, until, shown }) => {
          await until(() => shown().includes('session '));
          write(place, POLYTOKEN, '[{"name": "guard"}]');
          send('/reload', 'one');
          await until(() => shown().includes('Done.'));
        },
      })(place);
      expect(has(place, 'first')).toBe(false);
      expect(asked.stderr).toContain(`hooks read again: 1 armed, with those read before from ${path}`);
      expect(asked.stderr).toContain('not all hook files were taken over; /hooks shows what is armed');
      expect(asked.stderr).not.toContain('the hooks were loaded again');
    }),
  );
});

describe('an edit of a trusted project by the agent itself', () => {
  test(
    'of a definition changes nothing, be it edited or removed',
    story([], async (place) => {
      place.file('.qoder/settings.json', qoder('victim'));
      await place.ask({
        script: [
          calls(bash('sed -i s/grep/echo/ .qoder/settings.json')),
          calls(bash('sleep 0.3; touch victim')),
          calls(bash('rm .qoder/settings.json')),
          calls(bash('sleep 0.3; touch victim')),
          says('Done.'),
        ],
        args: FREELY,
      });
      expect(has(place, 'victim')).toBe(false);
      expect(outputsOf(place).filter((text) => text === 'no victim')).toHaveLength(2);
    }),
  );

  test(
    'of the script of a guard withholds it, and what it guards is refused where no user can be asked',
    story([], async (place) => {
      const command = '"$QODER_PROJECT_DIR"/.qoder/guard.sh';
      place.file(
        '.qoder/settings.json',
        JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
      );
      chmodSync(place.file('.qoder/guard.sh', `#!/bin/bash\n${refuses('victim')}\n`), 0o755);
      await place.ask({
        script: [calls(bash(`echo 'exit 0' > .qoder/guard.sh`)), calls(bash('touch victim')), says('Done.')],
        args: FREELY,
      });
      expect(has(place, 'victim')).toBe(false);
      expect(outputsOf(place).at(-1)).toContain('changed since it was trusted: .qoder/guard.sh; run hookline trust');
    }),
  );

  test(
    'of the script that answers requests for permission withholds it, and the request is refused for that reason',
    story([], async (place) => {
      const command = '"$QODER_PROJECT_DIR"/.qoder/permits.sh';
      place.file(
        '.qoder/settings.json',
        JSON.stringify({ hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command }] }] } }),
      );
      const answer = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };
      chmodSync(place.file('.qoder/permits.sh', `#!/bin/bash\necho '${JSON.stringify(answer)}'\n`), 0o755);
      await place.ask({
        script: [calls(bash('echo "# more" >> .qoder/permits.sh')), calls(bash('touch victim')), says('Done.')],
      });
      expect(has(place, 'victim')).toBe(false);
      expect(outputsOf(place).at(-1)).toContain('changed since it was trusted: .qoder/permits.sh; run hookline trust');
    }),
  );
});
