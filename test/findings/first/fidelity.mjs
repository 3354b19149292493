// Reproductions of K and Q rows. Each says whether the finding shows: true on the first release, false now.
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bash, END } from './world.mjs';

const kolega = (handler, event = 'PreToolUse') => ({ schema_version: 1, hooks: { [event]: [{ hooks: [handler] }] } });
const qoder = (handler, event = 'PreToolUse', group = {}) => ({ hooks: { [event]: [{ ...group, hooks: [handler] }] } });
const command = (line, more = {}) => ({ type: 'command', command: line, ...more });
const TRUST = ['--trust-hooks'];
const GUARD = 'if grep -q victim; then echo GUARD >&2; exit 2; fi';
const [HOOKS, OWN] = ['.kolega/hooks.json', '.qoder/settings.json'];

const python = (code, { put, fire }, more = {}) => {
  put('hk.py', code);
  put(HOOKS, kolega({ type: 'python', callable: 'hk:guard', ...more }));
  return fire({ tool_name: 'run_command', tool_input: { command: 'rm -rf /' } }, TRUST).decision;
};

/** A HOOK.md that refuses every call it is asked about. */
const described = ({ put }, frontMatter, script = 'echo no >&2; exit 2') => {
  put('.agents/hooks/g/HOOK.md', `---\nname: g\ndescription: d\ntrigger: before_tool\n${frontMatter}---\n`);
  put('.agents/hooks/g/scripts/run.sh', `#!/bin/bash\n${script}\n`, 0o755);
};

