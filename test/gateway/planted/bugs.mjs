/**
 * Bugs of the gateway and of the machine's side that the fault run does not play, each with a test that must notice it. `find`
 * stands exactly once in the file. `only`: titles of the tests of that file which are enough.
 */

const gateway = (path) => `packages/gateway/src/${path}`;
const fleet = (path) => `packages/fleet/src/${path}`;
const core = (path) => `packages/core/src/${path}`;

const RECORD_PATH = gateway('server/record-path.test.ts');
const ROLLOUT = gateway('rollout/rollout.test.ts');
const POLICY_FLEET = gateway('server/policy-fleet.test.ts');
const POLICY = gateway('policy/policy.test.ts');
const CENTRAL = gateway('server/central.test.ts');

export const BUGS = [
  // The record path
  {
    id: 'a-body-is-not-part-of-the-signature',
    file: gateway('access/signed-request.ts'),
    find: '    isSame(b, bodyHash(body)) &&\n',
    replace: '',
    test: RECORD_PATH,
    only: 'takes nothing that is not signed',
  },
  {
    id: 'a-path-is-not-part-of-the-signature',
    file: gateway('access/signed-request.ts'),
    find: '    p === path &&\n',
    replace: '',
    test: gateway('access/signed-request.test.ts'),
  },
  {
    id: 'a-signature-never-grows-old',
    file: gateway('access/signed-request.ts'),
    find: '    isNow(iat, exp) &&\n',
    replace: '',
    test: gateway('access/signed-request.test.ts'),
  },
  {
    id: 'a-revoked-machine-still-sends',
    file: gateway('database/migrations/0008-append.ts'),
    find: 'from machine m where m.id = p_machine and m.revoked_at is null;',
    replace: 'from machine m where m.id = p_machine;',
    more: [
      {
        file: gateway('access/machines.ts'),
        find: 'where id = $1 and revoked_at is null and coalesce',
        replace: 'where id = $1 and coalesce',
      },
    ],
    test: RECORD_PATH,
    only: 'takes no more of a machine that was revoked',
  },
  {
    id: 'digests-are-not-checked-on-arrival',
    file: gateway('ingest/append.ts'),
    find: 'const findings = [...checkDigests(chunk.lines, request.level), ...links];',
    replace: 'const findings = [...links];',
    test: RECORD_PATH,
    only: 'stores an altered line',
  },
  {
    id: 'a-409-counts-as-confirmed',
    file: fleet('ship/shipper.ts'),
    find: 'const next = await settled(options, sending, theirs);',
    replace: 'const next = moved(options, sending, { ...theirs, files: batch.after.files });',
    test: RECORD_PATH,
    only: 'goes on after what another process',
  },
  {
    id: 'a-fork-is-no-alarm',
    file: fleet('ship/shipper.ts'),
    find: '  options.onAlarm(`${why}; a new epoch of it begins`);\n',
    replace: '',
    test: RECORD_PATH,
    only: 'begins a new epoch',
  },
  {
    id: 'rows-of-other-organisations-are-there',
    file: gateway('database/migrations/0003-isolation.ts'),
    find: "current_setting('hookline.org', true) = '0'",
    replace: 'true',
    test: gateway('server/questions.test.ts'),
    only: 'answer no one without a token',
  },
  {
    id: 'links-are-not-checked-on-arrival',
    file: gateway('ingest/append.ts'),
    find: 'const findings = [...checkDigests(chunk.lines, request.level), ...links];',
    replace: 'const findings = checkDigests(chunk.lines, request.level);\n  void links;',
    test: gateway('server/verify.test.ts'),
    only: 'finds them when they arrive',
  },
  {
    id: 'lines-go-without-a-checkpoint',
    file: gateway('retention/remove-lines.ts'),
    find: '  await keep(query, day, made);\n',
    replace: '  void made;\n',
    test: gateway('retention/retention.test.ts'),
    only: 'removes a day, says so',
  },
  // The record fence of core
  {
    id: 'rotation-knows-no-fence',
    file: core('record/rotate.ts'),
    find: 'mark === null || stats === undefined ? size : shippedIn(mark, stats.ino, path)',
    replace: 'size',
    test: core('record/retention.test.ts'),
  },
  {
    id: 'a-full-spool-drops-where-it-must-not',
    file: core('record/rotate.ts'),
    find: "if (unshipped > 0 && mark?.spool.whenFull === 'strict') throw new SpoolFullError(fullSpool(mark));",
    replace: '',
    test: core('record/retention.test.ts'),
  },
  {
    id: 'dropped-lines-are-not-told',
    file: core('record/rotate.ts'),
    find: 'const dropped = mark === null ? 0 : gone.reduce((sum, file) => sum + waitingLines(file), 0);',
    replace: 'const dropped = 0;',
    test: core('record/retention.test.ts'),
  },
  {
    id: 'a-damaged-mark-means-that-all-was-shipped',
    file: core('record/shipped-mark.ts'),
    find: 'return isMark(value) ? { spool: value.spool, files: value.files } : NOTHING_SHIPPED;',
    replace: 'return isMark(value) ? { spool: value.spool, files: value.files } : null;',
    test: core('record/retention.test.ts'),
  },
  // Roll-outs
  {
    id: 'gates-forget-the-ring-that-decides',
    file: gateway('rollout/rollout.ts'),
    find: "worstOf('', enforced, gates) ?? worstOf('in shadow, ', shadow, gates)",
    replace: "worstOf('in shadow, ', shadow, gates)",
    test: ROLLOUT,
  },
  {
    id: 'gates-forget-the-ring-in-shadow',
    file: gateway('rollout/rollout.ts'),
    find: "worstOf('', enforced, gates) ?? worstOf('in shadow, ', shadow, gates)",
    replace: "worstOf('', enforced, gates)",
    test: ROLLOUT,
  },
  {
    id: 'gates-look-at-the-first-hook-only',
    file: gateway('rollout/rollout.ts'),
    find: 'const problems = hooks.map((',
    replace: 'const problems = hooks.slice(0, 1).map((',
    test: ROLLOUT,
  },
  {
    id: 'gates-forget-exceptions',
    file: gateway('rollout/rollout.ts'),
    find: 'if (exceptions > gates.mostExceptions)',
    replace: 'if (exceptions > 1e9)',
    test: ROLLOUT,
  },
  {
    id: 'refusals-in-shadow-are-not-counted',
    file: gateway('ingest/policy-news.ts'),
    find: "run.status === 'blocked' || run.shadow?.decision === 'block'",
    replace: "run.status === 'blocked'",
    test: POLICY_FLEET,
    only: 'halts one that would block',
  },
  {
    id: 'a-halted-roll-out-goes-on-deciding',
    file: gateway('rollout/rollout.ts'),
    find: "state === 'halted' ? hooks : []",
    replace: '[]',
    test: POLICY_FLEET,
    only: 'halts a bad guard',
  },
  {
    id: 'a-stage-goes-beyond-what-was-signed',
    file: fleet('policy/rollout.ts'),
    find: 'Math.max(0, Math.min(asked, stages.length - 1))',
    replace: 'Math.max(0, asked)',
    test: POLICY,
    only: 'moves a roll-out through the stages',
  },
  {
    id: 'a-statement-about-another-version-counts',
    file: fleet('policy/rollout.ts'),
    find: 'const statement = said?.version === policy.version ? said : null;',
    replace: 'const statement = said;',
    test: POLICY,
    only: 'says nothing about another version',
  },
  // What machines say of the policy
  {
    id: 'a-policy-that-is-gone-is-not-told',
    file: fleet('policy/in-force.ts'),
    find: '  if (version === null) return NONE;\n',
    replace: '  if (version === null) return { version: 7, stamp: 1 };\n',
    test: gateway('server/policy-gone.test.ts'),
  },
  {
    id: 'what-is-put-in-shadow-by-hand-counts-as-fetched',
    file: core('managed/fetched-state.ts'),
    find: "statesIn(text).includes(digest) ? 'as fetched' : 'changed'",
    replace: "statesIn(text).length > 0 ? 'as fetched' : 'changed'",
    test: POLICY,
    only: 'what somebody who owns the state folder',
  },
  {
    id: 'what-was-changed-by-hand-is-run',
    file: core('managed/managed-set.ts'),
    find: "if (fetchedState(root) === 'changed') throw",
    replace: 'if (Number.isNaN(root)) throw',
    test: core('managed/managed.test.ts'),
  },
  // Exceptions and central decisions
  {
    id: 'who-asked-approves',
    file: fleet('policy/break-glass.ts'),
    find: '  if (grantedBy === asked.askedBy) throw new Error(`${grantedBy} has asked for it: a second person must approve it`);\n',
    replace: '',
    test: gateway('policy/break-glass.test.ts'),
    only: 'cannot be approved by who has asked',
  },
  {
    id: 'no-approver-is-needed',
    file: core('managed/exceptions.ts'),
    find: "if (!isApproved || grantedBy === null) throw new Error('no approver of the policy has signed it');",
    replace: '',
    test: gateway('policy/break-glass.test.ts'),
  },
  {
    id: 'an-exception-of-another-machine-counts',
    file: core('managed/exceptions.ts'),
    find: '  if (exception.machine !== state.machine) throw new Error(`it is for another machine (${exception.machine})`);\n',
    replace: '',
    test: gateway('policy/break-glass.test.ts'),
  },
  {
    id: 'block-without-an-answer-lets-through',
    file: core('engine/decode.ts'),
    find: "const isClosed = reading.hook.policy?.central?.onUnreachable === 'block';",
    replace: 'const isClosed = false;',
    test: 'test/faults/central.test.ts',
    only: 'qoder PreToolUse block',
  },
  {
    id: 'fail-open-is-not-counted',
    file: gateway('ingest/policy-news.ts'),
    find: 'gathered.opened += 1;',
    replace: 'gathered.opened += 0;',
    test: CENTRAL,
    only: 'is counted per hook and machine',
  },
  // The managed scope
  {
    id: 'a-policy-depends-on-the-folder-of-the-event',
    file: core('engine/encode-command.ts'),
    find: '...(hook.policy === undefined ? {} : { otherwiseIn: dirname(hook.file) }),',
    replace: '',
    test: core('managed/switched-off.test.ts'),
    only: 'a working folder',
  },
  {
    id: 'the-environment-moves-the-policy',
    file: core('managed/policy-folders.ts'),
    find: 'const states = [stateFolder({}, place.accountHome, place.platform), place.stateFolder];',
    replace: 'const states = [place.stateFolder];',
    test: core('managed/switched-off.test.ts'),
    only: '(HOME|STATE)',
  },
  {
    id: 'a-script-of-a-policy-may-change',
    file: core('managed/managed-gate.ts'),
    find: 'return expired(hook, found) ?? changed(hook, found, checked);',
    replace: 'return expired(hook, found);',
    test: core('managed/managed.test.ts'),
  },
];
