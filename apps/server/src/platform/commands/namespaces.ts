import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandOptions } from '@binnacle/plugin-kit/core'
import { COLLECT } from './collect.ts'
import { KEEP, keepArguments } from './keep.ts'
import { ARCHIVE_FD, KEPT_FD, MOUNTS_FD, REPORT_FD, SCRATCH, SETUP_FAILED, START, USERS_FD } from './shell.ts'
import { kill } from './sweep.ts'
import { RUN_MOUNTS } from './template.ts'

/** Limits that bash sets on a command. */
export interface ShellLimits {
  /** Most processes of the user. */
  processes: number
  /** Most bytes of one file. */
  fileBytes: number
  /** Most bytes of data of one process; set only if no control group limits the whole run. */
  dataBytes?: number
}

/** Bash that sets limits and then executes the command. */
export function startShell(options: CommandOptions, limits: ShellLimits): string[] {
  const kibibytes = (bytes: number | undefined) =>
    bytes === undefined ? '' : String(Math.floor(bytes / 1_024))
  return [
    'bash',
    '-c',
    START,
    'bash',
    String(limits.processes),
    kibibytes(limits.fileBytes),
    kibibytes(limits.dataBytes),
    options.file,
    ...options.arguments,
  ]
}

/** User of a command when it starts. */
export type Identity = { kind: 'user'; id: number } | { kind: 'self'; uid: number; gid: number }

/** Shell words of programs that drop all rights and execute the command. */
function dropRights(identity: Identity): string {
  return identity.kind === 'user'
    ? `setpriv --reuid=${identity.id} --regid=${identity.id} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all --`
    : // The rights to mount came with a user namespace; in another one the product's own id has none.
      `unshare --user --map-user=${identity.uid} --map-group=${identity.gid} -- setpriv --no-new-privs --`
}

/**
 * The first process of the PID namespace, whose end kills all others. It keeps its rights and sees only prefixed variables of
 * the command. The command must not be this process: the system forgets the signal of --kill-child when a process drops its
 * rights, which the command may do.
 * - It enters the control groups before it mounts, so that the memory of files counts too.
 * - When memory is short, the system kills a run first. A run gets only processor time that others leave. With autogroups
 *   nice alone changes nothing between sessions.
 * - It kills everything else before it collects files, so that nothing can swap them.
 */
function setup(
  identity: Identity,
  groups: readonly number[],
  { collect, keep }: Pick<CommandOptions, 'collect' | 'keep'>,
): string {
  const drop = dropRights(identity)
  return `
report() { echo "$1" >&${REPORT_FD}; exit ${SETUP_FAILED}; }
${groups.map((descriptor) => `echo 0 >&${descriptor} || report 'its control group cannot be entered'`).join('\n')}
mount --all --fstab ${RUN_MOUNTS} 2>&${REPORT_FD} || report 'its own /proc and /tmp cannot be mounted'
cd ${SCRATCH} || report 'its scratch folder cannot be entered'
{ echo 1000 >/proc/self/oom_score_adj; echo 10 >/proc/self/autogroup; } 2>/dev/null
collector=$1 folder=$2 suffix=$3 keeper=$4 paths=$5 most=$6 largest=$7; shift 7
exec ${MOUNTS_FD}>&2 2>/dev/null
${drop} "$@" 2>&${MOUNTS_FD}
code=$?
echo ended >&${REPORT_FD}
${collect === undefined && keep === undefined ? '' : 'kill -KILL -1'}
${
  collect === undefined
    ? ''
    : `${drop} bash -c "$collector" bash "$folder" "$suffix" >&${ARCHIVE_FD}
echo "collect $?" >&${REPORT_FD}`
}
${
  keep === undefined
    ? ''
    : `${drop} bash -c "$keeper" bash "$paths" "$most" "$largest" >&${KEPT_FD} 3>&${REPORT_FD}`
}
exit $code`
}

/**
 * Puts a command into namespaces: mounts of the template with own /proc and /tmp, own processes and IPC.
 * @param descriptors of the template, which the process inherits from MOUNTS_FD on, followed by those of the groups
 */
export function namespaceCommand(
  options: CommandOptions,
  identity: Identity,
  limits: ShellLimits,
  descriptors: { template: number; groups: number },
): { file: string; arguments: string[] } {
  const groups = Array.from(
    { length: descriptors.groups },
    (_, index) => MOUNTS_FD + descriptors.template + index,
  )
  return {
    file: 'setpriv',
    arguments: [
      // Kill the run when the product ends in any way.
      '--pdeathsig=KILL',
      '--',
      'nsenter',
      `--mount=/proc/self/fd/${MOUNTS_FD}`,
      ...(descriptors.template > 1 ? [`--user=/proc/self/fd/${USERS_FD}`, '--preserve-credentials'] : []),
      '--',
      'unshare',
      '--mount',
      '--pid',
      '--ipc',
      '--fork',
      '--kill-child=KILL',
      '--propagation=slave',
      '--',
      'sh',
      '-c',
      setup(identity, groups, options),
      'sh',
      COLLECT,
      options.collect?.folder ?? '',
      options.collect?.suffix ?? '',
      KEEP,
      ...keepArguments(options.keep),
      ...startShell(options, limits),
    ],
  }
}

/** How long a killed run may take to end, in milliseconds. After that its group is killed. */
const END_MILLISECONDS = 2_000

/**
 * Kills a command in namespaces. It kills the first process and waits for `unshare`, its parent, which ends after all other
 * processes ended. Then nothing of the run is left.
 */
export async function endNamespace(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const first = children.trim().split(' ').filter(Boolean).map(Number)
  if (first.length === 0) kill(-pid)
  first.forEach(kill)
  const late = new AbortController()
  await Promise.race([
    exited.then(() => late.abort()),
    sleep(END_MILLISECONDS, undefined, { signal: late.signal }).then(
      () => kill(-pid),
      () => {},
    ),
  ])
  if (child.exitCode === null && child.signalCode === null) await exited
}
