# Runs the command in its arguments and starts it again when it crashes: when a signal ends it, or it ends with code 70.
# Passes signals to stop on, and ends with the command, with its exit code.
stopping=
child=
pass_on() {
  stopping=1
  [ -z "$child" ] || kill -"$1" "$child" 2>/dev/null
}
trap 'pass_on INT' INT
trap 'pass_on TERM' TERM
trap 'pass_on HUP' HUP
export BINNACLE_SUPERVISED=1
# The command must not outlive this shell.
if command -v setpriv >/dev/null 2>&1; then set -- setpriv --pdeathsig=KILL -- "$@"; fi
exec 3<&0
soon=0
while :; do
  begun=$(date +%s)
  "$@" <&3 3<&- &
  child=$!
  while :; do
    wait "$child"
    code=$?
    # A signal ends the wait, but not the command.
    kill -0 "$child" 2>/dev/null || break
  done
  child=
  [ -z "$stopping" ] || exit "$code"
  [ "$code" -eq 70 ] || [ "$code" -gt 128 ] || exit "$code"
  echo "Binnacle ended with code $code and is started again" >&2
  if [ $(($(date +%s) - begun)) -lt 10 ]; then soon=$((soon + 1)); else soon=0; fi
  [ "$soon" -le 31 ] || soon=31
  if [ "$soon" -gt 1 ]; then
    sleep $((soon - 1)) &
    child=$!
    wait "$child"
    child=
    [ -z "$stopping" ] || exit "$code"
  fi
done
