import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { RunContext } from '@binnacle/plugin-kit/core'
import type { LogFile } from './find.ts'

/** A piece of a file that begins and ends with whole lines. */
export interface Piece {
  lines: readonly { offset: number; text: string }[]
  start: number
  end: number
}

/** A file whose lines are read. */
export interface FileOfLines {
  modified: number
  /** Names the file whatever its name. */
  identity: string
}

/** Reads a file piece by piece from any place. */
export interface LineReader extends FileOfLines {
  size: number
  /** The lines that begin before a place and after the piece before it. */
  before(end: number): Promise<Result<Piece, string>>
  /** The lines that begin at a place or after it. */
  after(start: number): Promise<Result<Piece, string>>
}

/** Bytes of a piece. */
export const PIECE = 262_144
/** Longest line in bytes; a longer one is read as several. */
export const LONGEST_LINE = 8_388_608
export const NEWLINE = 10

const decoder = new TextDecoder('utf-8')

type ReadBytes = (from: number, count: number) => Promise<Result<Uint8Array, string>>

/** The lines of bytes. @param offset place of the first byte */
export function split(bytes: Uint8Array, offset: number): Piece['lines'] {
  const lines: { offset: number; text: string }[] = []
  let start = 0
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    if (end > start) lines.push({ offset: offset + start, text: decoder.decode(bytes.subarray(start, end)) })
    start = end + 1
  }
  return lines
}

function readerOf(
  { size, modified, identity }: Pick<LineReader, 'size' | 'modified' | 'identity'>,
  readBytes: ReadBytes,
): LineReader {
  return {
    size,
    modified,
    identity,
    async before(end) {
      for (let length = PIECE; ; length *= 4) {
        const from = Math.max(0, end - length)
        const read = await readBytes(from, end - from)
        if (!read.ok) return read
        // The first line of a piece begins in the one before, unless the byte before it ends a line.
        const first = from === 0 ? 0 : read.value.indexOf(NEWLINE) + 1
        const isWhole = from === 0 || (first > 0 && first < read.value.length)
        if (!isWhole && length < LONGEST_LINE) continue
        const start = isWhole ? first : 0
        return succeed({ lines: split(read.value.subarray(start), from + start), start: from + start, end })
      }
    },
    async after(start) {
      for (let length = PIECE; ; length *= 4) {
        const count = Math.min(length, size - start)
        const read = await readBytes(start, count)
        if (!read.ok) return read
        const isEnd = start + count >= size
        const last = read.value.lastIndexOf(NEWLINE) + 1
        if (!isEnd && last === 0 && length < LONGEST_LINE) continue
        const end = isEnd || last === 0 ? read.value.length : last
        return succeed({ lines: split(read.value.subarray(0, end), start), start, end: start + end })
      }
    },
  }
}

/** Opens a file. @returns why it cannot be read, if it cannot */
export async function openFile(
  { path }: LogFile,
  { files, signal }: Pick<RunContext, 'files' | 'signal'>,
): Promise<Result<LineReader, string>> {
  const head = await files.part(path, { from: 0, maxBytes: 0, signal })
  if (!head.ok) return fail(`${path}: ${head.failure.message}`)
  const { inode, modified, size } = head.value
  return succeed(
    readerOf({ modified: modified.getTime(), identity: inode.toString(36), size }, async (from, count) => {
      const part = await files.part(path, { from, maxBytes: count, signal })
      return part.ok ? succeed(part.value.bytes) : fail(`${path}: ${part.failure.message}`)
    }),
  )
}
