import sql, { join, raw, type Sql } from 'sql-template-tag'

/** The format of rows in the body of an answer. */
export type Format = 'array' | 'object' | 'csv' | 'none'

// A spreadsheet runs a text that begins with one of these as a formula, unless an apostrophe is before it. Numbers stay.
const formula = String.raw`^(?=[=+@\t\r-])(?![+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$)`

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
 */
export function answerOf(
  rows: Sql,
  keys: readonly string[],
  format: Format,
  stripNulls: boolean,
): { body: Sql; from: Sql } {
  const from = sql`(${rows}) as _r`
  const strip = (value: Sql) => (stripNulls ? sql`json_strip_nulls(${value})` : value)
  switch (format) {
    case 'none':
      return { body: sql`''`, from }
    case 'array':
      return { body: sql`coalesce(${strip(sql`json_agg(_r.*)`)}, '[]')::text`, from }
    case 'object':
      return { body: sql`${strip(sql`(json_agg(_r.*) -> 0)`)}::text`, from }
    default: {
      // Two keys may be the same, so columns have names of their own.
      const columns = keys.map((_, index) => raw(`_c${index}`))
      // The text of a record is a CSV line in brackets.
      const line = sql`row(${keys.length === 0 ? sql`null` : join(columns.map(csvValue), ', ')})::text`
      return {
        body: sql`${csvHeader(keys)}::text || E'\n' || coalesce(string_agg(substring(${line}, 2, length(${line}) - 2), E'\n'), '')`,
        from: keys.length === 0 ? from : sql`(${rows}) as _r(${join(columns, ', ')})`,
      }
    }
  }
}
