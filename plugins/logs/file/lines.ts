import { cleanMessage, type LogLine, type LogQuery, matchesFilter } from '@binnacle/plugin-kit/logs'
import { readLine } from '../fields.ts'
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

/** The lines of a piece with their times. @param near a time near them */
export function timedLines({ lines }: Piece, near: number): TimedLine[] {
  let last: number | undefined
  return lines.map(({ offset, text }) => {
    const { message, time, labels } = readLine(text, near)
    last = time ?? last
    return { offset, text, time: last, message, labels }
  })
}

/**
 * Finds the lines of a piece that a search wants, in its direction.
 * @returns also whether all its lines are past what the search wants
 */
export function linesOfPiece(
  piece: Piece,
  { path, identity, modified }: FileOfLines & { path: string },
  { filter, from, to, direction, limit }: LogQuery,
): { lines: LogLine[]; isPast: boolean } {
  const isBackward = direction === 'backward'
  const [first, last] = [from.getTime(), to.getTime()]
  const timed = timedLines(piece, modified)
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
