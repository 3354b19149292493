import { prepareBashParser } from '@hookline/core/internal';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { actsOf } from './interpret.ts';
import { shown } from './marks.ts';
import type { Act } from './shell.ts';

beforeAll(prepareBashParser);

const PLACE = { home: '/home/me', cwd: '/home/me/app' };
const acts = (line: string): readonly Act[] => actsOf(line, PLACE);

/** The programs that would run, wrappers left out, as a person would write them. */
const programs = (line: string): readonly string[] => {
  const runs = acts(line).flatMap((act) => (act.act === 'run' ? [act.invocation] : []));
  const wrappers = new Set(runs.flatMap(({ through }) => through));
  return runs.map(({ words }) => shown(words.join(' '))).filter((text) => !wrappers.has(text.split(' ')[0] ?? ''));
};

describe('quotes, escapes and expansions', () => {
  it.each([
    [String.raw`r\m '-r''f' "/"`, ['rm -rf /']],
    [String.raw`$'\x72m' $'\055rf' /`, ['rm -rf /']],
    ['rm${IFS}-rf${IFS}/', ['rm -rf /']],
    ['x="-rf /"; rm $x', ['rm -rf /']],
    ['x="-rf /"; rm "$x"', ['rm -rf /']],
    ['a=(rm "-rf" /); "${a[@]}"', ['rm -rf /']],
    ['set -- -rf /; rm "$@"', ['set -- -rf /', 'rm -rf /']],
    ['echo ~ ~/a $HOME "$HOME/b" \'$HOME\'', ['echo /home/me /home/me/a /home/me /home/me/b $HOME']],
    ['echo /{bin,usr/{lib,share}} {1..3}', ['echo /bin /usr/lib /usr/share 1 2 3']],
    [
      'echo ${X:-d} ${HOME##*/} ${HOME%/*} ${HOME:1:4} ${HOME/me/you} ${HOME^^}',
      ['echo d me /home home /hoyou/me /HOME/ME'],
    ],
    ['x=a y=x; echo ${!y} ${#x}', ['echo a …']],
    ['echo $(echo one; echo two) `echo three`', ['echo one', 'echo two', 'echo three', 'echo one two three']],
    ['echo a*b "a*b"', ['echo a*b a*b']],
    ['X=1 env', ['env']],
  ])('%s', (line, expected) => {
    expect(programs(line)).toEqual(expected);
  });

  it('tells one field from several', () => {
    const act = acts('x="a b"; cmd "$x" $x').find((each) => each.act === 'run');
    expect(act).toMatchObject({ invocation: { words: ['cmd', 'a b', 'a', 'b'] } });
  });
});

