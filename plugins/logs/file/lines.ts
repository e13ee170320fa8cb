import { cleanMessage, type LogLine, type LogQuery, matchesFilter } from '@binnacle/plugin-kit/logs'
import type { ReadLine } from '../fields.ts'
import type { FileOfLines, Piece } from './reader.ts'

/** What a search has left to read. */
export interface Budget {
  bytes: number
}

interface TimedLine {
  offset: number
  text: string
  /** Undefined where neither it nor a line before it in the piece says a time. */
  time: number | undefined
  message: string
  labels: Record<string, string>
}

/** Reads what a line says of itself. */
export type LineParser = (text: string, near: number) => ReadLine | Promise<ReadLine>

/** The lines of a piece with their times. @param near a time near them */
export async function timedLines({ lines }: Piece, near: number, read: LineParser): Promise<TimedLine[]> {
  let last: number | undefined
  const timed: TimedLine[] = []
  for (const { offset, text } of lines) {
    const { message, time, labels } = await read(text, near)
    last = time ?? last
    timed.push({ offset, text, time: last, message, labels })
  }
  return timed
}

/**
 * Finds the lines of a piece that a search wants, in its direction.
 * @returns also whether all its lines are past what the search wants
 */
export async function linesOfPiece(
  piece: Piece,
  { path, identity, modified }: FileOfLines & { path: string },
  { filter, from, to, direction, limit }: LogQuery,
  read: LineParser,
): Promise<{ lines: LogLine[]; isPast: boolean }> {
  const isBackward = direction === 'backward'
  const [first, last] = [from.getTime(), to.getTime()]
  const timed = await timedLines(piece, modified, read)
  // All of them, because a single line may have a wrong time.
  const isPast =
    timed.some(({ time }) => time !== undefined) &&
    timed.every(({ time }) => time === undefined || (isBackward ? time < first : time > last))
  const lines: LogLine[] = []
  for (const line of isBackward ? timed.toReversed() : timed) {
    if (lines.length >= limit) break
    const time = line.time ?? modified
    if (time < first || time > last) continue
    const labels = { ...line.labels, file: path }
    if (!matchesFilter(filter, { message: line.message, labels })) continue
    lines.push({
      id: `${identity}-${line.offset.toString(36)}`,
      time,
      message: cleanMessage(line.message),
      labels,
    })
  }
  return { lines, isPast }
}
