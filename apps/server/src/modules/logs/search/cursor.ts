import { createHash } from 'node:crypto'
import type { LogLine } from '@binnacle/plugin-kit/logs'
import { z } from 'zod'
import { RequestError } from '../../../platform/errors.ts'

/**
 * Where a page ended: the time of its last line, and the lines of that millisecond that were shown. Backends give lines by
 * time only, so this works for all of them.
 */
export interface Cursor {
  /** Milliseconds since 1970. */
  time: number
  seen: readonly string[]
}

/** Milliseconds before and after 1970 that a date can have. */
const FARTHEST = 8.64e15

/** Whether a number is a time that can be shown. */
export const isTime = (time: number): boolean => Math.abs(time) <= FARTHEST

const shape = z.object({
  time: z.number().refine(isTime),
  seen: z.array(z.string()).max(20_000),
})

/** Parses a cursor of a client. @throws RequestError if it is not valid */
export function readCursor(text: string): Cursor {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new RequestError('EINVALID', 'cursor: is not one that a search gave', [
      { path: 'cursor', message: 'is not one that a search gave' },
    ])
  }
}

/**
 * The key of a line among those of its millisecond. Cursors show it to clients, so it is not the message, in which no rule
 * has replaced anything yet.
 */
export const keyOf = ({ id, message }: Pick<LogLine, 'id' | 'message'>) =>
  id || createHash('sha256').update(message).digest('base64url').slice(0, 16)

/** The cursor behind the last line of a page. */
export function cursorAfter(lines: readonly LogLine[], before: Cursor | undefined): string | undefined {
  const last = lines.at(-1)
  if (last === undefined) return undefined
  const time = Math.floor(last.time)
  const same = lines.filter((line) => Math.floor(line.time) === time).map(keyOf)
  const seen = before?.time === time ? [...before.seen, ...same] : same
  return JSON.stringify({ time, seen })
}
