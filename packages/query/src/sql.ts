import type { Condition, Moment, Pattern } from './conditions.ts'
import { escapeLike } from './escape.ts'
import type { InSql } from './fields.ts'

/** Collects the parameters of a statement. */
export interface Values {
  /** @returns the placeholder of the value, such as $3 */
  add(value: unknown): string
}

/** Converts a text in which a star matches any characters to a pattern of LIKE. */
function likePattern(text: string): string {
  return escapeLike(text).replaceAll(/\*+/g, '%')
}

/** A list of texts in lower case. The database lowers both sides, because its rules for letters differ from JavaScript's. */
function lowered(texts: readonly string[], values: Values): string {
  return `array(select lower(text) from unnest(${values.add(texts)}::text[]) as text)`
}

/**
 * SQL that tests whether a text equals a value or matches a pattern; null for a null text.
 * @param lists whether values are listed one by one, so that the planner knows them and chooses an index by how many rows they have
 */
function textSql(sql: string, patterns: readonly Pattern[], values: Values, lists = false): string {
  const plain = patterns.filter((pattern) => !pattern.isPattern).map((pattern) => pattern.text)
  const like = patterns.filter((pattern) => pattern.isPattern).map((pattern) => likePattern(pattern.text))
  return [
    ...(plain.length === 0
      ? []
      : [
          lists
            ? `lower(${sql}) in (${plain.map((text) => `lower(${values.add(text)}::text)`).join(', ')})`
            : `lower(${sql}) = any (${lowered(plain, values)})`,
        ]),
    ...(like.length === 0 ? [] : [`lower(${sql}) like any (${lowered(like, values)})`]),
  ].join(' or ')
}

function momentSql(moment: Moment, values: Values): string {
  if ('instant' in moment) return `${values.add(moment.instant.toISOString())}::timestamptz`
  const time = `now() + ${values.add(moment.fromNow)}::float8 * interval '1 millisecond'`
  return moment.startOf === undefined ? time : `date_trunc('${moment.startOf}', ${time}, 'UTC')`
}

/** The condition that narrows a search by values of a map with its index. Undefined where the index does not help. */
function mayHaveSql({ mayHave }: InSql, patterns: readonly Pattern[], values: Values): string | undefined {
  const wholes = patterns.filter(({ isPattern }) => !isPattern).map(({ text }) => text)
  const starts = patterns
    .filter(({ isPattern }) => isPattern)
    .map(({ text }) => text.slice(0, text.indexOf('*')))
  if (mayHave === undefined || [...wholes, ...starts].includes('')) return undefined
  return mayHave(`${values.add(wholes)}::text[]`, `${values.add(starts)}::text[]`)
}

function mapSql(
  { field, key, values: patterns }: Condition<InSql> & { kind: 'map' },
  values: Values,
): string {
  const exact =
    key === undefined
      ? `exists (select from jsonb_each_text(${field.sql}) as entry where ${textSql('entry.value', patterns, values)})`
      : textSql(`(${field.sql} ->> ${values.add(key)}::text)`, patterns, values)
  const narrowed = mayHaveSql(field, patterns, values)
  // What an index answers stays outside, as an index does not answer a part of COALESCE.
  return `${narrowed === undefined ? '' : `${narrowed} and `}coalesce(${exact}, false)`
}

/**
 * Compiles a validated query to one SQL condition that is true or false for every row, never null. A missing value is unequal
 * to every value, as in selectors of Kubernetes.
 * @param word compiles the condition that a word finds a row; it must not be null either
 */
export function conditionSql(
  condition: Condition<InSql>,
  values: Values,
  word: (text: string) => string,
): string {
  const known = (sql: string) => {
    const within = 'field' in condition ? condition.field.within : undefined
    return within === undefined ? `coalesce(${sql}, false)` : within(sql)
  }
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.parts
        .map((part) => `(${conditionSql(part, values, word)})`)
        .join(condition.kind === 'all' ? ' and ' : ' or ')
    case 'not':
      return `not (${conditionSql(condition.part, values, word)})`
    case 'word':
      return word(condition.text)
    case 'text':
      return known(
        textSql(condition.field.sql, condition.values, values, condition.field.within !== undefined),
      )
    case 'choice':
      return known(`${condition.field.sql}::text = any (${values.add(condition.values)}::text[])`)
    case 'time':
      return known(`${condition.field.sql} ${condition.comparison} ${momentSql(condition.at, values)}`)
    case 'number':
      return known(
        condition.comparison === '='
          ? `${condition.field.sql} = any (${values.add(condition.values)}::float8[])`
          : `${condition.field.sql} ${condition.comparison} ${values.add(condition.values[0])}::float8`,
      )
    case 'map':
      return mapSql(condition, values)
    default:
      return known(`${condition.field.sql} ? ${values.add(condition.key)}::text`)
  }
}
