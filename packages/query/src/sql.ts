import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Condition, Moment, Pattern } from './conditions.ts'
import { escapeLike } from './escape.ts'
import type { InSql } from './fields.ts'
import type { SortKey } from './search.ts'

/** Converts a text in which a star matches any characters to a pattern of LIKE. */
function likePattern(text: string): string {
  return escapeLike(text).replaceAll(/\*+/g, '%')
}

/** A list of texts in lower case. The database lowers both sides, because its rules for letters differ from JavaScript's. */
function lowered(texts: readonly string[]): Sql {
  return sql`array(select lower(text) from unnest(${texts}::text[]) as text)`
}

/**
 * SQL that tests whether a text equals a value or matches a pattern; null for a null text.
 * @param lists whether values are listed one by one, so that the planner knows them and chooses an index by how many rows they have
 */
function textSql(text: Sql, patterns: readonly Pattern[], lists = false): Sql {
  const plain = patterns.filter(({ isPattern }) => !isPattern).map((pattern) => pattern.text)
  const like = patterns.filter(({ isPattern }) => isPattern).map((pattern) => likePattern(pattern.text))
  const parts = [
    ...(plain.length === 0
      ? []
      : [
          lists
            ? sql`lower(${text}) in (${join(
                plain.map((value) => sql`lower(${value}::text)`),
                ', ',
              )})`
            : sql`lower(${text}) = any (${lowered(plain)})`,
        ]),
    ...(like.length === 0 ? [] : [sql`lower(${text}) like any (${lowered(like)})`]),
  ]
  return join(parts, ' or ')
}

function momentSql(moment: Moment): Sql {
  if ('instant' in moment) return sql`${moment.instant.toISOString()}::timestamptz`
  const time = sql`now() + ${moment.fromNow}::float8 * interval '1 millisecond'`
  return moment.startOf === undefined ? time : sql`date_trunc('${raw(moment.startOf)}', ${time}, 'UTC')`
}

/** The condition that narrows a search by values of a map with its index. Undefined where the index does not help. */
function mayHaveSql({ mayHave }: InSql, patterns: readonly Pattern[]): Sql | undefined {
  const wholes = patterns.filter(({ isPattern }) => !isPattern).map(({ text }) => text)
  const starts = patterns
    .filter(({ isPattern }) => isPattern)
    .map(({ text }) => text.slice(0, text.indexOf('*')))
  if (mayHave === undefined || [...wholes, ...starts].includes('')) return undefined
  return mayHave(sql`${wholes}::text[]`, sql`${starts}::text[]`)
}

function mapSql({ field, key, values: patterns }: Condition<InSql> & { kind: 'map' }): Sql {
  const exact =
    key === undefined
      ? sql`exists (select from jsonb_each_text(${field.sql}) as entry where ${textSql(sql`entry.value`, patterns)})`
      : textSql(sql`(${field.sql} ->> ${key}::text)`, patterns)
  const narrowed = mayHaveSql(field, patterns)
  // What an index answers stays outside, as an index does not answer a part of COALESCE.
  return sql`${narrowed === undefined ? empty : sql`${narrowed} and `}coalesce(${exact}, false)`
}

/**
 * Compiles a validated query to one SQL condition that is true or false for every row, never null. A missing value is unequal
 * to every value, as in selectors of Kubernetes.
 * @param word compiles the condition that a word finds a row; it must not be null either
 */
export function conditionSql(condition: Condition<InSql>, word: (text: string) => Sql): Sql {
  const known = (part: Sql) => {
    const within = 'field' in condition ? condition.field.within : undefined
    return within === undefined ? sql`coalesce(${part}, false)` : within(part)
  }
  switch (condition.kind) {
    case 'all':
    case 'any':
      return join(
        condition.parts.map((part) => conditionSql(part, word)),
        condition.kind === 'all' ? ') and (' : ') or (',
        '(',
        ')',
      )
    case 'not':
      return sql`not (${conditionSql(condition.part, word)})`
    case 'word':
      return word(condition.text)
    case 'text':
      return known(textSql(condition.field.sql, condition.values, condition.field.within !== undefined))
    case 'choice':
      return known(sql`${condition.field.sql}::text = any (${condition.values}::text[])`)
    case 'time':
      return known(sql`${condition.field.sql} ${raw(condition.comparison)} ${momentSql(condition.at)}`)
    case 'number':
      return known(
        condition.comparison === '='
          ? sql`${condition.field.sql} = any (${condition.values}::float8[])`
          : sql`${condition.field.sql} ${raw(condition.comparison)} ${condition.values[0]}::float8`,
      )
    case 'map':
      return mapSql(condition)
    default:
      return known(sql`${condition.field.sql} ? ${condition.key}::text`)
  }
}

/** SQL of what a key sorts by; null for rows that have nothing there, which come last either way. */
export function sortSql({ field, key }: SortKey<InSql>): Sql {
  if (field.order !== undefined) return field.order
  if (field.kind === 'map') return sql`lower(${field.sql} ->> ${key}::text)`
  return field.kind === 'text' ? sql`lower(${field.sql})` : field.sql
}
