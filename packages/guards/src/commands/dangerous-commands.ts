import { type HostAnswer, prepareBashParser } from '@hookline/core/internal';
import { type Guard, listOf, NOTHING } from '../guard/guard.ts';
import { commandOf, folderOf } from '../guard/tool-input.ts';
import { type Finding, judgeCommand } from './judge.ts';
import { isPack, PACKS } from './packs.ts';
import { removedFromProject } from './removed-in-project.ts';

/** Stops commands that destroy, leak or publish what cannot be restored. */
export const dangerousCommands: Guard = {
  name: 'dangerous-commands',
  about: 'Blocks shell commands that destroy, leak or publish things, judged on a real parse of Bash.',
  listens: [{ event: 'PreToolUse', tools: ['Bash'] }],
  options: [
    {
      name: 'doubtful',
      default: 'ask',
      words: ['ask', 'block', 'pass'],
      about:
        'What to do about commands that may be wanted, such as git reset --hard; asked where the system can ask, else blocked.',
    },
    {
      name: 'unparsable',
      default: 'ask',
      words: ['ask', 'block'],
      about: 'What to do about text that cannot be understood as Bash.',
    },
    {
      name: 'project',
      default: 'pass',
      words: ['pass', 'ask'],
      about: 'What to do about rm -rf of what lies in the project and git does not ignore.',
    },
    {
      name: 'packs',
      default: '',
      items: Object.keys(PACKS),
      about:
        'Further tables of rules: cloud, databases, git, containers, kubernetes, infrastructure, storage-and-backup, saas.',
    },
    { name: 'allow', default: '', about: 'Rules that do not count, such as push-force,publish.' },
  ],
  rewrites: false,
  canaries: {
    blocked: { title: 'removes everything', tool: 'Bash', input: { command: `sudo bash -c 'rm -rf /'` } },
    passed: {
      title: 'mentions it, and removes what can be made again',
      tool: 'Bash',
      input: { command: `rm -rf node_modules && echo 'not rm -rf /'` },
    },
  },
  onFailure: 'refuse',
  seconds: () => 20,
  judge: async (event, options, world) => {
    const { home, project, can } = world;
    const command = commandOf(event);
    if (command === null) return NOTHING;
    await prepareBashParser();
    const unparsable = options['unparsable'] === 'block' ? 'block' : 'ask';
    const cwd = folderOf(event, project);
    const [allowed, packs] = [listOf(options, 'allow'), listOf(options, 'packs').filter(isPack)];
    const found = judgeCommand(command, { home, project, cwd, unparsable, allowed, packs });
    const looksInside = options['project'] === 'ask' && found.length === 0 && !allowed.includes('remove-in-project');
    const inside = looksInside ? await removedFromProject(command, { home, project, cwd }, world) : null;
    const findings = inside === null ? found : [inside];
    const [worst] = options['doubtful'] === 'pass' ? findings.filter(isCertain) : findings;
    if (worst === undefined) return NOTHING;
    const asks = worst.does === 'ask' && options['doubtful'] !== 'block' && can.ask;
    return answerOf(worst, asks);
  },
};

/** The findings that count even when doubtful ones are allowed; a line that cannot be parsed is never allowed. */
const isCertain = ({ does, rule }: Finding): boolean => does === 'block' || rule === 'unparsable';

function answerOf({ rule, why, part }: Finding, asks: boolean): HostAnswer {
  const about = part === '' ? '' : `: ${part.length > LONGEST ? `${part.slice(0, LONGEST)}…` : part}`;
  return { decision: asks ? 'ask' : 'block', reason: `dangerous-commands (${rule}): this command ${why}${about}` };
}

const LONGEST = 200;