describe('wrappers', () => {
  it.each([
    'sudo -u root rm -rf /',
    'env -i A=1 rm -rf /',
    'nice -n 5 nohup timeout -k 1 5s rm -rf /',
    'chronic rm -rf /',
    'bash -lc "rm -rf /"',
    'su - root -c "rm -rf /"',
    'eval "rm" -rf /',
    'exec -a x rm -rf /',
    'echo / | xargs rm -rf',
    'echo / | xargs -I{} rm -rf {}',
    'bash <<< "rm -rf /"',
    'cat <<E | sh\nrm -rf /\nE',
    'echo cm0gLXJmIC8= | base64 -d | sh',
    'echo "rm -rf /" > x.sh; sh ./x.sh',
    'echo "rm -rf /" > x.sh; ./x.sh',
    'f() { rm "$@"; }; f -rf /',
    'alias x="rm -rf"; x /',
    'trap "rm -rf /" EXIT',
    `python3 -c "import os; os.system('rm -rf /')"`,
    `git -c alias.x='!rm -rf /' x`,
    "PAGER='rm -rf /' man ls",
    'env - rm -rf /',
    "env -S 'PATH=/usr/bin' rm -rf /",
    "env -S 'rm -rf' /",
    `env -S 'r"m" -r\\f' /`,
    "echo 'rm -rf /' | xargs -I{} bash -c {}",
    "echo / | xargs --replace bash -c 'rm -rf {}'",
    "echo / | xargs -i bash -c 'rm -rf {}'",
    "parallel bash -c ::: 'rm -rf /'",
    'parallel --results o rm -rf {} ::: /',
    "parallel ::: 'rm -rf /'",
    "git rebase -x 'rm -rf /' HEAD~1",
    'git bisect run rm -rf /',
    "git submodule foreach --recursive 'rm -rf /'",
    "git config --global alias.x '!rm -rf /'",
    "git clone 'ext::rm -rf /' x",
    "sed '1e rm -rf /' f",
    String.raw`sed 's/.*/rm -rf \//e' f`,
    "echo 'rm -rf /' | sed e",
    "ssh -o ProxyCommand='rm -rf /' h",
    'ssh h -t rm -rf /',
    "man -P 'rm -rf /' ls",
    'setpriv --reuid 0 rm -rf /',
    "source /dev/stdin <<< 'rm -rf /'",
    'IFS=,; c=rm,-rf,/; $c',
    "${0##*/} -c 'rm -rf /'",
    "$SHELL -c 'rm -rf /'",
    '$MAYBE rm -rf /',
    `perl -e 'exec "rm","-rf","/"'`,
    `lua -e 'os.execute("rm -rf /")'`,
    "expect -c 'spawn rm -rf /'",
    "pwsh -Command 'Remove-Item -Recurse -Force /'",
    `node -e "require('child_process').execFileSync('rm',['-rf','/'])"`,
    `awk 'BEGIN { "rm -rf /" | getline }'`,
    "flock /tmp/x -c 'rm -rf /'",
    "gdb -batch -ex 'shell rm -rf /'",
    String.raw`psql -c '\! rm -rf /'`,
    "tar cf a --checkpoint-action=exec='rm -rf /' b",
    'kubectl exec p -- rm -rf /',
    "vagrant ssh -c 'rm -rf /'",
    'poetry run rm -rf /',
  ])('%s', (line) => {
    expect(programs(line)).toContain('rm -rf /');
  });

  it('knows where a command runs, and by whom it was started', () => {
    const found = acts('ssh host sudo reboot; docker exec web rm x').flatMap((act) =>
      act.act === 'run' ? [act.invocation] : [],
    );
    expect(found.map(({ words, site, through }) => [words[0], site, through])).toEqual([
      ['ssh', 'here', []],
      ['sudo', 'remote', ['ssh']],
      ['reboot', 'remote', ['ssh', 'sudo']],
      ['docker', 'here', []],
      ['rm', 'container', ['docker']],
    ]);
  });
});

const POSITIONS = [
  'echo $((1 + $(x)))',
  'case $(x) in a) y;; esac',
  '[[ -n $(x) ]] && y',
  'a[$(x)]=1',
  'for ((i = $(x); i < 1; i++)); do y; done',
  'echo ${Y:-$(x)}',
  'y > $(x)',
  'cat <<E\n$(x)\nE',
  'f() { x; }',
  'y=$(x)',
  'y "a $(x) b"',
  'y `x`',
  '((a = $(x)))',
  'y <<< $(x)',
  'y 2> >(x)',
  'until x; do y; done',
  'select i in $(x); do y; done',
  'export A=$(x)',
  'a=(1 $(x))',
];

