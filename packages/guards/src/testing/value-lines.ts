const MANY = Array.from({ length: 70 }, (_, index) => `a${index}`).join(' ');
const VERY_MANY = Array.from({ length: 300 }, (_, index) => `a${index}`).join(' ');

/** Lines whose words come out of arrays, arguments, loops and lists, with the action and the rule. */
export const LINES_OF_VALUES: readonly (readonly [line: string, does: string, rule: string])[] = [
  ['a=(rm -rf); a+=(/home/me); "${a[@]}"', 'block', 'remove-everything'],
  ['a[0]=rm; a[1]=-rf; a[2]=/home/me; "${a[@]}"', 'block', 'remove-everything'],
  ['declare -A m; m[run]=rm; m[at]=/home/me; ${m[run]} -rf ${m[at]}', 'block', 'remove-everything'],
  ['a=(echo rm -rf /home/me); "${a[@]:1}"', 'block', 'remove-everything'],
  ['a=(echo -n rm -rf /home/me); "${a[@]: -3}"', 'block', 'remove-everything'],
  ['a=(xrm x-rf x/home/me); "${a[@]#x}"', 'block', 'remove-everything'],
  ['x=rm; ${x/%/ -rf /home/me}', 'block', 'remove-everything'],
  [`x=${'a'.repeat(70)}rm; \${x#${'a'.repeat(70)}} -rf /home/me`, 'block', 'remove-everything'],
  ['set -- echo rm -rf /home/me; "${@:2}"', 'block', 'remove-everything'],
  ['set -- echo rm -rf /home/me; shift; "$@"', 'block', 'remove-everything'],
  ['f() { shift 2; "$@"; }; f x y rm -rf /home/me', 'block', 'remove-everything'],
  [`bash -c 'rm -rf "$@"' _ /home/me`, 'block', 'remove-everything'],
  [`bash -c 'shift; "$@"' _ x rm -rf /home/me`, 'block', 'remove-everything'],
  [`read -ra a <<< 'rm -rf /home/me'; "\${a[@]}"`, 'block', 'remove-everything'],
  [`IFS=: read -r a b c <<< 'rm:-rf:/home/me'; $a $b $c`, 'block', 'remove-everything'],
  [`mapfile -t a < <(printf '%s\\n' rm -rf /home/me); "\${a[@]}"`, 'block', 'remove-everything'],
  [`printf -v run 'rm -rf %s' /home/me; $run`, 'block', 'remove-everything'],
  [`for x in ${MANY} /home/me; do rm -rf $x; done`, 'block', 'remove-everything'],
  [`for x in {${MANY.replaceAll(' ', ',')},/home/me}; do rm -rf $x; done`, 'block', 'remove-everything'],
  [`rm -rf {{1..200},/home/me}`, 'block', 'remove-everything'],
  [`echo ${MANY} /home/me | xargs rm -rf`, 'block', 'remove-everything'],
  [`x="${MANY} /home/me"; rm -rf $x`, 'block', 'remove-everything'],
  [`parallel rm -rf ::: ${MANY} /home/me`, 'block', 'remove-everything'],
  [`printf '%s\\n' ${MANY} ${MANY} ${MANY} /home/me | xargs -I{} rm -rf {}`, 'block', 'remove-everything'],
  // What is more than can be followed may name anything.
  [`for x in ${VERY_MANY} /home/me; do rm -rf $x; done`, 'ask', 'unparsable'],
  [`echo ${VERY_MANY} /home/me | xargs rm -rf`, 'ask', 'unparsable'],
  [`x="${VERY_MANY} /home/me"; rm -rf $x`, 'ask', 'unparsable'],
  [`rm -rf {${VERY_MANY.replaceAll(' ', ',')},/home/me}`, 'ask', 'unparsable'],
];

/** Lines like these that pass with every pack. */
export const LINES_OF_VALUES_THAT_PASS: readonly string[] = [
  'files=(a.ts); files+=(b.ts c.ts); npx eslint "${files[@]}"',
  'dirs=(a b); dirs+=(c); rm -rf "${dirs[@]/%//dist}"',
  'files=(src/*.ts); for f in "${files[@]:0:3}"; do wc -l "$f"; done',
  'args=("$@"); npm test -- "${args[@]:1}"',
  'declare -A m=([a]=1 [b]=2); for k in "${!m[@]}"; do echo "$k ${m[$k]}"; done',
  'while [ $# -gt 0 ]; do case $1 in -v) verbose=1 ;; esac; shift; done',
  'IFS=. read -r major minor patch <<< "1.2.3"; echo "$major"',
  `mapfile -t files < <(git ls-files '*.ts'); npx eslint "\${files[@]}"`,
  `printf -v now '%(%F)T' -1; echo "$now"`,
  `git ls-files -z | xargs -0 bash -c 'wc -l "$@"' _`,
  'for i in {1..1000}; do curl -s localhost:3000/health; done',
  'touch page-{1..500}.md',
  `for x in ${MANY}; do mkdir -p "src/$x"; done`,
  `echo ${MANY} | xargs -n1 touch`,
  'seq 1 1000 | xargs -P8 -I{} curl -s localhost:3000/{}',
];
