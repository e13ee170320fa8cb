import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { columnOf } from './names.ts'

/** Part of the error with which a statement ends when its answer is too large. No request can name it. */
const MARK = `answer too large ${randomUUID()}`
const INVALID_TEXT = '22P02'

/** Whether a statement ended because its answer was too large. */
export function isAnswerTooLarge(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === INVALID_TEXT && error.message.includes(MARK)
}

/**
 * A condition that is true, or ends the statement if a size is beyond a limit. PostgreSQL has no function that raises an
 * error, so this casts a text that is no number. The size is part of the text, so that the planner cannot evaluate it.
 */
function within(size: Sql, bytes: number): Sql {
  return sql`cast(case when ${size} > ${raw(String(bytes))} then ${raw(`'${MARK} '`)} || ${size} else '0' end as integer) = 0`
}

/** Rows to bound: a select, or the name of rows from a `with`. */
export interface BoundedRows {
  rows: Sql
  /** Keys whose values together may be larger than a stored row. */
  long: readonly string[]
}

/** Ends the statement at the first row whose long values are together too large, before they are written as JSON. */
function withinRow({ rows, long }: BoundedRows, bytes: number): Sql {
  if (long.length === 0 || bytes === Infinity) return rows
  const sizes = long.map((key) => sql`coalesce(octet_length(${columnOf('_w', key)}::text), 0)`)
  // `offset 0` keeps the planner from computing the values twice.
  return sql`select _w.* from (select * from (${rows}) as _v offset 0) as _w where ${within(sql`(${join(sizes, '+')})`, bytes)}`
}

/**
 * Rows `_b` with the text of each row in `_b._text`, in their order. The statement ends at the first row with which they
 * are too large together, so that the database never stores all of them.
 * @param written writes a row, which is named `_r`, as text
 * @param columns names of the columns of `_r`, in brackets; nothing to leave them as they are
 */
export function boundedTexts(rows: BoundedRows, written: Sql, bytes: number, columns = empty): Sql {
  const texts = sql`select ${written} as _text from (${withinRow(rows, bytes)}) as _r${columns}`
  if (bytes === Infinity) return sql`(${texts}) as _b`
  const sizes = sql`select _t._text, sum(octet_length(_t._text)) over (rows between unbounded preceding and current row) as _size
    from (${texts} offset 0) as _t`
  return sql`(select _s._text from (${sizes}) as _s where ${within(sql`_s._size`, bytes)}) as _b`
}

/** Rows `_b` with each row as JSON in `_b._value`. Bounded like `boundedTexts`. */
export function boundedJson(rows: BoundedRows, bytes: number): Sql {
  const values = sql`select row_to_json(_r.*) as _value from (${withinRow(rows, bytes)}) as _r`
  if (bytes === Infinity) return sql`(${values}) as _b`
  const sizes = sql`select _t._value, sum(octet_length(_t._value::text)) over (rows between unbounded preceding and current row) as _size
    from (${values} offset 0) as _t`
  return sql`(select _s._value from (${sizes}) as _s where ${within(sql`_s._size`, bytes)}) as _b`
}
