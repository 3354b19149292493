import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delegates, hook, resultsOf, withRepository } from './rows/qoder-scenes.ts';
import type { Answer } from './support/hook-files.ts';
import { happened, messagesOf, outputsOf } from './support/proof.ts';
import { bash, calls, FREELY, has, says, story } from './support/story.ts';

describe('worktrees', () => {
  const script = [
    calls(delegates({ isolation: 'worktree' })),
    { for: 'subagent', calls: [bash('pwd; touch made')] },
    { for: 'subagent', text: '{{last_result}}' },
    says('Done.'),
  ];
  const MAKES = 'tree=$(realpath "$QODER_PROJECT_DIR/..")/tree; mkdir -p "$tree"';

  test.each([
    ['the path as its last line', 'echo Making it; echo "$tree"'],
    ['worktreePath', `printf '{"hookSpecificOutput":{"hookEventName":"WorktreeCreate","worktreePath":"%s"}}' "$tree"`],
  ])('are made by a hook that prints %s, and left to it', (_, prints) =>
    story(
      [
        hook('WorktreeCreate', { entry: { command: `${MAKES}; ${prints}` } }),
        hook('WorktreeRemove', { name: 'removed' }),
      ],
      async (place) => {
        await place.ask({ script, args: FREELY });
        const path = join(dirname(place.project), 'tree');
        expect(outputsOf(place)).toEqual([`${path}\n`]);
        expect(existsSync(join(path, 'made'))).toBe(true);
        expect(place.payloads('removed')).toMatchObject([{ worktree_path: path }]);
      },
    )(),
  );

  test.each<readonly [string, Answer]>([
    ['prints no absolute path', { out: 'somewhere' }],
    ['denies', { out: { decision: 'deny', reason: 'no room' } }],
    ['fails', { code: 1, err: 'no room' }],
  ])('are not made when the hook %s', (_, answers) =>
    story([hook('WorktreeCreate', { answers })], async (place) => {
      withRepository(place);
      const asked = await place.ask({ script, args: FREELY });
      expect(resultsOf(place)).toMatchObject([
        { isError: true, output: expect.stringMatching(/^The worktree was not made: ./) },
      ]);
      expect(happened(asked, 'subagent')).toEqual([]);
    })(),
  );

  test(
    'are made by git when no hook is there for it, and stay when they hold work',
    story([hook('WorktreeRemove')], async (place) => {
      withRepository(place);
      const asked = await place.ask({ script, args: FREELY });
      const path = String(place.payloads('hook')[0]?.['worktree_path']);
      expect(path.startsWith(join(place.home, '.local/state/hookline/worktrees/'))).toBe(true);
      expect(outputsOf(place)).toEqual([`${realpathSync(path)}\n`]);
      expect(has(place, 'made')).toBe(false);
      expect(existsSync(join(path, 'README'))).toBe(true);
      expect(messagesOf(asked)).toContain(`info: ${path} holds changes and stays: commit or discard them`);
    }),
  );
});
