import { DataError } from '../errors.ts'

/** The rows of an answer: an offset and a limit. */
export interface RowRange {
  offset: number
  limit: number | undefined
}

function notSatisfiable(details: string, headers: Readonly<Record<string, string>> = {}): DataError {
  return new DataError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })
}

/**
 * Combines the header `Range` and the parameters `limit` and `offset`.
 * @param header only given for reads
 * @param maximum most rows of an answer
 */
export function rangeOf(
  header: string | null,
  limit: number | undefined,
  offset: number | undefined,
  maximum: number,
): RowRange {
  const [, from, to] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? '') ?? []
  let first = from === undefined ? 0 : Number(from)
  let last = to === undefined ? Infinity : Number(to)
  if (first > last)
    throw notSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  if (limit !== undefined && limit < 0) throw notSatisfiable('Limit should be greater than or equal to zero.')
  if (offset !== undefined || limit !== undefined) {
    const start = Math.max(0, offset ?? 0)
    first = Math.max(first, start)
    last = Math.min(last, limit === undefined ? Infinity : start + limit - 1)
  }
  last = Math.min(last, first + maximum - 1)
  return { offset: first, limit: last === Infinity ? undefined : Math.max(0, last - first + 1) }
}

/** The header `Content-Range`: `0-9/100`, `0-9/*`, or `*` in place of the positions if there are no rows. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
  const part = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${part}/${total ?? '*'}`
}

/**
 * Whether an answer is complete (200) or a part (206).
 * @throws DataError 416 if the range starts after the last row
 */
export function rangeStatus(offset: number, rows: number, total: number | undefined): 200 | 206 {
  if (total === undefined) return 200
  if (offset > total)
    throw notSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      'content-range': `*/${total}`,
    })
  return rows < total ? 206 : 200
}
