import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Effect, EventName, Json, Outcome } from '@hookline/core';
import { excerptsOf } from './excerpts.ts';
import type { Sandbox } from './sandbox.ts';
import { sandbox } from './sandbox.ts';

const seed = excerptsOf('polytoken/source.txt');
const { says } = seed;

const LOG_EDITS = seed.jsonAfter('A hook entry has four fields:');
const JQ_HANDLER = seed.jsonAfter('whose value is\na Bash script:');
const NEGATION = seed.jsonAfter('hook’s name prefixed with !:');
const SMALL_HOOK = seed.jsonAfter('that blocks edits to a locked file:');
const ERROR = seed.jsonAfter('Any handler can return ');

const GLOBAL = 'home/.config/polytoken/hooks.json';
const PROJECT = 'project/.polytoken/hooks.json';
const EDITS_LOG = '/tmp/polytoken-edits.log';
const TOOLS_LOG = '/tmp/tools-used.log';

interface Entry {
  readonly name?: string;
  readonly event: string;
  readonly matcher?: string;
  readonly bash: string;
}

/** A hooks file of entries made by hand, for what the seed says without an example. */
const entries = (...all: readonly Entry[]): string =>
  JSON.stringify(all.map(({ bash, ...rest }) => ({ name: 'look', ...rest, handler: { bash } })));

/** A script that prints an answer. */
const answering = (answer: unknown): string => `printf '%s' '${JSON.stringify(answer)}'`;

const EVENTS: Readonly<Record<string, EventName>> = {
  session_start: 'SessionStart',
  pre_user_prompt: 'UserPromptSubmit',
  pre_model_turn: 'PreModelTurn',
  post_model_turn: 'PostModelTurn',
  pre_tool_use: 'PreToolUse',
  post_tool_use: 'PostToolUse',
  post_tool_use_failure: 'PostToolUseFailure',
  stop: 'Stop',
  pre_compaction: 'PreCompact',
  post_compaction: 'PostCompact',
  notification: 'Notification',
  facet_switch: 'FacetSwitch',
  subagent_start: 'SubagentStart',
  subagent_stop: 'SubagentStop',
};
const EVENT_ROWS = seed.tableBelow('| Event | Waits | Fires |');
const OUTCOME_ROWS = seed.tableBelow('| Event | Outcomes | Fields you can set |');

const named = (native: string): EventName => {
  const name = EVENTS[native];
  if (name === undefined) throw new Error(`the seed has an event of which this test knows nothing: ${native}`);
  return name;
};

const TOOL = { tool_name: 'file_edit_search_replace', tool_input: { path: 'src/a.ts' } };

/** Fires one event at one script and waits for it, also in the background. */
async function answerTo(native: string, bash: string, fields: Record<string, Json> = TOOL): Promise<Outcome> {
  const box = sandbox('polytoken');
  box.write(PROJECT, entries({ event: native, bash }));
  return box.fire(named(native), fields, { wait: true });
}

/** Takes what a test added to a log that the seed puts in /tmp out of it again. */
function clearAfterwards(log: string, mark: string): void {
  onTestFinished(() => {
    if (!existsSync(log)) return;
    const kept = readFileSync(log, 'utf8')
      .split(/(?<=\n)|(?<=\})(?=\{"event")/)
      .filter((line) => !line.includes(mark))
      .join('');
    if (kept === '') rmSync(log, { force: true });
    else writeFileSync(log, kept);
  });
}

const logged = (log: string, mark: string): number =>
  existsSync(log) ? readFileSync(log, 'utf8').split(mark).length - 1 : 0;

/** A tool input that no other test has: its path tells this run's lines in a shared log apart. */
const markOf = (box: Sandbox): string => `${box.project}/src/a.ts`;

describe('where hooks live', () => {
  test(
    says(
      'Polytoken loads the global entries first, then appends the project entries, and runs them in that order for any event they match.',
    ),
    async () => {
      const box = sandbox('polytoken');
      box.write(GLOBAL, entries({ event: 'stop', bash: 'echo global >> order.log' }));
      box.write(PROJECT, entries({ event: 'stop', bash: 'echo project >> order.log' }));
      const outcome = await box.fire('Stop');
      expect(outcome.hooks.map(({ scope, status }) => [scope, status])).toEqual([
        ['user', 'passed'],
        ['project', 'passed'],
      ]);
      expect(box.lines('project/order.log')).toEqual(['global', 'project']);
    },
  );
});

