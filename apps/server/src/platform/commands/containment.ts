import type { CommandOptions } from '@binnacle/plugin-kit/core'
import { openControlGroups, type ControlGroups, MOST_PROCESSES } from './control-groups.ts'
import { execute, type Execution } from './execute.ts'
import { endNamespace, type Identity, namespaceCommand } from './namespaces.ts'
import { SCRATCH } from './shell.ts'
import { runInFolder } from './plain.ts'
import { environmentFor, moreProcesses } from './run-environment.ts'
import { keepTemplate, type TemplateKeeper } from './template.ts'
import { openUserIds, UNPRIVILEGED_ID, type UserIds } from './user-ids.ts'

/**
 * Levels of isolation, from the strongest to the weakest:
 * - `namespaces`: own user, processes, mounts and IPC; the product (or its starter) is root.
 * - `user-namespaces`: the same with the product's own user.
 * - `user`: an unprivileged user, a process group and a scratch folder; the product is root, namespaces are forbidden.
 * - `none`: a process group and a scratch folder.
 */
export type ContainmentLevel = 'namespaces' | 'user-namespaces' | 'user' | 'none'

/** The containment of commands on this machine, and sentences about what it does not allow. Plain data. */
export interface ContainmentReport {
  level: ContainmentLevel
  missing: readonly string[]
}

export interface ContainmentLimits {
  /** Most bytes of memory of one run, including files in its scratch folder. */
  memoryBytes: number
  /** Most bytes of all files of one run. */
  diskBytes: number
  /** Files and folders of the product that commands must not see. */
  hidden: readonly string[]
  /** Highest level to try; for tests of lower levels. */
  highest?: ContainmentLevel
}

export interface Containment extends ContainmentReport {
  /** Runs one command in isolation. */
  run(options: CommandOptions): Promise<Execution & { outOfMemory: boolean }>
  /** Removes what all runs shared. */
  close(): Promise<void>
}

interface ContainmentSetup {
  limits: ContainmentLimits
  templates: TemplateKeeper
  groups: ControlGroups | undefined
  ids: UserIds | undefined
}

function selfIdentity(): Identity {
  return {
    kind: 'self',
    uid: process.getuid?.() ?? UNPRIVILEGED_ID,
    gid: process.getgid?.() ?? UNPRIVILEGED_ID,
  }
}

async function runInNamespaces(
  { limits, templates, groups, ids }: ContainmentSetup,
  options: CommandOptions,
): Promise<Execution & { outOfMemory: boolean }> {
  const isRoot = process.getuid?.() === 0
  const template = await templates.lease()
  if (!template.ok) {
    const message = `its mounts cannot be prepared: ${template.failure}`
    return {
      result: { ok: false, failure: { code: 'failed', message, stdout: '', stderr: '' } },
      report: message,
      outOfMemory: false,
    }
  }
  const { descriptors, release } = template.value
  const group = await groups?.open().catch((error: unknown) => {
    release()
    throw error
  })
  const id = isRoot ? (ids?.take() ?? UNPRIVILEGED_ID) : undefined
  const identity: Identity = id === undefined ? selfIdentity() : { kind: 'user', id }
  try {
    const hasMemoryLimit = groups !== undefined && !groups.missing.includes('a limit of memory')
    const command = namespaceCommand(
      options,
      identity,
      {
        processes: ids !== undefined && isRoot ? MOST_PROCESSES : await moreProcesses(),
        fileBytes: limits.diskBytes,
        ...(hasMemoryLimit ? {} : { dataBytes: limits.memoryBytes }),
      },
      { template: descriptors.length, groups: group?.descriptors.length ?? 0 },
    )
    const { environment } = environmentFor(options, SCRATCH)
    const execution = await execute(
      {
        ...command,
        folder: '/',
        environment,
        descriptors: [...descriptors, ...(group?.descriptors ?? [])],
        started: () => {
          release()
          void group?.release()
        },
        end: endNamespace,
      },
      options,
    )
    const end = await group?.close()
    return { ...execution, outOfMemory: end?.outOfMemory ?? false }
  } finally {
    if (id !== undefined) ids?.release(id)
  }
}

/** Tests from inside that a command cannot write outside its scratch folder and sees only its own processes. */
const PROBE = `: >${SCRATCH}/probe && [ ! -w / ] && [ $$ -lt 100 ] && echo contained && cat /proc/self/cgroup`
const PROBE_MILLISECONDS = 20_000

/** Tries a level with a command. @returns names of its control groups, or why the level does not work */
async function probe(
  shared: ContainmentSetup,
): Promise<{ ok: true; groups: string } | { ok: false; reason: string }> {
  try {
    const { result, report } = await runInNamespaces(shared, {
      file: 'bash',
      arguments: ['-c', PROBE],
      signal: AbortSignal.timeout(PROBE_MILLISECONDS),
      maxOutputBytes: 100_000,
    })
    if (!result.ok) return { ok: false, reason: result.failure.message }
    const { stdout, stderr } = result.value
    if (stdout.startsWith('contained\n')) return { ok: true, groups: stdout }
    return { ok: false, reason: (report || stderr).trim().split('\n')[0] ?? '' }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Opens namespaces with the available control groups. @returns why there are no namespaces */
async function openNamespaces(limits: ContainmentLimits): Promise<Containment | string> {
  const isRoot = process.getuid?.() === 0
  const ids = isRoot ? await openUserIds() : undefined
  const templates = keepTemplate({
    userNamespace: !isRoot,
    diskBytes: limits.diskBytes,
    hidden: limits.hidden,
  })
  let groups: ControlGroups | undefined = await openControlGroups(limits.memoryBytes)
  let shared: ContainmentSetup = { limits, templates, groups, ids }
  let found = await probe(shared)
  if (!found.ok || !found.groups.includes('binnacle-runs-')) {
    await groups.close()
    groups = undefined
    shared = { ...shared, groups }
    found = await probe(shared)
  }
  if (!found.ok) {
    await templates.close()
    return found.reason
  }
  return {
    level: isRoot ? 'namespaces' : 'user-namespaces',
    missing: [
      ...(ids === undefined ? ['a separate user'] : []),
      ...(groups?.missing ?? ['a limit of memory', 'a limit of processes', 'a low share of CPU time']),
    ],
    run: (options) => runInNamespaces(shared, options),
    async close() {
      await templates.close()
      await groups?.close()
    },
  }
}

/**
 * Finds the strongest level that works on this machine, by trying each with a command. As root: namespaces and a user for
 * each run. As an ordinary user: the same in a user namespace. If that is forbidden: a weaker level.
 */
export async function openContainment(limits: ContainmentLimits): Promise<Containment> {
  const { highest = 'namespaces' } = limits
  const isRoot = process.getuid?.() === 0
  let reason = 'this is not Linux'
  if (process.platform === 'linux' && highest.endsWith('namespaces')) {
    const opened = await openNamespaces(limits)
    if (typeof opened !== 'string') return opened
    reason = opened
  }
  const ids = isRoot ? await openUserIds() : undefined
  return {
    level: isRoot ? 'user' : 'none',
    missing: [
      `separate namespaces${reason === '' ? '' : ` (${reason})`}`,
      ...(ids === undefined ? ['a separate user'] : []),
      'a limit of memory',
      'a limit of processes',
      'a limit of all its files together',
    ],
    run: async (options) => ({ ...(await runInFolder(options, limits, ids)), outOfMemory: false }),
    close: async () => {},
  }
}