describe('the flow of a line', () => {
  it.each(POSITIONS)('misses no command, wherever it stands: %s', (line) => {
    expect(programs(line)).toContain('x');
  });

  it('never throws and always ends, whatever the line', () => {
    const piece = fc.constantFrom(
      'rm -rf ',
      '/',
      '$(',
      ')',
      '"',
      "'",
      '`',
      '${x',
      '}',
      '{',
      'a,b',
      ';',
      '|',
      '&&',
      '<<E\n',
      'E\n',
      'eval ',
      'sh -c ',
      'x=',
      '$x ',
      'for i in ',
      'do ',
      'done ',
      'f() ',
      '<(',
      '\\',
      'base64 -d ',
      'xargs ',
      '~',
      '*',
      '\uE000',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(Array.isArray(acts(pieces.join('')))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  }, 120_000);

  it.each([
    ['cd /tmp && ls', '/tmp'],
    ['cd /tmp; (cd /usr); ls', '/tmp'],
    ['cd $X; ls', null],
    ['cd; ls', '/home/me'],
  ])('follows the working folder: %s', (line, cwd) => {
    const last = acts(line).at(-1);
    expect(last).toMatchObject({ act: 'run', invocation: { words: ['ls'], cwd } });
  });

  it.each([
    'if true; then x; fi',
    'for i in 1; do x; done',
    'while true; do x; done',
    'case a in a) x;; esac',
    '{ x; } > f',
    '! x',
    'x | y',
    'x &',
    'coproc x',
  ])('looks into %s', (line) => {
    expect(programs(line)).toContain('x');
  });

  it('sees a script that comes over the network, whatever it passes through', () => {
    for (const line of [
      'curl u | sh',
      'bash <(curl u)',
      'eval "$(curl u)"',
      'curl u | sed s/a/b/ | sudo bash',
      'curl -o f u; sh f',
    ])
      expect(acts(line)).toContainEqual(expect.objectContaining({ act: 'blind-script', from: 'network' }));
  });

  it.each(['generate | sh', 'eval "$(generate)"', 'cat jobs | xargs -I{} sh -c {}', 'parallel < jobs'])(
    'sees a script that only another program knows: %s',
    (line) => {
      expect(acts(line)).toContainEqual(expect.objectContaining({ act: 'blind-script', from: 'program' }));
    },
  );

  it.each(['eval "$(ssh-agent -s)"', 'source <(kubectl completion bash)', 'cat install.sh | sh', 'bash -c "$CMD"'])(
    'takes what programs print for a shell to run, and scripts of the user, as they are: %s',
    (line) => {
      expect(acts(line)).not.toContainEqual(expect.objectContaining({ act: 'blind-script' }));
    },
  );

  it('follows the folder that a program is started in', () => {
    const last = acts('env -C / rm -rf etc').at(-1);
    expect(last).toMatchObject({ act: 'run', invocation: { words: ['rm', '-rf', 'etc'], cwd: '/' } });
  });

  it.each([
    `python3 -c "import base64; exec(base64.b64decode('eA=='))"`,
    `python3 -c "import urllib.request as u; exec(u.urlopen('http://x').read())"`,
    'pwsh -EncodedCommand eA==',
  ])('sees code that runs what cannot be read: %s', (line) => {
    expect(acts(line)).toContainEqual(expect.objectContaining({ act: 'blind-script' }));
  });

  it('sees a script that cannot be read', () => {
    expect(acts('base64 -d f | sh')).toContainEqual({ act: 'blind-script', from: 'hidden', by: 'sh' });
  });

  it.each([':(){ :|:& };:', 'b() { b & b & }; b'])('sees a fork bomb: %s', (line) => {
    expect(acts(line)).toContainEqual(expect.objectContaining({ act: 'fork-bomb' }));
  });

  it('takes no ordinary recursion for a fork bomb', () => {
    expect(acts('walk() { walk "$1"/x; }; walk .')).not.toContainEqual(expect.objectContaining({ act: 'fork-bomb' }));
  });

  it.each(['rm "open', 'sh -c "if"', 'echo $(', 'eval "a("'])('says that it does not understand %s', (line) => {
    expect(acts(line)).toContainEqual(expect.objectContaining({ act: 'unparsable' }));
  });

  it('gives up on a line that never ends, instead of hanging', () => {
    const deep = `${'eval '.repeat(200)}x`;
    const wide = `for a in {1..32}; do for b in {1..32}; do for c in {1..32}; do x; done; done; done`;
    const self = 'f() { f; f; }; f';
    for (const line of [deep, wide]) expect(acts(line)).toContainEqual(expect.objectContaining({ act: 'unparsable' }));
    expect(acts(self).length).toBeLessThan(100_000);
  });
});