describe('writing a hook', () => {
  test(says('A hook entry has four fields:'), async () => {
    const box = sandbox('polytoken');
    const mark = markOf(box);
    clearAfterwards(EDITS_LOG, mark);
    box.write(PROJECT, `[${LOG_EDITS}]`);
    expect((await box.open()).diagnostics).toEqual([]);
    const edit = { tool_name: 'file_edit_search_replace', tool_input: { path: mark }, tool_response: 'done' };
    expect(await box.fire('PostToolUse', edit, { wait: true })).toMatchObject({
      decision: 'none',
      hooks: [{ name: 'log-edits', status: 'background', exitCode: 0, fault: null }],
    });
    expect(readFileSync(EDITS_LOG, 'utf8')).toContain(
      JSON.stringify({
        event: 'post_tool_use',
        matcher_subject: 'file_edit_search_replace',
        tool_name: 'file_edit_search_replace',
        input: { path: mark },
        output: 'done',
      }),
    );
    expect((await box.fire('PostToolUse', { ...edit, tool_name: 'file_read' }, { wait: true })).hooks).toEqual([]);
    expect((await box.fire('PreToolUse', edit)).hooks).toEqual([]);
    expect(logged(EDITS_LOG, mark)).toBe(1);
  });

  test(
    says(
      'It rejects an unknown event name, an unparseable matcher glob, or an unknown handler key as a load error. A malformed hook fails loudly rather than silently never firing.',
    ),
    async () => {
      const broken = [
        LOG_EDITS.replace('post_tool_use', 'post_tool'),
        LOG_EDITS.replace('file_edit_*', '[z-a]'),
        LOG_EDITS.replace('"bash":', '"zsh": "", "bash":'),
      ];
      for (const entry of broken) {
        expect(entry).not.toBe(LOG_EDITS);
        const box = sandbox('polytoken');
        box.write(PROJECT, `[${entry}]`);
        const hooks = await box.open();
        expect(hooks.rejected).toEqual(['polytoken']);
        expect(hooks.diagnostics).toMatchObject([{ severity: 'error', file: '.polytoken/hooks.json', line: 1 }]);
        expect(hooks.list().filter(({ armed }) => armed)).toEqual([]);
      }
    },
  );
});

describe('events', () => {
  for (const [native = '', waits = '', fires = ''] of EVENT_ROWS) {
    test(`${says(native)}: ${says(fires)}`, async () => {
      const box = sandbox('polytoken');
      box.write(PROJECT, entries({ event: native, bash: 'echo "$POLYTOKEN_HOOK_EVENT" >> events.log' }));
      for (const name of Object.values(EVENTS)) {
        const outcome = await box.fire(name, TOOL, { wait: true });
        if (name !== named(native)) expect(outcome.hooks).toEqual([]);
        else expect(outcome.hooks).toMatchObject([{ status: waits === 'yes' ? 'passed' : 'background', fault: null }]);
      }
      expect(box.lines('project/events.log')).toEqual([native]);
    });
  }

  test(
    says(
      'Every event passes at least its own name and the matcher subject. Tool events add the tool name and its input. Subagent events add the subagent type.',
    ),
    async () => {
      const box = sandbox('polytoken');
      const natives = EVENT_ROWS.map(([native = '']) => native);
      box.write(PROJECT, entries(...natives.map((event) => ({ event, bash: `cat > ${event}.json` }))));
      for (const native of natives) {
        await box.fire(named(native), { ...TOOL, agent_type: 'explorer' }, { wait: true });
        const isTool = native.includes('tool_use');
        const isSubagent = native.startsWith('subagent');
        expect(box.json(`project/${native}.json`), native).toMatchObject({
          event: native,
          matcher_subject: isTool ? TOOL.tool_name : isSubagent ? 'explorer' : native,
          ...(isTool ? { tool_name: TOOL.tool_name, input: TOOL.tool_input } : {}),
          ...(isSubagent ? { subagent_type: 'explorer' } : {}),
        });
      }
    },
  );

  test(
    says(
      'POLYTOKEN_HOOK_EVENT, POLYTOKEN_HANDLER_NAME, POLYTOKEN_HOOK_MATCHER_SUBJECT, and POLYTOKEN_NON_INTERACTIVE on every hook, and POLYTOKEN_SESSION_ID, POLYTOKEN_PROJECT_DIR, and POLYTOKEN_PROJECT_PATH when the session and project are known.',
    ),
    async () => {
      const box = sandbox('polytoken');
      box.write(PROJECT, entries({ event: 'pre_tool_use', bash: 'env | grep ^POLYTOKEN_ | sort > env.log' }));
      await box.fire('PreToolUse', TOOL);
      expect(box.lines('project/env.log')).toEqual([
        'POLYTOKEN_HANDLER_NAME=look',
        'POLYTOKEN_HOOK_EVENT=pre_tool_use',
        'POLYTOKEN_HOOK_MATCHER_SUBJECT=file_edit_search_replace',
        'POLYTOKEN_NON_INTERACTIVE=false',
        `POLYTOKEN_PROJECT_DIR=${box.project}`,
        `POLYTOKEN_PROJECT_PATH=${box.project}`,
        'POLYTOKEN_SESSION_ID=s-1',
      ]);
    },
  );
});

