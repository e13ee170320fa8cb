/**
 * PATH of programs that prepare a run as root. The PATH of the product may contain folders that others can write, such as
 * node_modules/.bin.
 */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** PATH of programs that prepare a run. Without root's rights the PATH of the product is harmless. */
export function preparationPath(): string {
  return process.getuid?.() === 0 ? SYSTEM_PATH : (process.env['PATH'] ?? SYSTEM_PATH)
}

/** Scratch folder, HOME and TMPDIR of a run: a separate file system that ends with the run. */
export const SCRATCH = '/tmp'

/** Prefix of the variables of a command until all rights are dropped. */
export const GIVEN = 'BINNACLE_GIVEN_'

/** Exit code of the setup shell if it failed to prepare a run. The report says why. */
export const SETUP_FAILED = 125

/** Descriptors of the setup shell. Control groups follow on the mount namespace (and the user namespace). */
export const REPORT_FD = 3
export const ARCHIVE_FD = 4
export const KEPT_FD = 5
export const MOUNTS_FD = 6
export const USERS_FD = 7

/**
 * Bash, without rights, that becomes the command. $1: most processes of the user; $2: largest file, KiB; $3: largest
 * data segment, KiB, or nothing. Here the command's variables appear: programs that still have rights would obey PATH
 * or LD_PRELOAD. Inherited descriptors are closed last: only 0, 1 and 2 reach the command.
 */
export const START = `{ ulimit -c 0; ulimit -u "$1"; ulimit -f "$2"; ulimit -n 1024; [ -z "$3" ] || ulimit -d "$3"; } 2>/dev/null
shift 3
for _given in \${!${GIVEN}*}; do export "\${_given#${GIVEN}}=\${!_given}"; unset "$_given"; done 2>/dev/null
for _fd in /proc/self/fd/* /dev/fd/*; do case "\${_fd##*/}" in [012]|'*') ;; *) eval "exec \${_fd##*/}>&-" ;; esac; done
unset _given _fd OLDPWD
exec nice -n 10 "$@"`
