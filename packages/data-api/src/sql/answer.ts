import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { boundedTexts } from './bounded.ts'

/** The format of rows in the body of an answer. */
export type Format = 'array' | 'object' | 'csv' | 'none'

// A spreadsheet runs a text that begins with one of these as a formula, unless an apostrophe is before it. Numbers stay.
const formula = String.raw`^(?=[=+@＝＋＠－\t\r\n-])(?![+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$)`

function csvHeader(keys: readonly string[]): string {
  return keys
    .map((key) => key.replace(new RegExp(formula), "'"))
    .map((key) => (/[",\n\r]/.test(key) ? `"${key.replaceAll('"', '""')}"` : key))
    .join(',')
}

/** A value as a text of CSV, as the text of a record has it. */
function csvValue(value: Sql): Sql {
  const text = sql`${value}::text`
  return sql`case when pg_typeof(${value}) = 'boolean'::regtype then left(${text}, 1) else regexp_replace(${text}, ${formula}, '''') end`
}

/**
 * Builds the body of an answer from rows, with their number.
 * @param rows a select, or the name of rows from a `with`
 * @param bytes most bytes of the body
 */
export function answerOf(
  rows: { sql: Sql; keys: readonly string[]; long: readonly string[] },
  format: Format,
  stripNulls: boolean,
  bytes: number,
): { body: Sql; from: Sql } {
  const { keys, long } = rows
  const bounded = { rows: rows.sql, long }
  const row = sql`row_to_json(_r.*)`
  const json = sql`${stripNulls ? sql`json_strip_nulls(${row})` : row}::text`
  switch (format) {
    case 'none':
      return { body: sql`''`, from: sql`(${rows.sql}) as _r` }
    case 'array':
      return {
        body: sql`coalesce('[' || string_agg(_b._text, E', \n ') || ']', '[]')`,
        from: boundedTexts(bounded, json, bytes),
      }
    case 'object':
      return { body: sql`(array_agg(_b._text))[1]`, from: boundedTexts(bounded, json, bytes) }
    default: {
      // Two keys may be the same, so columns have names of their own.
      const columns = keys.map((_, index) => raw(`_c${index}`))
      // The text of a record is a CSV line in brackets.
      const line = sql`row(${keys.length === 0 ? sql`null` : join(columns.map(csvValue), ', ')})::text`
      return {
        body: sql`${csvHeader(keys)}::text || E'\n' || coalesce(string_agg(substring(_b._text, 2, length(_b._text) - 2), E'\n'), '')`,
        from: boundedTexts(bounded, line, bytes, keys.length === 0 ? empty : sql`(${join(columns, ', ')})`),
      }
    }
  }
}