describe('matching', () => {
  /** The subjects for which a hook with this matcher runs. */
  async function matched(
    matcher: string,
    event: EventName,
    subjects: readonly Record<string, Json>[],
  ): Promise<Json[]> {
    const box = sandbox('polytoken');
    const native = Object.keys(EVENTS).find((key) => EVENTS[key] === event) ?? '';
    box.write(PROJECT, entries({ event: native, matcher, bash: 'exit 0' }));
    const found: Json[] = [];
    for (const fields of subjects) {
      const outcome = await box.fire(event, fields, { wait: true });
      if (outcome.hooks.length > 0) found.push(Object.values(fields)[0] ?? null);
    }
    return found;
  }
  const tools = (...names: readonly string[]): readonly { tool_name: string }[] =>
    names.map((tool_name) => ({ tool_name }));

  const TOOLS = says(
    'the subject is the tool name, so "matcher": "file_read" fires only for the file_read tool and "matcher": "file_edit_*" fires for every edit tool whose name starts with file_edit_.',
  );

  test(TOOLS, async () => {
    const [read = '', edit = ''] = [...TOOLS.matchAll(/"matcher": "([^"]*)"/g)].map(([, matcher = '']) => matcher);
    const subjects = tools('file_read', 'file_reader', 'file_edit_', 'file_edit_lines', 'my_file_edit_x');
    for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const) {
      expect(await matched(read, event, subjects)).toEqual(['file_read']);
      expect(await matched(edit, event, subjects)).toEqual(['file_edit_', 'file_edit_lines']);
    }
  });

  test(says('For subagent_start and subagent_stop, the subject is the subagent type.'), async () => {
    const subjects = [{ agent_type: 'explorer' }, { agent_type: 'writer' }];
    expect(await matched('exp*', 'SubagentStart', subjects)).toEqual(['explorer']);
    expect(await matched('exp*', 'SubagentStop', subjects)).toEqual(['explorer']);
  });

  test(
    says('For every other event, the subject is the event name itself, so a matcher on those events is rarely useful:'),
    async () => {
      expect(await matched('stop', 'Stop', [{ n: 1 }])).toEqual([1]);
      expect(await matched('file_*', 'Stop', [{ n: 1 }])).toEqual([]);
    },
  );

  test(
    says(
      'The glob syntax is the usual shell style: * matches within a segment, ** matches across segments, ? matches one character, and [a-z] matches a range.',
    ),
    async () => {
      const subjects = tools('a', 'ab', 'a/b', 'aB');
      expect(await matched('*', 'PreToolUse', subjects)).toEqual(['a', 'ab', 'aB']);
      expect(await matched('**', 'PreToolUse', subjects)).toEqual(['a', 'ab', 'a/b', 'aB']);
      expect(await matched('a?', 'PreToolUse', subjects)).toEqual(['ab', 'aB']);
      expect(await matched('a[a-z]', 'PreToolUse', subjects)).toEqual(['ab']);
    },
  );
});

