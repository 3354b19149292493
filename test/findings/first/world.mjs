// A fresh home, project and state folder for one reproduction, and the command of one release.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What `run` is given; nothing outside of a temporary folder is touched, and that is removed. */
export function inWorld(command, run) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-finding-')));
  const [home, project, state] = ['home', 'p', 'state'].map((name) => join(root, name));
  for (const folder of [home, project, state]) mkdirSync(folder, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, HOOKLINE_STATE_DIR: state, LANG: 'C.UTF-8' };
  const call = (words, { input = '', cwd = project, more = {} } = {}) =>
    spawnSync(process.execPath, [command, ...words], {
      cwd,
      input,
      encoding: 'utf8',
      env: { ...env, ...more },
      timeout: 60_000,
      maxBuffer: 64 * 1024 * 1024,
    });
  call.command = command;
  const put = (path, content, mode) => {
    const file = path.startsWith('/') ? path : join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    if (mode !== undefined) chmodSync(file, mode);
    return file;
  };
  const fire = (event, words = [], options = {}) => {
    const whole = { hook_event_name: 'PreToolUse', session_id: 's', cwd: project, tool_name: 'Bash', ...event };
    const { stdout, stderr } = call(['fire', '-', '--project', project, '--json', ...words], {
      ...options,
      input: typeof event === 'string' ? event : JSON.stringify(whole),
    });
    try {
      return JSON.parse(stdout);
    } catch {
      throw new Error(`fire printed no JSON: ${stdout.slice(0, 300)} ${stderr.slice(0, 300)}`);
    }
  };
  const ask = (steps, words = [], mode = 'bypass') => {
    const script = put(join(root, 'steps.json'), steps);
    const asked = call([
      'ask',
      '--script',
      script,
      '--permission-mode',
      mode,
      '--trust-hooks',
      '--project',
      project,
      ...words,
      'go',
    ]);
    return asked.stdout + asked.stderr;
  };
  const has = (path) => existsSync(path.startsWith('/') ? path : join(project, path));
  const text = (path) => readFileSync(path.startsWith('/') ? path : join(project, path), 'utf8');
  try {
    return run({
      root,
      home,
      project,
      state,
      env,
      release: join(dirname(command), '../../..'),
      call,
      put,
      fire,
      ask,
      has,
      text,
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** One call of Bash by the scripted model. */
export const bash = (command) => ({ calls: [{ name: 'Bash', input: { command } }] });
export const END = { text: 'end' };
