import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createLines, firstLines, type LogLine, type LogQuery } from '@binnacle/plugin-kit/logs'
import { readLine, readLongLine } from '../fields.ts'
import { type Budget, linesOfPiece } from './lines.ts'
import { type FileOfLines, LONGEST_LINE, NEWLINE, PIECE, split } from './reader.ts'

/** Most unpacked bytes of a compressed file: all of it is unpacked for each search. */
const LARGEST_UNPACKED = 268_435_456
/** Unpacked bytes that a search keeps. The newest lines that it wants are nearly always among them. */
const KEPT = 16_777_216
/** Lines of a piece whose times tell whether the whole piece is before or after a range. */
const SAMPLES = 5

/** Why a file is not read on. */
class Unreadable extends Error {}

/** Unpacked bytes that begin and end with whole lines. */
interface PackedPiece {
  bytes: Uint8Array
  start: number
}

/** A compressed file to search. */
export interface PackedFile extends FileOfLines {
  path: string
  /** The whole file, as it is stored. */
  bytes: Uint8Array
}

/** A search of a compressed file. */
export interface PackedSearch {
  file: PackedFile
  query: LogQuery
  /** Unpacked bytes that it may look through. */
  mostBytes: number
}

/** Lines that a search found, and how many bytes it looked through. */
export interface PackedLines {
  lines: LogLine[]
  bytes: number
}

/** Unpacks a file, a piece at a time. */
async function* piecesOf({ bytes }: PackedFile): AsyncGenerator<PackedPiece> {
  const source = Readable.from([bytes])
  const unpacked = createGunzip({ chunkSize: PIECE })
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(unpacked)
  let start = 0
  let rest: Uint8Array = new Uint8Array()
  try {
    for await (const chunk of unpacked) {
      if (!(chunk instanceof Uint8Array)) continue
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (start + rest.length > LARGEST_UNPACKED)
        throw new Unreadable(`it has more than ${LARGEST_UNPACKED} bytes when unpacked`)
      const newline = rest.lastIndexOf(NEWLINE) + 1
      // A line that is too long is read as several.
      const end = newline === 0 && rest.length >= LONGEST_LINE ? rest.length : newline
      if (rest.length < PIECE || end === 0) continue
      yield { bytes: rest.subarray(0, end), start }
      start += end
      rest = rest.subarray(end)
    }
    if (rest.length > 0) yield { bytes: rest, start }
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

const decoder = new TextDecoder('utf-8')

/** The times of some lines of a piece, the last one included. */
function sampledTimes({ bytes }: PackedPiece, near: number): number[] {
  return Array.from({ length: SAMPLES }, (_, sample) => {
    const wanted = Math.floor((bytes.length * (sample + 1)) / SAMPLES)
    const end = sample === SAMPLES - 1 ? bytes.length : bytes.lastIndexOf(NEWLINE, wanted - 1) + 1
    const start = end < 2 ? 0 : bytes.lastIndexOf(NEWLINE, end - 2) + 1
    return readLine(decoder.decode(bytes.subarray(start, end)).trimEnd(), near).time
  }).flatMap((time) => time ?? [])
}

/** The pieces that may have lines of the range of a query, in the order of the file. */
async function* wantedPieces(
  file: PackedFile,
  { from, to }: Pick<LogQuery, 'from' | 'to'>,
): AsyncGenerator<PackedPiece> {
  for await (const piece of piecesOf(file)) {
    const times = sampledTimes(piece, file.modified)
    if (times.length > 0 && times.every((time) => time > to.getTime())) return
    if (times.length === 0 || times.some((time) => time >= from.getTime())) yield piece
  }
}

async function searchPieces(file: PackedFile, query: LogQuery, budget: Budget): Promise<LogLine[]> {
  const { limit, direction } = query
  const linesOf = async ({ bytes, start }: PackedPiece): Promise<LogLine[]> => {
    budget.bytes -= bytes.length
    const piece = { lines: split(bytes, start), start, end: start + bytes.length }
    const { lines } = await linesOfPiece(piece, file, query, (text, near) => readLongLine({ text, near }))
    return lines
  }
  const isOver = () => budget.bytes <= 0
  if (direction === 'forward') {
    const found = createLines(limit)
    for await (const piece of wantedPieces(file, query)) {
      for (const line of await linesOf(piece)) found.add(line)
      if (found.isFull() || isOver()) break
    }
    return found.lines
  }
  const kept: PackedPiece[] = []
  let bytes = 0
  let isCut = false
  for await (const piece of wantedPieces(file, query)) {
    kept.push(piece)
    bytes += piece.bytes.length
    for (let oldest = kept[0]; bytes > KEPT && oldest !== undefined; oldest = kept[0]) {
      kept.shift()
      bytes -= oldest.bytes.length
      isCut = true
    }
  }
  const found = createLines(limit)
  for (const piece of kept.toReversed()) {
    if (found.isFull() || isOver()) break
    for (const line of await linesOf(piece)) found.add(line)
  }
  const first = kept[0]?.start
  kept.length = 0
  if (!isCut || first === undefined || found.isFull() || isOver()) return found.lines
  // Few lines fit, so those before are looked through too, from the oldest on.
  let older: LogLine[] = []
  for await (const piece of wantedPieces(file, query)) {
    if (piece.start >= first || isOver()) break
    older = firstLines([...(await linesOf(piece)), ...older], limit - found.lines.length)
  }
  for (const line of older) found.add(line)
  return found.lines
}

/**
 * Searches a compressed file, a piece at a time. For workers only.
 * @returns why it cannot be read, if it cannot
 */
export async function searchPackedFile({
  file,
  query,
  mostBytes,
}: PackedSearch): Promise<Result<PackedLines, string>> {
  const budget: Budget = { bytes: mostBytes }
  try {
    const lines = await searchPieces(file, query, budget)
    return succeed({ lines, bytes: mostBytes - budget.bytes })
  } catch (error) {
    return fail(error instanceof Unreadable ? error.message : 'it is not a whole file of gzip')
  }
}
