import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  type Stats,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { findBeneath, type OpenEntry, JobFailure } from './beneath.ts'
import type { FileJob, JobEntries, JobStats, JobValue } from './protocol.ts'

/** Entries of a folder in one message. */
const ENTRIES_PER_PART = 200

/** Reports to the server that the file system answers, with the entries since the last report. */
export type Progress = (entries: JobEntries) => void

const BYTES_PER_READ = 1_048_576
/** Most attempts, because Kubernetes may replace a mounted folder during a read. */
const ATTEMPTS = 3

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

function statsOf(stats: Stats): JobStats | undefined {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : undefined
  return kind === undefined
    ? undefined
    : { kind, size: stats.size, modified: stats.mtimeMs, mode: stats.mode }
}

function within<Value>(job: FileJob, work: (found: OpenEntry) => Value): Value {
  const found = findBeneath(job)
  try {
    return work(found)
  } finally {
    found.close()
  }
}

/** The target of a link; undefined if it is not below the root. */
function linked(job: FileJob): JobStats | undefined {
  try {
    return within(job, ({ stats }) => statsOf(stats))
  } catch (error) {
    if (error instanceof JobFailure || isMissing(error)) return undefined
    throw error
  }
}

function list(job: FileJob, progress: Progress): JobValue {
  return within(job, ({ stats, path }) => {
    if (!stats.isDirectory()) throw new JobFailure('not-a-folder', 'it is not a folder')
    let entries: JobEntries = []
    const folder = opendirSync(path)
    try {
      let seen = 0
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        seen += 1
        if (seen > job.most) throw new JobFailure('too-many', `it has more than ${job.most} entries`)
        if (seen % ENTRIES_PER_PART === 0) {
          progress(entries)
          entries = []
        }
        const { name } = entry
        const own = lstatSync(join(path, name), { throwIfNoEntry: false })
        if (own === undefined) continue
        const isLink = own.isSymbolicLink()
        if (isLink && job.noLinks === true) continue
        const found = isLink ? linked({ ...job, path: join(job.path, name) }) : statsOf(own)
        // A folder behind a link is not entered, because links may lead in circles.
        if (found === undefined || (isLink && found.kind === 'folder')) continue
        entries.push({ name, ...found })
      }
    } finally {
      folder.closeSync()
    }
    return { action: 'list', entries }
  })
}

function stat(job: FileJob): JobValue {
  return within(job, ({ stats, path }) => {
    const found = statsOf(stats)
    if (found === undefined) throw new JobFailure('not-a-file', 'it is neither a regular file nor a folder')
    const { bavail, blocks, bsize } = statfsSync(path)
    return {
      action: 'stat',
      stats: { ...found, space: { available: bavail * bsize, total: blocks * bsize } },
    }
  })
}

function readAll(descriptor: number, most: number, progress: Progress): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  for (;;) {
    const chunk = new Uint8Array(Math.min(BYTES_PER_READ, most + 1 - total))
    const count = readSync(descriptor, chunk)
    if (count === 0) return Buffer.concat(chunks)
    total += count
    // Count while reading, because a file can grow, and some files have no size.
    if (total > most) throw tooLarge(most)
    chunks.push(chunk.subarray(0, count))
    progress([])
  }
}

function tooLarge(most: number): JobFailure {
  return new JobFailure('too-large', `it is larger than ${most} bytes`)
}

function withinFile<Value>(job: FileJob, work: (descriptor: number, stats: Stats) => Value): Value {
  return within(job, ({ stats, path }) => {
    if (!stats.isFile()) throw new JobFailure('not-a-file', 'it is not a regular file')
    if (job.action === 'read' && stats.size > job.most) throw tooLarge(job.most)
    // The path leads to the found file. If it does not (see findByName), only a regular file is read.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const opened = fstatSync(descriptor)
      if (!opened.isFile() || opened.ino !== stats.ino || opened.dev !== stats.dev)
        throw new JobFailure('failed', 'it changes while it is read')
      return work(descriptor, opened)
    } finally {
      closeSync(descriptor)
    }
  })
}

function read(job: FileJob, progress: Progress): JobValue {
  return withinFile(job, (descriptor) => ({
    action: 'read',
    bytes: readAll(descriptor, job.most, progress),
  }))
}

function part(job: FileJob, progress: Progress): JobValue {
  return withinFile(job, (descriptor, { size, mtimeMs, ino }) => {
    const { from = 0, most } = job
    const bytes = new Uint8Array(Math.max(0, Math.min(most, size - from)))
    let filled = 0
    while (filled < bytes.length) {
      const length = Math.min(BYTES_PER_READ, bytes.length - filled)
      const count = readSync(descriptor, bytes, filled, length, from + filled)
      if (count === 0) break
      filled += count
      progress([])
    }
    return { action: 'part', bytes: bytes.subarray(0, filled), size, modified: mtimeMs, inode: ino }
  })
}

const actions = { list, stat, read, part }

function failureOf(error: unknown): { failure: JobFailure; reason?: string } {
  if (error instanceof JobFailure) return { failure: error }
  const reason = codeOf(error)
  if (isMissing(error) || reason === 'ERR_INVALID_ARG_VALUE')
    return { failure: new JobFailure('missing', 'it does not exist'), reason: 'ENOENT' }
  if (['EACCES', 'EPERM'].includes(reason))
    return {
      failure: new JobFailure('no-permission', 'the user that Binnacle runs as may not read it'),
      reason,
    }
  if (reason === 'ELOOP') return { failure: new JobFailure('circle', 'its links lead in a circle'), reason }
  if (reason === 'ENAMETOOLONG') return { failure: new JobFailure('failed', 'its name is too long'), reason }
  return {
    failure: new JobFailure('failed', `it cannot be read (${reason || 'unknown reason'})`),
    ...(reason === '' ? {} : { reason }),
  }
}

/**
 * Executes a job with blocking calls. Call it only in a separate process.
 * @param progress called from time to time while the file system answers
 */
export function doJob(
  job: FileJob,
  progress: Progress,
): { value: JobValue } | { failure: JobFailure; reason?: string } {
  for (let attempt = 1; ; attempt += 1)
    try {
      return { value: actions[job.action](job, progress) }
    } catch (error) {
      if (job.action !== 'list' && isMissing(error) && attempt < ATTEMPTS) continue
      return failureOf(error)
    }
}
