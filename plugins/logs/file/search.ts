import { setImmediate } from 'node:timers/promises'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { RunContext } from '@binnacle/plugin-kit/core'
import { createLines, firstLines, type LogLine, type LogPage, type LogQuery } from '@binnacle/plugin-kit/logs'
import type { LogFile } from './find.ts'
import { readLine, readLineOf } from '../fields.ts'
import { type Budget, linesOfPiece, timedLines } from './lines.ts'
import { isPacked, searchPacked } from './packed.ts'
import { type LineReader, openFile, PIECE } from './reader.ts'

/** Most bytes that a search reads. */
const MOST_BYTES = 268_435_456
/** A clock of the machine that writes may be ahead by so many milliseconds. */
const SLACK = 60_000

/**
 * Finds a place near which lines begin that are not before a time. Lines of a file are in the order of their time.
 * @returns a place where a line begins, at or before the first such line
 */
async function seek(reader: LineReader, time: number): Promise<Result<number, string>> {
  let low = 0
  let high = reader.size
  while (high - low > 2 * PIECE) {
    const middle = Math.floor((low + high) / 2)
    const piece = await reader.before(middle)
    if (!piece.ok) return piece
    // Lines of other times lie near, so those that take long to read are passed over.
    const lines = await timedLines(piece.value, reader.modified, readLine)
    const times = lines.flatMap((line) => line.time ?? [])
    // The median, because a single line may have a wrong time.
    const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]
    if (median === undefined) return succeed(low)
    if (median < time) low = piece.value.start
    else high = piece.value.start
    if (high <= low) break
  }
  return succeed(low)
}

/** Where a search for older lines begins: behind all lines up to a time. */
async function endOf(reader: LineReader, to: number): Promise<Result<number, string>> {
  if (reader.modified <= to) return succeed(reader.size)
  const place = await seek(reader, to + 1)
  if (!place.ok) return place
  let end = place.value
  while (end < reader.size) {
    const piece = await reader.after(end)
    if (!piece.ok) return piece
    const lines = await timedLines(piece.value, reader.modified, readLine)
    const isBehind = lines.some(({ time }) => time !== undefined && time > to)
    if (piece.value.end <= end) break
    end = piece.value.end
    if (isBehind) break
  }
  return succeed(end)
}

async function searchFile(
  path: string,
  reader: LineReader,
  query: LogQuery,
  budget: Budget,
  context: Pick<RunContext, 'signal' | 'work'>,
): Promise<Result<LogLine[], string>> {
  const { signal } = context
  const { from, to, limit, direction } = query
  const isBackward = direction === 'backward'
  const begin = isBackward ? await endOf(reader, to.getTime()) : await seek(reader, from.getTime())
  if (!begin.ok) return begin
  const found = createLines(limit)
  let place = begin.value
  while (isBackward ? place > 0 : place < reader.size) {
    if (signal.aborted || budget.bytes <= 0) break
    const read = await (isBackward ? reader.before(place) : reader.after(place))
    if (!read.ok) return read
    const piece = read.value
    if (piece.end <= piece.start) break
    budget.bytes -= piece.end - piece.start
    place = isBackward ? piece.start : piece.end
    const { lines, isPast } = await linesOfPiece(piece, { ...reader, path }, query, (text, near) =>
      readLineOf(text, near, context),
    )
    for (const line of lines) found.add(line)
    if (isPast || found.isFull()) break
    // Pieces are parsed in this thread, so others get a turn between them.
    await setImmediate()
  }
  return succeed(found.lines)
}

async function searchPlain(file: LogFile, query: LogQuery, budget: Budget, context: RunContext) {
  const reader = await openFile(file, context)
  return reader.ok ? searchFile(file.path, reader.value, query, budget, context) : reader
}

/** Orders lines for a direction; lines of one time keep their order. */
export function inDirection(lines: readonly LogLine[], direction: LogQuery['direction']): LogLine[] {
  return lines.toSorted((one, other) =>
    direction === 'backward' ? other.time - one.time : one.time - other.time,
  )
}

/** Searches files, those that were written last first, until no other can have lines that count. */
export async function searchFiles(
  files: readonly LogFile[],
  query: LogQuery,
  context: RunContext,
): Promise<Result<LogPage, string>> {
  const { limit, direction, from, filter } = query
  const budget: Budget = { bytes: MOST_BYTES }
  const notes: string[] = []
  let best: LogLine[] = []
  const wanted = filter.labels.filter(({ name, isExcluded }) => name === 'file' && !isExcluded)
  const candidates = files
    .filter(
      ({ path, modified }) =>
        modified.getTime() >= from.getTime() - SLACK && wanted.every(({ value }) => value === path),
    )
    .toSorted((one, other) => other.modified.getTime() - one.modified.getTime())
  for (const file of candidates) {
    if (context.signal.aborted) return fail('the search took too long and was stopped; choose a shorter time')
    if (budget.bytes <= 0) break
    const oldest = best.at(-1)
    if (
      direction === 'backward' &&
      best.length >= limit &&
      oldest !== undefined &&
      file.modified.getTime() + SLACK < oldest.time
    )
      break
    const lines = isPacked(file)
      ? await searchPacked(file, query, budget, context)
      : await searchPlain(file, query, budget, context)
    if (lines.ok) best = firstLines(inDirection([...best, ...lines.value], direction), limit)
    else notes.push(context.redact(lines.failure))
  }
  if (budget.bytes <= 0)
    notes.push(`stopped after reading ${MOST_BYTES / 1_048_576} MiB; choose a shorter time or more words`)
  if (context.signal.aborted) return fail('the search took too long and was stopped; choose a shorter time')
  return succeed({ lines: best, isWhole: notes.length === 0, notes })
}
