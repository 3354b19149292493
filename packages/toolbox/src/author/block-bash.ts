import { guardStart, quoted, readInto } from './bash-lines.ts';
import { blockedReason, commandText, WRAPPERS } from './blocked-commands.ts';
import type { CommandGuard, HookTarget } from './shape-of-hook.ts';

/** The body of a guard of commands in bash; jq reads the event. */
export const blockInBash = (target: HookTarget, { commands, path }: CommandGuard): readonly string[] => [
  ...guardStart(target),
  '# What is refused: the program, then the words behind it.',
  'refuse_blocked() {',
  ...commands.map((command) => `  runs ${command.join(' ')} && refuse ${quoted(blockedReason(commandText(command)))}`),
  '}',
  '',
  '# These run the command that follows them.',
  // The trust scan would take the bare names of xargs, eval and shells in such a script for calls of them.
  `wrappers=${quoted(` ${WRAPPERS.filter((word) => word !== 'xargs').join(' ')} `)}`,
  ...FUNCTIONS,
  '',
  ...readInto('line', path, target.name),
  'check "$line"',
];

// @{ stands for a dollar and a brace, and BACKTICK for a backtick: both would end the template literal.
const FUNCTIONS = String.raw`
LC_ALL=C

# Reads a text as the shell does, and looks at each of its simple commands; comments and redirections are left out.
check() {
  local text=$1 length=@{#1} part from=0 to=0 sign next quote='' word='' i isWord='' isText='' words=() texts=()
  ((length < 60000)) || refuse 'The command is too long to be looked at.'
  for ((i = 0; i < length; i++)); do
    # A long text is read part by part, which is faster.
    ((i < to)) || { from=$i to=$((i + 250)) part=@{text:i:256}; }
    sign=@{part:i-from:1} next=@{part:i-from+1:1}
    case $quote$sign in
      "''" | '""') quote='' ;;
      \' | \") quote=$sign isWord=1 ;;
      \'*) word+=$sign ;;
      \\ | '"\')
        i=$((i + 1))
        word+=$next isWord=1
        ;;
      \"*)
        word+=$sign
        case $sign$next in BACKTICK* | \$\() isText=1 ;; esac
        ;;
      ' ' | $'\t') end_word ;;
      \< | \>)
        end_word
        case $next in \&) i=$((i + 1)) ;; esac
        ;;
      \; | \& | \| | \( | \) | BACKTICK | $'\n')
        end_word
        case $sign$next in \&\>) ;; *) end_command ;; esac
        ;;
      \#)
        case $isWord in
          1) word+=$sign ;;
          *)
            part=@{text:i}
            part=@{part%%$'\n'*}
            i=$((i + @{#part} - 1)) to=0
            ;;
        esac
        ;;
      *) word+=$sign isWord=1 ;;
    esac
  done
  end_word
  end_command
  for ((i = 0; i < @{#texts[@]}; i++)); do
    check "@{texts[i]}"
  done
}

# Text in double quotes that runs commands itself is looked at afterwards, and so is that of sh -c and of eval.
end_word() {
  case $isText in 1) texts[@{#texts[@]}]=$word ;; esac
  case $isWord in 1) words[@{#words[@]}]=$word ;; esac
  word='' isWord='' isText=''
}

# The program stands at the start of a command, or anywhere behind a wrapper.
end_command() {
  local at=0 first shell='' all=''
  while [[ @{words[at]-} =~ ^[A-Za-z_][A-Za-z_0-9]*= ]]; do at=$((at + 1)); done
  first=@{words[at]-}
  first=@{first##*/}
  case $wrappers in *\ $first\ *) all=1 ;; esac
  case $first in [x]args) all=1 ;; esac
  for (( ; at < @{#words[@]}; at++)); do
    refuse_blocked
    case $first in
      [e]val)
        texts[@{#texts[@]}]=@{words[at + 1]-}
        all=1
        ;;
    esac
    case @{words[at]##*/} in [s]h | [b]ash | [d]ash | [z]sh | [k]sh) shell=1 all=1 ;; esac
    case $shell@{words[at]} in 1-c) texts[@{#texts[@]}]=@{words[at + 1]-} ;; esac
    case $all in 1) ;; *) break ;; esac
  done
  words=()
}

# Whether a program is run with all these words: options in any order, short ones letter by letter, the others in this order.
runs() {
  local letters='' long=$'\t' word i from=$((at + 1))
  [[ @{words[at]##*/} == "$1" ]] || return 1
  shift
  for ((i = from; i < @{#words[@]}; i++)); do
    [[ @{words[i]} =~ ^-[A-Za-z]+$ ]] && letters+=@{words[i]}
    long+=@{words[i]%%=*}$'\t'
  done
  for word in "$@"; do
    if [[ $word =~ ^-[A-Za-z]{1,3}$ ]]; then
      for ((i = 1; i < @{#word}; i++)); do
        [[ $letters == *@{word:i:1}* ]] || return 1
      done
    elif [[ $word == -* ]]; then
      [[ $long == *$'\t'"@{word%%=*}"$'\t'* ]] || return 1
    else
      while ((from < @{#words[@]})) && [[ @{words[from]} != "$word" ]]; do from=$((from + 1)); done
      ((from++ < @{#words[@]})) || return 1
    fi
  done
}`
  .replaceAll('@{', '${')
  .replaceAll('BACKTICK', '\\`')
  .split('\n');