describe('handlers', () => {
  test(says('It has a bash key whose value is a Bash script:'), async () => {
    const box = sandbox('polytoken', 'jq');
    const tool = `mcp__${box.project}`;
    clearAfterwards(TOOLS_LOG, tool);
    box.write(PROJECT, `[{ "name": "tools", "event": "pre_tool_use", "handler": ${JQ_HANDLER} }]`);
    expect(await box.fire('PreToolUse', { tool_name: tool, tool_input: {} })).toMatchObject({
      decision: 'none',
      hooks: [{ status: 'passed', fault: null }],
    });
    expect(readFileSync(TOOLS_LOG, 'utf8').split('\n')).toContain(tool);
  });
});

describe('what a handler returns', () => {
  const EFFECTS: Readonly<Record<string, Effect>> = {
    deny: 'deny_tool',
    reject: 'reject_prompt',
    retry: 'retry_turn',
    continue: 'keep_working',
    cancel: 'cancel_compaction',
  };
  const effectOf = (native: string, word: string): Effect | null => {
    if (word === 'suppress') return native === 'notification' ? 'suppress_notification' : 'suppress_compaction';
    return EFFECTS[word] ?? null;
  };

  /** `deny: reason.` and `cancel, suppress: reason.` as pairs of an outcome and its field. */
  const fieldsOf = (cell: string): ReadonlyMap<string, string> =>
    new Map(
      [...cell.matchAll(/([\w, ]+): (\w+)\./g)].flatMap(([, words = '', field = '']) =>
        words.split(',').map((word) => [word.trim(), field] as const),
      ),
    );

  for (const [native = '', words = '', cell = ''] of OUTCOME_ROWS) {
    test(`${says(native)}: ${says(words)}; ${says(cell)}`, async () => {
      for (const outcome of words.split(', ')) {
        const field = fieldsOf(cell).get(outcome);
        const said = await answerTo(
          native,
          answering({ outcome, ...(field === undefined ? {} : { [field]: 'because' }) }),
        );
        const effect = effectOf(native, outcome);
        expect(said.hooks, outcome).toMatchObject([{ status: effect === null ? 'passed' : 'blocked', fault: null }]);
        expect(said.block, outcome).toEqual(
          effect === null ? null : { effect, reason: 'because', hook: expect.any(String) },
        );
        expect(said.additionalContext).toEqual(field === 'additional_context' ? ['because'] : []);
        expect(said.extra).toEqual({
          ...(field === 'prepend_to_prompt' ? { prependToPrompt: 'because' } : {}),
          ...(field === 'append_to_output' ? { appendToOutput: 'because' } : {}),
        });
      }
    });
  }

  test(says('An outcome carries only the fields that event reads; an unknown field is an error.'), async () => {
    const said = await answerTo('pre_tool_use', answering({ outcome: 'allow', additional_context: 'x' }));
    expect(said).toMatchObject({
      block: { effect: 'deny_tool' },
      hooks: [{ status: 'blocked', fault: { code: 'bad_output' } }],
    });
  });

  test(
    says(
      'session_start and post_compaction accept only allow: their action has already happened, so a handler can add context but cannot stop it.',
    ),
    async () => {
      for (const native of ['session_start', 'post_compaction']) {
        for (const outcome of ['deny', 'cancel', 'suppress']) {
          expect(await answerTo(native, answering({ outcome, reason: 'no' }))).toMatchObject({
            block: null,
            hooks: [{ status: 'failed', fault: { code: 'bad_output' } }],
          });
        }
      }
    },
  );

  test(
    says(
      'The deny, reject, retry, and continue outcomes also accept stdout and stderr fields alongside reason, which capture the output of a script that reports its decision through an exit code rather than JSON.',
    ),
    async () => {
      const stops = { pre_tool_use: 'deny', pre_user_prompt: 'reject', pre_model_turn: 'retry', stop: 'continue' };
      for (const [native, outcome] of Object.entries(stops)) {
        const answer = { outcome, reason: 'why', stdout: 'out', stderr: 'err' };
        expect(await answerTo(native, answering(answer))).toMatchObject({
          block: { effect: EFFECTS[outcome], reason: 'why' },
          hooks: [{ fault: null }],
        });
      }
    },
  );

  test(
    says(
      'A handler for one of these events returns acknowledged when the script succeeds; the side effect the script performs is the point of the hook. A script that exits with an error reports error, which Polytoken logs.',
    ),
    async () => {
      const background = EVENT_ROWS.filter(([, waits]) => waits === 'no').map(([native = '']) => native);
      expect(background).toEqual(
        expect.arrayContaining(
          says('post_model_turn, post_tool_use, post_tool_use_failure, facet_switch, subagent_start, and subagent_stop')
            .replace('and ', '')
            .split(', '),
        ),
      );
      for (const native of background) {
        expect(await answerTo(native, answering({ outcome: 'acknowledged' }))).toMatchObject({
          block: null,
          hooks: [{ status: 'background', fault: null }],
        });
        expect(await answerTo(native, 'echo oops >&2; exit 1')).toMatchObject({
          block: null,
          hooks: [{ status: 'background', exitCode: 1, fault: { code: 'exit' } }],
        });
      }
    },
  );
});

