import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { RunContext, WorkerTask } from '@binnacle/plugin-kit/core'
import type { LogLine, LogQuery } from '@binnacle/plugin-kit/logs'
import type { LogFile } from './find.ts'
import type { Budget } from './lines.ts'
import type { PackedSearch, searchPackedFile } from './packed-task.ts'

/** Most bytes of a compressed file. */
const LARGEST_COMPRESSED = 67_108_864
/** Bytes of a compressed file that are read at once. */
const PART = 4_194_304

/** Compressed files are unpacked and searched where they hold up nobody. */
const searchTask: WorkerTask<PackedSearch, Awaited<ReturnType<typeof searchPackedFile>>> = {
  module: new URL('packed-task.ts', import.meta.url),
  name: 'searchPackedFile',
  milliseconds: 30_000,
}

export const isPacked = ({ path }: Pick<LogFile, 'path'>): boolean => path.endsWith('.gz')

/** A file that was read as a whole. */
interface WholeFile {
  bytes: Uint8Array
  modified: number
  identity: string
}

async function readWhole(
  path: string,
  { files, signal }: Pick<RunContext, 'files' | 'signal'>,
): Promise<Result<WholeFile, string>> {
  const parts: Uint8Array[] = []
  let inode: bigint | number | undefined
  for (let from = 0; ; from += PART) {
    const part = await files.part(path, { from, maxBytes: PART, signal })
    if (!part.ok) return fail(part.failure.message)
    const { bytes, size, modified } = part.value
    // It was rotated meanwhile: the rest would be that of another file.
    if (inode !== undefined && part.value.inode !== inode) return fail('it was replaced while it was read')
    ;({ inode } = part.value)
    if (size > LARGEST_COMPRESSED)
      return fail(`compressed files of more than ${LARGEST_COMPRESSED} bytes are not read`)
    parts.push(bytes)
    if (from + PART >= size)
      return succeed({
        bytes: parts.length === 1 ? bytes : Buffer.concat(parts),
        modified: modified.getTime(),
        identity: inode.toString(36),
      })
  }
}

/**
 * Searches a compressed file.
 * @returns why it cannot be read, if it cannot
 */
export async function searchPacked(
  { path, size }: LogFile,
  query: LogQuery,
  budget: Budget,
  context: Pick<RunContext, 'files' | 'signal' | 'work'>,
): Promise<Result<LogLine[], string>> {
  if (size > LARGEST_COMPRESSED)
    return fail(`${path}: compressed files of more than ${LARGEST_COMPRESSED} bytes are not read`)
  const whole = await readWhole(path, context)
  if (!whole.ok) return fail(`${path}: ${whole.failure}`)
  const file = { ...whole.value, path }
  const searched = await context.work(searchTask, { file, query, mostBytes: budget.bytes })
  if (!searched.ok) return fail(`${path}: ${searched.failure}`)
  if (!searched.value.ok) return fail(`${path}: ${searched.value.failure}`)
  const { lines, bytes } = searched.value.value
  budget.bytes -= bytes
  return succeed(lines)
}
