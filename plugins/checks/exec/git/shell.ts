/**
 * Bash that starts git so that nothing of the machine, and nothing of the repository, tells it what to run: no settings
 * of the machine, no hooks, no other protocols than those of the door. `git` in what follows means that.
 */
export const PLAIN_GIT = `
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=true LC_ALL=C
git() {
  command git -c protocol.allow=never -c protocol.http.allow=always -c protocol.git.allow=always \\
    -c core.hooksPath=/dev/null -c http.followRedirects=false -c submodule.recurse=false -c gc.auto=0 "$@"
}`

/** Exit code of the part that makes a checkout, beside a mark in what it prints. */
export const CHECKOUT_FAILED = 97

/**
 * Bash that checks a repository out and becomes the script. $1: a mark that only this run has; $2: address of the
 * door; $3: folder; $4: branch or nothing; $5: commits; $6: address that the repository remembers; the
 * others: what bash runs in its place, with its arguments.
 */
export const CHECKOUT = `
_failed() { echo "$1 $2" >&2; exit ${CHECKOUT_FAILED}; }
command -v git >/dev/null || _failed "$1" missing
( ${PLAIN_GIT}
  git clone --quiet --no-tags --single-branch --no-recurse-submodules --template= --depth "$5" \\
    \${4:+--branch "$4"} -- "$2" "$3" &&
  git -C "$3" remote set-url origin "$6"
) || _failed "$1" refused
cd -- "$3" || _failed "$1" refused
unset -f _failed
shift 6
exec bash -c "$@"`