describe('reporting an error', () => {
  const guarded: Readonly<Record<string, Effect>> = {
    pre_tool_use: 'deny_tool',
    pre_model_turn: 'retry_turn',
    stop: 'keep_working',
    pre_compaction: 'cancel_compaction',
  };

  test(
    says(
      'On a blocking event that gates an action, that error stops the action: an error on pre_tool_use, pre_model_turn, stop, or pre_compaction blocks the tool call, the turn, the handback, or the compaction, on the principle that a hook that cannot decide should not let a guarded action proceed.',
    ),
    async () => {
      for (const [native, effect] of Object.entries(guarded)) {
        expect(await answerTo(native, `printf '%s' '${ERROR}'`)).toMatchObject({
          decision: 'block',
          block: { effect, reason: expect.stringContaining('...') },
          hooks: [{ status: 'blocked', fault: { code: 'reported' } }],
        });
      }
    },
  );

  test(
    says(
      'Three blocking events instead fail open and let their action proceed on an error: pre_user_prompt, notification, and post_compaction.',
    ),
    async () => {
      for (const native of ['pre_user_prompt', 'notification', 'post_compaction']) {
        expect(await answerTo(native, `printf '%s' '${ERROR}'`)).toMatchObject({
          decision: 'none',
          block: null,
          hooks: [{ status: 'failed', fault: { code: 'reported' } }],
        });
      }
    },
  );

  test(
    says(
      'A fire-and-forget event has no decision to fail, so an error from one of its handlers is logged and nothing else changes.',
    ),
    async () => {
      expect(await answerTo('post_tool_use', `printf '%s' '${ERROR}'`)).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'background', fault: { code: 'reported' } }],
      });
    },
  );
});

describe('exit-code shorthand', () => {
  const stops = OUTCOME_ROWS.filter(([, words = '']) => /deny|reject|retry|continue|cancel/.test(words));
  const waiting = EVENT_ROWS.filter(([, waits]) => waits === 'yes').map(([native = '']) => native);

  test(says('Exit 0 with no output is the event’s proceed outcome.'), async () => {
    for (const native of waiting) {
      expect(await answerTo(native, 'exit 0')).toMatchObject({
        decision: 'none',
        hooks: [{ status: 'passed', fault: null }],
      });
    }
  });

  test(
    says(
      'Exit 2 is the event’s stop outcome on an event that has one, and Polytoken captures what the script printed so the model sees it. On an event with no stop outcome, exit 2 is an error.',
    ),
    async () => {
      expect(stops).toHaveLength(5);
      for (const native of waiting) {
        const said = await answerTo(native, 'echo not now; exit 2');
        if (stops.some(([stop]) => stop === native)) {
          expect(said).toMatchObject({ block: { reason: 'not now' }, hooks: [{ status: 'blocked', fault: null }] });
        } else {
          expect(said).toMatchObject({ block: null, hooks: [{ status: 'failed', fault: { code: 'no_power' } }] });
        }
      }
    },
  );

  test(says('Any other non-zero exit is an error, with the script’s standard error in the message.'), async () => {
    const said = await answerTo('pre_tool_use', 'echo jq is missing >&2; exit 5');
    expect(said).toMatchObject({ block: { effect: 'deny_tool' }, hooks: [{ fault: { code: 'exit' } }] });
    expect(said.hooks[0]?.fault?.message).toContain('jq is missing');
  });
});

