import type { RunContext } from '@binnacle/plugin-kit/core'
import {
  cleanMessage,
  type LogFilter,
  type LogLine,
  type LogTailed,
  matchesFilter,
} from '@binnacle/plugin-kit/logs'
import { readLineOf } from '../fields.ts'
import { findFiles, type LogFile } from './find.ts'
import { inDirection } from './search.ts'
import type { FileLogsSpec } from './spec.ts'

/** Milliseconds between two looks at the files. */
const BETWEEN = 300
/** Most bytes of a file that one look reads; the rest follows with the next. */
const MOST_BYTES = 1_048_576
const NEWLINE = 10

interface TailPosition {
  inode: number
  offset: number
}

const decoder = new TextDecoder('utf-8')

/** Follows the files of a spec, those that are created while it follows included. */
export async function* tailFiles(
  spec: FileLogsSpec,
  filter: LogFilter,
  context: RunContext,
): AsyncGenerator<LogTailed> {
  const { files, signal } = context
  const followed = new Map<string, TailPosition>()
  let isFirst = true
  let reportedProblem = ''

  async function grown({ path, size }: LogFile): Promise<LogLine[]> {
    const known = followed.get(path)
    if (known === undefined && isFirst) {
      const head = await files.part(path, { from: size, maxBytes: 0, signal })
      if (head.ok) followed.set(path, { inode: head.value.inode, offset: head.value.size })
      return []
    }
    if (known !== undefined && size === known.offset) return []
    const part = await files.part(path, { from: known?.offset ?? 0, maxBytes: MOST_BYTES, signal })
    if (!part.ok) return []
    const { inode, bytes, modified } = part.value
    // Another file under the name, or a shorter one: it was rotated, and is read from its start.
    if (known !== undefined && (known.inode !== inode || part.value.size < known.offset)) {
      followed.set(path, { inode, offset: 0 })
      return grown({ path, size: part.value.size, modified })
    }
    const last = bytes.lastIndexOf(NEWLINE) + 1
    const end = last === 0 && bytes.length === MOST_BYTES ? bytes.length : last
    const start = known?.offset ?? 0
    followed.set(path, { inode, offset: start + end })
    const lines: LogLine[] = []
    let time = modified.getTime()
    for (let from = 0; from < end;) {
      const newline = bytes.indexOf(NEWLINE, from)
      const to = newline === -1 || newline > end ? end : newline
      const read = await readLineOf(decoder.decode(bytes.subarray(from, to)), modified.getTime(), context)
      time = read.time ?? time
      const labels = { ...read.labels, file: path }
      if (to > from && matchesFilter(filter, { message: read.message, labels }))
        lines.push({
          id: `${inode.toString(36)}-${(start + from).toString(36)}`,
          time,
          message: cleanMessage(read.message),
          labels,
        })
      from = to + 1
    }
    return lines
  }

  while (!signal.aborted) {
    const { found, problems } = await findFiles(spec, context)
    const problem = problems.join('; ')
    if (problem !== reportedProblem && problem !== '') yield { problem: context.redact(problem) }
    reportedProblem = problem
    const lines: LogLine[] = []
    for (const file of found) if (!file.path.endsWith('.gz')) lines.push(...(await grown(file)))
    isFirst = false
    if (lines.length > 0) yield { lines: inDirection(lines, 'forward') }
    await context.wait(BETWEEN)
  }
}
