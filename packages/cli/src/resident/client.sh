# Does what hookline does; `fire` and `hook` go to the server of `hookline serve --socket` when there is one, and then this
# script starts no process at all. Made by `hookline client`, for systems with /proc: the server looks there for all about the call.

socket=$HOOKLINE_SOCKET
if [ -z "$socket" ]; then
  case $XDG_RUNTIME_DIR in
    /*) socket=$XDG_RUNTIME_DIR/hookline/hookline.sock ;;
    *)
      if [ -n "$HOOKLINE_STATE_DIR" ]; then
        socket=$HOOKLINE_STATE_DIR/resident/hookline.sock
      else
        case $XDG_STATE_HOME in
          /*) socket=$XDG_STATE_HOME/hookline/resident/hookline.sock ;;
          *) socket=$HOME/.local/state/hookline/resident/hookline.sock ;;
        esac
      fi
      ;;
  esac
fi
pipes=$socket.pipes

# Ends with the status of the call; returns 1 when there is no server, 2 when it leaves the call to us.
through_server() {
  [ -p "$pipes/call" ] && [ -O "$pipes" ] && [ -O "${socket%/*}" ] || return 1
  take_place || return 2
  # Opened both ways first, which never waits; what is left is an end that hears when there is no server. From here on 0 is
  # that end, and 8 is the caller's stdin.
  command exec 9<>"$pipes/$place.out" 8<&0 || return 1
  command exec 0<"$pipes/$place.out" 9>&- || return 1
  # Another server may have put its pipes here since: there, the place is not ours.
  owner=
  read -r owner 2>/dev/null <"$pipes/$place.by"
  if [ "$owner" != $$ ]; then
    leave
    return 1
  fi
  terminals=t
  [ -t 8 ] && terminals=${terminals}0
  [ -t 1 ] && terminals=${terminals}1
  [ -t 2 ] && terminals=${terminals}2
  trap '' PIPE
  started=
  echo "$place $$ $# $terminals" 1<>"$pipes/call"
  while IFS= read -r line; do
    text=${line#?}
    case $line in
      -)
        leave
        return 2
        ;;
      +) started=1 ;;
      \?) send_stdin ;;
      1*) printf %b "$text" 2>/dev/null ;;
      2*) printf %b "$text" >&2 ;;
      3*) command -p cat "$pipes/$place.$text" 2>/dev/null ;;
      4*) command -p cat "$pipes/$place.$text" >&2 ;;
      0*) exit "$text" ;;
    esac
  done
  if [ -z "$started" ]; then
    leave
    return 1
  fi
  echo 'hookline: the server ended before it had answered; refused, because nothing was decided (HOOKLINE_ON_ERROR=proceed lets actions go on)' >&2
  [ "$HOOKLINE_ON_ERROR" = proceed ] && exit 1
  case "$1 $* " in
    hook\ *\ --fail[\ =]open\ *) exit 1 ;;
  esac
  exit 2
}

# One of the server's 64 places; the first to make its file has it.
take_place() {
  place=$(($$ % 64)) tried=0
  set -C
  until echo $$ >"$pipes/$place.by"; do
    place=$(((place + 1) % 64)) tried=$((tried + 1))
    if [ $tried -ge 64 ]; then
      set +C
      return 1
    fi
  done 2>/dev/null
  set +C
}

send_stdin() {
  command exec 9<>"$pipes/$place.in" && command exec 7>"$pipes/$place.in" 9>&- || return
  command -p cat <&8 >&7 2>/dev/null
  exec 7>&-
}

leave() {
  exec 0<&8 8<&-
  trap - PIPE
}

# An entry of an agent keeps its server running; others have one started on request.
case $1 in
  fire) resident=${HOOKLINE_RESIDENT:-0} ;;
  hook) resident=${HOOKLINE_RESIDENT:-1} ;;
  *) resident= ;;
esac
if [ -n "$resident" ]; then
  through_server "$@"
  if [ $? = 1 ] && [ "$resident" = 1 ] && [ -z "$HOOKLINE_RUN" ]; then
    case $1 in
      # It ends when requests by http find the server.
      hook) set -- "$@" --serve ;;
      *) hookline serve "$socket" --background </dev/null >/dev/null 2>&1 & ;;
    esac
  fi
fi
hookline "$@"
