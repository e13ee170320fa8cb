import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { FileJob, JobFailureCode } from './protocol.ts'

/** A job that failed for a reason that its caller can act on. */
export class JobFailure extends Error {
  readonly code: JobFailureCode

  constructor(code: JobFailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A file or folder that was found below a root. */
export interface OpenEntry {
  stats: Stats
  /** A path that leads to exactly this file or folder, even if its name changes meanwhile. */
  path: string
  close(): void
}

/** Most links in one path, as on Linux. */
const MOST_LINKS = 40
/** Most attempts when another process replaces a name meanwhile. More replacements are probably an attack. */
const ATTEMPTS = 20

/** Linux: refers to a file without opening it, so that a pipe or device is not touched. Node has no name for it. */
const O_PATH = 0o10000000

/**
 * File systems that the kernel fills (statfs(2)): proc, sysfs, debugfs, tracefs, securityfs, configfs, cgroup, cgroup2,
 * bpf, pstore, efivarfs. Their files reveal processes, including the environment of this one.
 */
const kernelFileSystems: ReadonlySet<number> = new Set([
  0x9f_a0, 0x62_65_65_72, 0x64_62_67_20, 0x74_72_61_63, 0x73_63_66_73, 0x62_65_65_70, 0x27_e0_eb,
  0x63_67_72_70, 0xca_fe_4a_11, 0x61_65_67_6c, 0xde_5e_81_e4,
])

const LEADS_OUT = 'a link leads out of the folder that LOCAL_FOLDERS allows'

const LINK = 'it is a link, or in a folder that is one, and logs are not read through links'

type Identity = Pick<Stats, 'dev' | 'ino'>

function isSame(a: Identity, b: Identity): boolean {
  return a.dev === b.dev && a.ino === b.ino
}

function identities(folders: readonly string[]): Identity[] {
  return folders.flatMap((folder) => {
    try {
      return statSync(folder)
    } catch {
      // This user cannot read an unreachable folder through another path either.
      return []
    }
  })
}

/** The parts of an absolute path below one of the folders; undefined if it is outside. */
function partsBelow(folders: readonly string[], path: string): string[] | undefined {
  for (const folder of folders) {
    const inside = relative(folder, path)
    if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return inside.split(sep)
  }
  return undefined
}

function assertAllowed(stats: Stats, path: string, parent: Stats | undefined, forbidden: Identity[]): void {
  if (forbidden.some((folder) => isSame(folder, stats)))
    throw new JobFailure('not-allowed', 'the data folder of the product is never read')
  const isOtherFileSystem = parent === undefined || parent.dev !== stats.dev
  // `>>> 0`: some platforms give the type as a signed number.
  if (isOtherFileSystem && kernelFileSystems.has(statfsSync(path).type >>> 0))
    throw new JobFailure(
      'not-allowed',
      'files of /proc, /sys and other file systems of the kernel are not read',
    )
}

interface Handle {
  descriptor: number
  path: string
  stats: Stats
}

function refer(path: string, flags: number): Handle {
  const descriptor = openSync(path, O_PATH | flags)
  return { descriptor, path: `/proc/self/fd/${descriptor}`, stats: fstatSync(descriptor) }
}

/**
 * Finds a path component by component, each from a handle of its parent, and follows links itself. So every step stays below
 * the root, even while somebody replaces folders by links, and nothing outside is touched.
 */
function findByHandles({ root, path, forbidden, noLinks = false }: FileJob): OpenEntry {
  const never = identities(forbidden)
  const handles: Handle[] = []
  const close = (handle: Handle | undefined) => handle !== undefined && closeSync(handle.descriptor)
  const enter = (handle: Handle) => {
    handles.push(handle)
    assertAllowed(handle.stats, handle.path, handles.at(-2)?.stats, never)
  }
  try {
    enter(refer(root, constants.O_DIRECTORY))
    const waiting = path.split(sep)
    let links = 0
    let attempts = 0
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (name === '' || name === '.') continue
      if (name === '..') {
        if (handles.length === 1) throw new JobFailure('not-allowed', LEADS_OUT)
        close(handles.pop())
        continue
      }
      const place = `${handles.at(-1)?.path}/${name}`
      const handle = refer(place, constants.O_NOFOLLOW)
      if (!handle.stats.isSymbolicLink()) {
        enter(handle)
        continue
      }
      close(handle)
      if (noLinks) throw new JobFailure('not-allowed', LINK)
      links += 1
      if (links > MOST_LINKS) throw new JobFailure('circle', 'its links lead in a circle')
      const target = readLink(place)
      if (target === undefined) {
        attempts += 1
        if (attempts > ATTEMPTS) throw new JobFailure('failed', 'it changes while it is read')
        waiting.unshift(name)
      } else if (isAbsolute(target)) {
        const parts = partsBelow([root, realpathSync(root)], target)
        if (parts === undefined) throw new JobFailure('not-allowed', LEADS_OUT)
        while (handles.length > 1) close(handles.pop())
        waiting.unshift(...parts)
      } else waiting.unshift(...target.split(sep))
    }
    const found = handles.pop()
    if (found === undefined) throw new JobFailure('missing', 'it does not exist')
    return { stats: found.stats, path: found.path, close: () => close(found) }
  } finally {
    for (const handle of handles) close(handle)
  }
}

/** The target of a link; undefined if it is no longer a link. */
function readLink(place: string): string | undefined {
  try {
    return readlinkSync(place)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EINVAL') return undefined
    throw error
  }
}

/**
 * Finds a path on platforms without handles of folders: resolves its links, and verifies after reading the file status that
 * the name still leads there. It detects a replacement in between, unless that was undone.
 */
function findByName({ root, path, forbidden, noLinks = false }: FileJob): OpenEntry {
  const realRoot = realpathSync(root)
  const real = realpathSync(join(root, path))
  if (noLinks && real !== join(realRoot, path)) throw new JobFailure('not-allowed', LINK)
  if (partsBelow([realRoot], real) === undefined) throw new JobFailure('not-allowed', LEADS_OUT)
  for (const folder of forbidden)
    if (existsSync(folder) && partsBelow([realpathSync(folder)], real) !== undefined)
      throw new JobFailure('not-allowed', 'the data folder of the product is never read')
  const stats = statSync(real)
  if (realpathSync(real) !== real || !isSame(statSync(real), stats))
    throw new JobFailure('failed', 'it changes while it is read')
  return { stats, path: real, close: () => {} }
}

const hasHandles = process.platform === 'linux' && existsSync('/proc/self/fd')

/**
 * Finds a file or folder below a root without opening it. The caller closes the result.
 * @throws JobFailure if the path leads outside, or an error of the operating system
 */
export function findBeneath(job: FileJob): OpenEntry {
  return hasHandles ? findByHandles(job) : findByName(job)
}
