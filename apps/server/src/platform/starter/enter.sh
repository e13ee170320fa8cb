# Runs a command, after making the view of the file system in which it finds what it needs (reach.ts). Words before the
# command: `cover FOLDER` puts an empty folder over one that the command's user cannot enter; `bind SOURCE TARGET ro|rw`
# shows a folder in it, with SOURCE relative to the covered folder or absolute; `in FOLDER` is where the command starts.
set -e
start=
while [ "$1" != -- ]; do
  case $1 in
    cover)
      cd "$2"
      mount -t tmpfs -o mode=0711,size=1m binnacle "$2"
      shift 2
      ;;
    bind)
      mkdir -p -m 0711 "$3"
      mount --no-canonicalize --bind "$2" "$3"
      [ "$4" = rw ] || mount --no-canonicalize -o remount,bind,ro "$3"
      shift 4
      ;;
    in)
      start=$2
      shift 2
      ;;
    *) exit 64 ;;
  esac
done
shift
if [ -n "$start" ]; then
  mkdir -p "$start"
  cd "$start"
fi
exec "$@"