export const FIDELITY = {
  K1: (world) => {
    described(world, 'matcher:\n  tool: Shell\n  pattern: "deploy.*prod|kubectl.*production"\n');
    const line = '- step: deploy the staging service and check its health\n'.repeat(3200);
    return (
      world.fire({ tool_name: 'Shell', tool_input: { command: `cat > N <<EOF\n${line}EOF\n` } }, TRUST).decision ===
      'block'
    );
  },
  K2: (world) =>
    python(
      'import re\nfrom kolega_code.hooks import HookOutcome\ndef guard(event): return HookOutcome(blocked=re.search("rm -rf", event.payload["tool_input"]["command"]), reason="no")\n',
      world,
    ) !== 'block',
  K3: (world) =>
    python(
      'from kolega_code.hooks import HookOutcome\ndef guard(event): return HookOutcome.deny("x") if event.name.value == "PreToolUse" else None\n',
      world,
    ) !== 'block',
  K4: ({ put, fire, project, text }) => {
    put(HOOKS, kolega(command('sh -c "cat > in.json"')));
    fire(
      `{"hook_event_name":"PreToolUse","session_id":"s","cwd":${JSON.stringify(project)},"tool_name":"T","tool_input":{"id":12345678901234567890,"f":1.0}}`,
      TRUST,
    );
    return !text('in.json').includes('12345678901234567890');
  },
  K5: (world) => {
    described(world, 'matcher:\n  # tool: Shell\n');
    return world.fire({ tool_name: 'Shell', tool_input: { command: 'ls' } }, TRUST).decision !== 'block';
  },
  K6: (world) => {
    described(world, '', 'echo boom >&2; exit 1');
    const { fire, call, project } = world;
    fire({ tool_name: 'Shell', tool_input: {} }, TRUST);
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project, tool_name: 'Shell', tool_input: {} };
    return !call(['fire', '-', '--project', project, '--debug'], { input: JSON.stringify(event) }).stderr.includes(
      'Input:',
    );
  },
  K7: ({ put, fire }) => {
    put(
      'ans.json',
      '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no","updatedInput":{"x":NaN}}}',
    );
    put(HOOKS, kolega(command('cat ans.json')));
    return fire({ tool_name: 'T', tool_input: {} }, TRUST).decision !== 'block';
  },
  K8: ({ put, fire, home }) => {
    put(join(home, 'kst/hooks.json'), kolega(command('sh -c "echo no >&2; exit 2"')));
    return fire({ tool_name: 'T', tool_input: {} }, ['--state-dir', '~/kst']).decision !== 'block';
  },
  K9: (world) =>
    python(
      'import asyncio\nfrom kolega_code.hooks import HookOutcome\nasync def work(event): return HookOutcome.deny("x")\ndef guard(event): return asyncio.ensure_future(work(event))\n',
      world,
    ) !== 'block',
  K10: (world) =>
    python(
      'import time\ntime.sleep(3)\nfrom kolega_code.hooks import HookOutcome\ndef guard(event): return HookOutcome.deny("x")\n',
      world,
      { timeout: 2 },
    ) !== 'block',
  K11: ({ put, ask, state }) => {
    put('st.json', '{"hookSpecificOutput":{"permissionDecision":"deny"}}');
    put(HOOKS, kolega(command('cat st.json'), 'Stop'));
    ask([{ text: 'one' }, { text: 'two' }, END]);
    const sessions = join(state, 'sessions');
    return !readdirSync(sessions).some((file) =>
      readFileSync(join(sessions, file), 'utf8').includes('Continue working'),
    );
  },
  K12: ({ put, fire }) => {
    put(HOOKS, kolega({ type: 'prompt', prompt: 'x', model: 'gpt-4' }));
    return fire({ tool_name: 'T', tool_input: {} }, TRUST).hooks.length === 0;
  },
  K13: ({ put, fire }) => {
    put('ans.json', '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":7}}');
    put(HOOKS, kolega(command('cat ans.json')));
    return !JSON.stringify(fire({ tool_name: 'T', tool_input: {} }, TRUST).block).includes('7');
  },
  K14: ({ put, ask }) => {
    put('ans.json', '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"NOT-NOW"}}');
    put(HOOKS, kolega(command('cat ans.json'), 'UserPromptSubmit'));
    const warnings = ask([END], ['--json'])
      .split('\n')
      .filter((line) => line.includes('"level":"warning"'));
    return !warnings.some((line) => line.includes('NOT-NOW'));
  },
  K16: ({ put, ask, text }) => {
    put('.agents/hooks/g/HOOK.md', '---\nname: g\ndescription: d\ntrigger: session_end\n---\n');
    put('.agents/hooks/g/scripts/run.sh', '#!/bin/bash\ncat > ended.json\n', 0o755);
    ask([bash('sleep 0.2'), END]);
    return !Number.isInteger(JSON.parse(text('ended.json')).duration_seconds);
  },
  Q1: ({ put, ask, has, home }) => {
    put(join(home, OWN), qoder(command('echo KEEP >&2; exit 2'), 'ConfigChange'));
    put(OWN, qoder(command(GUARD)));
    ask([bash('touch victim'), bash(`sed -i s/GUARD/GUARDX/ ${OWN}`), bash('sleep 0.3; touch victim'), END]);
    return has('victim');
  },
  Q2: ({ put, ask, has, home }) => {
    const file = join(home, '.config/polytoken/hooks.json');
    put(file, [{ name: 'g', event: 'pre_tool_use', handler: { bash: GUARD } }]);
    ask([bash('touch victim'), bash(`echo [] > ${file}`), bash('sleep 0.3; touch victim'), END]);
    return has('victim');
  },
  Q3: ({ put, ask, has }) => {
    put('.kode/hooks/g.sh', `#!/bin/bash\n${GUARD}\n`, 0o755);
    put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: .kode/hooks/g.sh\n');
    ask([bash('touch victim'), bash('rm .kode/hooks/g.sh'), bash('touch victim'), END]);
    return has('victim');
  },
  Q4: ({ put, fire, home, project }) => {
    put(join(home, OWN), qoder(command('echo LOCKED >&2; exit 2', { if: 'Edit(src/**)' })));
    put('src/a.ts', '');
    return (
      fire({ cwd: join(project, 'src'), tool_name: 'Edit', tool_input: { file_path: 'a.ts' } }).decision !== 'block'
    );
  },
  Q5: ({ put, ask, has, home, root }) => {
    put(join(root, 'a.json'), '{"continue":false,"stopReason":"STOP"}');
    put(join(home, OWN), qoder(command(`if grep -q FIRST; then cat ${root}/a.json; fi`)));
    ask([{ calls: [...bash('echo FIRST').calls, ...bash('touch second').calls] }, END]);
    return has('second');
  },
  Q6: ({ put, ask, has }) => {
    put('.kode/hooks/ok.sh', '#!/bin/bash\nexit 0\n', 0o755);
    put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: .kode/hooks/ok.sh\n');
    put('sub/x', '');
    ask([bash('cd sub'), bash('touch reached'), END]);
    return !has('sub/reached');
  },
  Q7: ({ put, ask, has }) => {
    put('.qoder/hooks/block-rm.sh', "#!/bin/bash\nif grep -q 'rm -rf'; then echo BLOCKED >&2; exit 2; fi\n", 0o755);
    put(OWN, qoder(command('.qoder/hooks/block-rm.sh'), 'PreToolUse', { matcher: 'Bash' }));
    put('sub/build/x', '');
    ask([bash('cd sub'), bash('rm -rf build'), END]);
    return !has('sub/build/x');
  },
  Q9: ({ put, fire, home, root }) => {
    put(
      join(root, 'a.json'),
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"touch victim"}}}',
    );
    put(join(home, OWN), {
      hooks: {
        PreToolUse: [
          {
            sequential: true,
            hooks: [command(`cat ${root}/a.json`), command('echo NO >&2; exit 2', { if: 'Bash(touch *)' })],
          },
        ],
      },
    });
    return fire({ tool_input: { command: 'echo hi' } }).decision !== 'block';
  },
  Q10: ({ put, fire, home, project, root }) => {
    symlinkSync(project, join(root, 'link'));
    put(join(home, OWN), qoder(command('echo LOCKED >&2; exit 2', { if: 'Edit(src/**)' })));
    put('src/a.ts', '');
    return fire({ tool_name: 'Edit', tool_input: { file_path: join(root, 'link/src/a.ts') } }).decision !== 'block';
  },
  Q12: ({ put, ask, home, root }) => {
    put(join(root, 'a.json'), '{"systemMessage":"SM-ASYNC"}');
    put(join(home, OWN), qoder(command(`cat ${root}/a.json`), 'PreToolUse', { async: true }));
    return !ask([bash('sleep 1'), END]).includes('SM-ASYNC');
  },
  Q13: ({ put, ask, has, home, root }) => {
    put(
      join(root, 'a.json'),
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":"echo safe"}}}',
    );
    put(join(home, OWN), qoder(command(`cat ${root}/a.json`), 'PermissionRequest'));
    ask([bash('touch original-ran'), END], [], 'default');
    return has('original-ran');
  },
  Q14: ({ put, fire, has, home }) => {
    put(join(home, OWN), qoder(command('touch', { args: 'x; touch as-a-line' })));
    const { hooks } = fire({ tool_input: { command: 'ls' } });
    return hooks.length > 0 || has('as-a-line');
  },
  Q20: ({ put, ask, home, root, text }) => {
    put(join(home, OWN), qoder(command(`cat > ${root}/seen.json`)));
    ask([bash('true'), END]);
    return JSON.parse(text(join(root, 'seen.json'))).permission_mode !== 'bypassPermissions';
  },
  Q21: ({ put, call, home, root, project }) => {
    put(
      join(root, 'a.json'),
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"id":12345678901234567890}}}',
    );
    put(join(home, OWN), qoder(command(`cat ${root}/a.json`)));
    const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project, tool_name: 'T', tool_input: {} };
    const { stdout } = call(['fire', '-', '--project', project, '--json'], { input: JSON.stringify(event) });
    return !/"updatedInput":\s*\{\s*"id":\s*12345678901234567890\b/.test(stdout);
  },
  Q22: ({ put, ask, home, root }) => {
    const words = put(join(root, 'words.txt'), 'PRINTED-BY-HOOK');
    put(join(home, OWN), qoder(command(`cat ${words} >&2; exit 1`)));
    return ask([bash('true'), END]).includes('PRINTED-BY-HOOK');
  },
  Q24: ({ put, call, text, root, project }) => {
    put('.kode/hooks/end.sh', '#!/bin/bash\ncat > ended.json\n', 0o755);
    put('.kode/config.yaml', 'hooks:\n  session_end:\n    - exec: .kode/hooks/end.sh\n');
    const steps = put(join(root, 'steps.json'), [END]);
    call(['chat', '--script', steps, '--permission-mode', 'bypass', '--trust-hooks', '--project', project], {
      input: 'one\n',
    });
    return !text('ended.json').includes('user_exit');
  },
  Q25: ({ put, fire }) => {
    put('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: "false"\n');
    const said = JSON.stringify(fire({ tool_input: { command: 'ls' } }, TRUST).messages);
    return /refused the action.*refused the action/.test(said);
  },
  Q26: ({ put, call, text, root, home, project }) => {
    const seen = join(root, 'seen.txt');
    put(join(home, '.config/polytoken/hooks.json'), [
      { name: 'g', event: 'pre_tool_use', handler: { bash: `echo "$POLYTOKEN_NON_INTERACTIVE" > ${seen}` } },
    ]);
    const steps = put(join(root, 'steps.json'), [bash('true'), END]);
    call(['chat', '--script', steps, '--permission-mode', 'bypass', '--project', project], { input: 'one\n' });
    return text(seen).trim() !== 'true';
  },
};
