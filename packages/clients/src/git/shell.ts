const REPOSITORY_PREFIX = 'checkout:'
/**
 * URL of the repository in the arguments of git and in what it stores. Settings in its environment lead it to the transport:
 * every user of the machine can read arguments.
 */
export const REPOSITORY = `${REPOSITORY_PREFIX}repository`
/** Header with the token of the transport. */
export const TOKEN_HEADER = 'X-Binnacle-Transport'

/**
 * Bash that runs git so that neither the machine nor the repository can make it run other programs: no settings of
 * the machine, no hooks, no protocols except the one of the check. It needs the variables of the transport. In the code that
 * follows, `git` is this function.
 */
export const PLAIN_GIT = `
export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0="url.$BINNACLE_GIT_TRANSPORT.insteadOf" GIT_CONFIG_VALUE_0=${REPOSITORY_PREFIX}
export GIT_CONFIG_KEY_1=http.extraHeader GIT_CONFIG_VALUE_1="${TOKEN_HEADER}: $BINNACLE_GIT_TOKEN"
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=true LC_ALL=C
git() {
  command git -c protocol.allow=never -c protocol.http.allow=always -c protocol.git.allow=always \\
    -c core.hooksPath=/dev/null -c http.followRedirects=false -c submodule.recurse=false -c gc.auto=0 "$@"
}`

/** Exit code of a failed checkout. The output then contains the mark too. */
export const CHECKOUT_FAILED = 97

/**
 * Bash that checks a repository out and then executes the script. It needs the variables of the transport, which the script
 * does not get, and stores BINNACLE_GIT_ORIGIN as the URL of the repository. $1: a mark that is unique to this run; $2:
 * folder; $3: branch or empty; $4: number of commits; the others: the arguments after -c of the bash that runs the script.
 */
export const CHECKOUT = `
_failed() { echo "$1 $2" >&2; exit ${CHECKOUT_FAILED}; }
command -v git >/dev/null || _failed "$1" missing
( ${PLAIN_GIT}
  git clone --quiet --no-tags --single-branch --no-recurse-submodules --template= --depth "$4" \\
    \${3:+--branch "$3"} -- ${REPOSITORY} "$2" || exit
  config=$(<"$2/.git/config") || exit
  origin=\${BINNACLE_GIT_ORIGIN//'\\'/'\\\\'}
  origin=\${origin//'"'/'\\"'}
  printf '%s"%s"%s\\n' "\${config%%"${REPOSITORY}"*}" "$origin" "\${config#*"${REPOSITORY}"}" >"$2/.git/config"
) || _failed "$1" refused
cd -- "$2" || _failed "$1" refused
unset -f _failed
unset BINNACLE_GIT_TRANSPORT BINNACLE_GIT_TOKEN BINNACLE_GIT_ORIGIN
shift 4
exec bash -c "$@"`