describe('turning off an inherited hook', () => {
  test(says('Polytoken drops the global hook named log-edits for this project.'), async () => {
    const box = sandbox('polytoken');
    const mark = markOf(box);
    clearAfterwards(EDITS_LOG, mark);
    const others = JSON.parse(
      entries({ name: 'other', event: 'post_tool_use', bash: 'echo ran >> other.log' }),
    ) as Json[];
    box.write(GLOBAL, `[${LOG_EDITS}, ${JSON.stringify(others[0])}]`);
    box.write(PROJECT, NEGATION);
    const edit = { tool_name: 'file_edit_lines', tool_input: { path: mark } };
    expect((await box.open()).diagnostics).toEqual([]);
    const outcome = await box.fire('PostToolUse', edit, { wait: true });
    expect(outcome.hooks.map(({ name }) => name)).toEqual(['other']);
    expect(logged(EDITS_LOG, mark)).toBe(0);
    await box.open({ project: box.home });
    expect((await box.fire('PostToolUse', edit, { wait: true })).hooks.map(({ name }) => name)).toEqual([
      'log-edits',
      'other',
    ]);
    expect(logged(EDITS_LOG, mark)).toBe(1);
  });

  test(says('The name must match an existing global hook; otherwise Polytoken rejects the file.'), async () => {
    const box = sandbox('polytoken');
    box.write(PROJECT, NEGATION);
    const hooks = await box.open();
    expect(hooks.rejected).toEqual(['polytoken']);
    expect(hooks.diagnostics).toMatchObject([{ severity: 'error', message: expect.stringContaining('log-edits') }]);
  });
});

describe('a small hook', () => {
  test(says('A project hook in .polytoken/hooks.json that blocks edits to a locked file:'), async () => {
    const box = sandbox('polytoken', 'jq');
    box.write(PROJECT, SMALL_HOOK);
    expect((await box.open()).diagnostics).toEqual([]);
    expect(await box.fire('PreToolUse', { ...TOOL, tool_input: { path: 'CHANGELOG.md' } })).toMatchObject({
      decision: 'block',
      block: { effect: 'deny_tool', reason: 'CHANGELOG.md is generated; do not edit it by hand.' },
      hooks: [{ name: 'protect-changelog', status: 'blocked', exitCode: 2, fault: null }],
    });
  });

  test(says('For any other path it exits 0 and the edit proceeds.'), async () => {
    const box = sandbox('polytoken', 'jq');
    box.write(PROJECT, SMALL_HOOK);
    for (const tool_input of [{ path: 'README.md' }, { path: 'docs/CHANGELOG.md' }, {}]) {
      expect(await box.fire('PreToolUse', { ...TOOL, tool_input })).toMatchObject({
        decision: 'none',
        block: null,
        hooks: [{ status: 'passed', exitCode: 0, fault: null }],
      });
    }
    const other = { tool_name: 'file_read', tool_input: { path: 'CHANGELOG.md' } };
    expect(await box.fire('PreToolUse', other)).toMatchObject({ decision: 'none', hooks: [] });
  });
});

test(says('an edit to hooks.json takes effect only on the next reload.'), async () => {
  const box = sandbox('polytoken', 'jq');
  const locked = { ...TOOL, tool_input: { path: 'CHANGELOG.md' } };
  const hooks = await box.open();
  box.write(PROJECT, SMALL_HOOK);
  expect(await box.fire('PreToolUse', locked)).toMatchObject({ decision: 'none', hooks: [] });
  await hooks.reload({ after: 'edit' });
  expect(await box.fire('PreToolUse', locked)).toMatchObject({ decision: 'none', hooks: [] });
  expect(await hooks.reload()).toEqual({ applied: true, kept: [], diagnostics: [] });
  expect(await box.fire('PreToolUse', locked)).toMatchObject({ decision: 'block' });
});
