/**
 * Bash that runs git so that neither the machine nor the repository can make it run other programs: no settings of
 * the machine, no hooks, no protocols except the one of the check. In the code that follows, `git` is this function.
 */
export const PLAIN_GIT = `
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=true LC_ALL=C
git() {
  command git -c protocol.allow=never -c protocol.http.allow=always -c protocol.git.allow=always \\
    -c core.hooksPath=/dev/null -c http.followRedirects=false -c submodule.recurse=false -c gc.auto=0 "$@"
}`

/** Exit code of a failed checkout. The output then contains the mark too. */
export const CHECKOUT_FAILED = 97

/**
 * Bash that checks a repository out and then executes the script. $1: a mark that is unique to this run; $2: URL of
 * the door; $3: folder; $4: branch or empty; $5: number of commits; $6: URL that the checkout stores; the others: the
 * arguments after -c of the bash that runs the script.
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
