import sql, { type Sql } from 'sql-template-tag'

/** The format of rows in the body of an answer. */
export type Format = 'array' | 'object' | 'csv' | 'none'

function csvHeader(keys: readonly string[]): string {
  return keys.map((key) => (/[",\n\r]/.test(key) ? `"${key.replaceAll('"', '""')}"` : key)).join(',')
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
      // The text of a record is a CSV line in brackets.
      const line = sql`row(${keys.length === 0 ? sql`null` : sql`_r.*`})::text`
      return {
        body: sql`${csvHeader(keys)}::text || E'\n' || coalesce(string_agg(substring(${line}, 2, length(${line}) - 2), E'\n'), '')`,
        from,
      }
    }
  }
}
