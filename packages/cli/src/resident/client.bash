# Does what hookline does; `fire` and `hook` go to the server of `hookline serve --socket` when there is one, and then this
# script starts no process at all. Made by `hookline client`.

socket=$HOOKLINE_SOCKET
if [[ -z $socket ]]; then
  if [[ $XDG_RUNTIME_DIR == /* ]]; then
    socket=$XDG_RUNTIME_DIR/hookline/hookline.sock
  elif [[ -n $HOOKLINE_STATE_DIR ]]; then
    socket=$HOOKLINE_STATE_DIR/resident/hookline.sock
  elif [[ $XDG_STATE_HOME == /* ]]; then
    socket=$XDG_STATE_HOME/hookline/resident/hookline.sock
  else
    socket=$HOME/.local/state/hookline/resident/hookline.sock
  fi
fi

# Ends with the status of the call; returns 1 when there is no server, 2 when it leaves the call to us.
through_server() {
  local LC_ALL=C IFS=$' \t\n' door line answer kind size started= terminals="$1 t" variables
  shift
  ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || return 2
  [[ -f $socket.door && -O $socket.door && -O ${socket%/*} ]] || return 1
  mapfile -t door <"$socket.door"
  [[ ${door[0]} == 'hookline 1' && ${door[1]} == +([0-9]) && -n ${door[3]} ]] || return 1
  { exec {line}<>"/dev/tcp/127.0.0.1/${door[1]}"; } 2>/dev/null || return 1
  trap '' PIPE
  printf '%s\n' "${door[2]}" >&"$line"
  IFS= read -r -t 10 -u "$line" answer
  # Another user's process may have been given the port of a server that has died: it cannot answer this, and hears no more.
  if [[ $answer != "${door[3]}" ]]; then
    leave
    return 1
  fi
  [[ -t 0 ]] && terminals+=0
  [[ -t 1 ]] && terminals+=1
  [[ -t 2 ]] && terminals+=2
  read_variables
  printf '%s\0' "$PWD" "$terminals" $# "$@" ${#variables[@]} "${variables[@]}" >&"$line"
  while read -r -u "$line" kind size; do
    case $kind in
      -)
        leave
        return 2
        ;;
      +) started=1 ;;
      \?) send_stdin >&"$line" ;;
      1) copy "$size" 2>/dev/null ;;
      2) copy "$size" >&2 ;;
      0) exit "$size" ;;
    esac
  done
  if [[ -z $started ]]; then
    leave
    return 1
  fi
  printf 'hookline: the server ended before it had answered; refused, because nothing was decided (HOOKLINE_ON_ERROR=proceed lets actions go on)\n' >&2
  [[ $HOOKLINE_ON_ERROR == proceed ]] && exit 1
  [[ $terminals == 'hook t'* && " $* " == *' --fail'[\ =]'open '* ]] && exit 1
  exit 2
}

leave() {
  exec {line}>&-
  trap - PIPE
}

# The environment as this script was given it.
read_variables() {
  local name
  if [[ -r /proc/self/environ ]]; then
    mapfile -d '' -t variables </proc/self/environ
  else
    while read -r name; do variables+=("$name=${!name}"); done < <(compgen -e)
  fi
}

# Short texts are read here, byte by byte; a long one is left to a program, which costs a process but reads fast.
send_stdin() {
  local text
  while IFS= read -r -d '' -n 1024 text; do
    if ((${#text} < 1024)); then
      printf 'part\0%s\0' "$text"
    elif command -pv base64 >/dev/null; then
      printf 'rest\0%s\0' "$text"
      command -p base64
      printf '\0'
      return
    else
      printf 'more\0%s\0' "$text"
    fi
  done
  printf 'text\0%s\0' "$text"
}

# Prints that many bytes of what the server sends.
copy() {
  local text
  if (($1 > 16384)) && command -pv head >/dev/null; then
    command -p head -c "$1" <&"$line"
  else
    IFS= read -r -N "$1" -u "$line" text
    printf %s "$text"
  fi
}

# An entry of an agent keeps its server running; others have one started on request.
if [[ $1 == fire || $1 == hook ]]; then
  [[ $1 == hook ]] && resident=${HOOKLINE_RESIDENT:-1} || resident=${HOOKLINE_RESIDENT:-0}
  through_server "$@"
  if (($? == 1)) && [[ $resident == 1 && -z $HOOKLINE_RUN ]]; then
    # It ends when requests by http find the server.
    if [[ $1 == hook ]]; then
      set -- "$@" --serve
    else
      "${hookline[@]}" serve "$socket" --background </dev/null >/dev/null 2>&1 &
    fi
  fi
fi
exec "${hookline[@]}" "$@"
