import { constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Most processes and threads of one run. */
export const MOST_PROCESSES = 256
/** Processor share of all runs together. Everything else has 1024 (100 in v2). */
const LOW_SHARES = { v1: '128', v2: '12' } as const

const limits = { memory: 'a limit of memory', pids: 'a limit of processes', cpu: 'a low share of CPU time' }
type Controller = keyof typeof limits
const controllers: readonly Controller[] = ['memory', 'pids', 'cpu']

/** Folders of the groups of this process, by controller. */
interface OwnGroups {
  version: 1 | 2
  folders: ReadonlyMap<Controller, string>
}

/** The folder of a group of /proc/self/cgroup below its mount. A container sees only a part of the hierarchy. */
function folderOf(group: string, root: string, mountPoint: string): string {
  const inside = root !== '/' && group.startsWith(root) ? group.slice(root.length) : group
  return join(mountPoint, inside)
}

/**
 * Finds the control groups of a process.
 * @param groups content of /proc/self/cgroup
 * @param mounts content of /proc/self/mountinfo
 */
export function findOwnGroups(groups: string, mounts: string): OwnGroups {
  const lines = groups.split('\n').map((line) => /^(\d+):([^:]*):(.*)$/.exec(line))
  const mounted = mounts.split('\n').flatMap((line) => {
    const [, , , root = '', target = '', ...rest] = line.split(' ')
    const [type = '', , options = ''] = rest.slice(rest.indexOf('-') + 1)
    return type.startsWith('cgroup') ? [{ root, target, type, options: options.split(',') }] : []
  })
  const v1 = controllers.flatMap((name): [Controller, string][] => {
    const group = lines.find((line) => line?.[2]?.split(',').includes(name))?.[3]
    const mount = mounted.find(({ type, options }) => type === 'cgroup' && options.includes(name))
    return group === undefined || mount === undefined
      ? []
      : [[name, folderOf(group, mount.root, mount.target)]]
  })
  if (v1.length > 0) return { version: 1, folders: new Map(v1) }
  const group = lines.find((line) => line?.[2] === '')?.[3]
  const mount = mounted.find(({ type }) => type === 'cgroup2')
  if (group === undefined || mount === undefined) return { version: 2, folders: new Map() }
  const folder = folderOf(group, mount.root, mount.target)
  return { version: 2, folders: new Map(controllers.map((name) => [name, folder])) }
}

/** Writes a kernel file. @returns whether the kernel accepted it */
function set(path: string, value: string): Promise<boolean> {
  return writeFile(path, value).then(
    () => true,
    () => false,
  )
}

/** Whether all processes of a group belong to the product: this one, its parents, and its children. */
async function isOwnGroup(processes: readonly string[]): Promise<boolean> {
  const parentOf = async (pid: string) =>
    /^PPid:\t(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? '0'
  const above = async (pid: string): Promise<string[]> =>
    pid === '0' ? [] : [pid, ...(await above(await parentOf(pid)))]
  const own = String(process.pid)
  const ancestors = await above(own)
  for (const pid of processes) if (!ancestors.includes(pid) && !(await above(pid)).includes(own)) return false
  return true
}

/**
 * Enables limits for groups below a v2 group. A group with processes may not have such children, so processes of a service
 * or a container move into a new group. A session that others share stays unchanged.
 */
async function delegate(folder: string): Promise<void> {
  const enabled = async () => {
    const text = await readFile(join(folder, 'cgroup.subtree_control'), 'utf8').catch(() => '')
    return ['memory', 'pids'].every((name) => text.split(/\s/).includes(name))
  }
  const enable = async () => {
    for (const name of controllers) await set(join(folder, 'cgroup.subtree_control'), `+${name}`)
  }
  if (await enabled()) return
  await enable()
  if (await enabled()) return
  const text = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')
  const processes = text.split('\n').filter((pid) => pid !== '')
  if (processes.length === 0 || !(await isOwnGroup(processes))) return
  const product = join(folder, 'binnacle-product')
  await mkdir(product, { recursive: true }).catch(() => {})
  for (const pid of processes) await set(join(product, 'cgroup.procs'), pid)
  await enable()
}

/** How long a killed run may take to leave its group, in milliseconds. */
const REMOVE_MILLISECONDS = 2_000

/** Waits until the last process of a group is gone, and removes the group. @returns whether it is removed */
async function remove(folder: string): Promise<boolean> {
  const until = performance.now() + REMOVE_MILLISECONDS
  for (;;) {
    const error = await rmdir(folder).then(
      () => undefined,
      (failure: NodeJS.ErrnoException) => failure.code,
    )
    if (error === undefined || error === 'ENOENT') return true
    if (error !== 'EBUSY' || performance.now() > until) return false
    await sleep(2)
  }
}

/** Removes empty groups that a killed product left behind. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = /^binnacle-runs-(\d+)-/.exec(name)?.[1]
    if (pid === undefined) continue
    const isAlive = await readFile(`/proc/${pid}/comm`).then(
      () => true,
      () => false,
    )
    if (isAlive) continue
    const folder = join(parent, name)
    for (const child of await readdir(folder, { withFileTypes: true }).catch(() => []))
      if (child.isDirectory()) await rmdir(join(folder, child.name)).catch(() => {})
    await rmdir(folder).catch(() => {})
  }
}

/** The control group of one run. */
interface RunGroup {
  /** Open files; a process that writes 0 to each of them enters the group. */
  descriptors: readonly number[]
  /** Closes the open files after the run has inherited them. */
  release(): Promise<void>
  /** Removes the group after its processes ended or were killed. */
  close(): Promise<{ outOfMemory: boolean }>
}

export interface ControlGroups {
  /** Limits that this machine does not support. */
  missing: readonly string[]
  open(): Promise<RunGroup>
  close(): Promise<void>
}

let opened = 0

/**
 * Prepares control groups for runs below the group of this process.
 * @param memoryBytes most memory of one run, including files in its scratch folder
 */
export async function openControlGroups(memoryBytes: number): Promise<ControlGroups> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const { version, folders } = findOwnGroups(
    await read('/proc/self/cgroup'),
    await read('/proc/self/mountinfo'),
  )
  opened += 1
  const ownName = `binnacle-runs-${process.pid}-${opened}`
  /** Parent group of all runs by controller; v2 has one for all. */
  const parents = new Map<Controller, string>()
  for (const [name, folder] of folders) {
    const parent = join(folder, ownName)
    if (name === 'memory' || version === 1) await removeStale(folder)
    if (name === 'memory' && version === 2) await delegate(folder)
    const isMade = await mkdir(parent, { recursive: true }).then(
      () => true,
      () => false,
    )
    if (!isMade) continue
    if (version === 1) {
      if (name === 'cpu' && !(await set(join(parent, 'cpu.shares'), LOW_SHARES.v1))) continue
      parents.set(name, parent)
      continue
    }
    await set(join(parent, 'cgroup.subtree_control'), `+${name}`)
    const file = { memory: 'memory.max', pids: 'pids.max', cpu: 'cpu.weight' }[name]
    if (await set(join(parent, file), name === 'cpu' ? LOW_SHARES.v2 : 'max')) parents.set(name, parent)
  }
  if (version === 2 && parents.size === 0)
    for (const folder of new Set(folders.values())) await rmdir(join(folder, ownName)).catch(() => {})

  let runs = 0
  const memory = String(memoryBytes)
  const limit = async (folder: string, name: Controller) => {
    if (name === 'pids') await writeFile(join(folder, 'pids.max'), String(MOST_PROCESSES))
    if (name !== 'memory') return
    if (version === 2) {
      await writeFile(join(folder, 'memory.max'), memory)
      await set(join(folder, 'memory.swap.max'), '0')
      await set(join(folder, 'memory.oom.group'), '1')
      return
    }
    await writeFile(join(folder, 'memory.limit_in_bytes'), memory)
    await set(join(folder, 'memory.memsw.limit_in_bytes'), memory)
    await set(join(folder, 'memory.swappiness'), '0')
  }
  const wasOutOfMemory = async (folder: string) => {
    const text = await read(join(folder, version === 2 ? 'memory.events' : 'memory.oom_control'))
    return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0) > 0
  }

  return {
    missing: controllers.filter((name) => !parents.has(name)).map((name) => limits[name]),
    async open() {
      runs += 1
      const runName = `run-${runs}`
      const made = new Map<Controller, string>()
      for (const [name, parent] of parents) {
        // In v1 only the parent has a processor share, for all runs together.
        const folder = version === 1 && name === 'cpu' ? parent : join(parent, runName)
        if (folder !== parent) await mkdir(folder, { recursive: true })
        await limit(folder, name)
        made.set(name, folder)
      }
      const entries = [...new Set(made.values())].map((folder) => join(folder, 'cgroup.procs'))
      const files = await Promise.all(entries.map((path) => open(path, constants.O_WRONLY)))
      return {
        descriptors: files.map(({ fd }) => fd),
        release: async () => {
          await Promise.all(files.map((file) => file.close()))
        },
        async close() {
          const folder = made.get('memory')
          const outOfMemory = folder !== undefined && (await wasOutOfMemory(folder))
          const own = [...new Set(made.values())].filter((path) => ![...parents.values()].includes(path))
          if (version === 2) await Promise.all(own.map((path) => set(join(path, 'cgroup.kill'), '1')))
          await Promise.all(own.map(remove))
          return { outOfMemory }
        },
      }
    },
    async close() {
      for (const parent of new Set(parents.values())) {
        for (const child of await readdir(parent, { withFileTypes: true }).catch(() => []))
          if (child.isDirectory()) await remove(join(parent, child.name))
        await remove(parent)
      }
    },
  }
}
