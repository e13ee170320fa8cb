# Runs the command in its arguments and interrupts it when standard input ends, which happens when the process that
# holds the other end dies, however it dies. Ends with the command, with its exit code.
# No process of the server takes the memory of the machine, whatever a statement makes: it gets an error instead. In KiB.
ulimit -v 1572864 2>/dev/null
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
  while read -r _ <&3; do :; done
  kill -INT "$server"
) &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
