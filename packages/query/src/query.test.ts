import { LONGEST_QUERY } from '@binnacle/contract/health'
import fc from 'fast-check'
import sql, { empty } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { validateQuery } from './conditions.ts'
import { offerChoices, offerFields, offerSorts, typingAt } from './complete.ts'
import type { SqlField } from './fields.ts'
import { parseQuery } from './parse.ts'
import { printQuery, queryOfWords } from './print.ts'
import { validateSearch } from './search.ts'
import { conditionSql, sortSql } from './sql.ts'

const fields: SqlField[] = [
  { kind: 'text', name: 'name', help: 'Name', sql: sql`row.name` },
  {
    kind: 'choice',
    name: 'health',
    aliases: ['status'],
    help: 'Health',
    sql: sql`row.state`,
    order: sql`case row.state when 'unhealthy' then 0 else 1 end`,
    values: ['healthy', 'unhealthy'],
  },
  { kind: 'time', name: 'created', help: 'When it was made', sql: sql`row.created_at` },
  { kind: 'map', name: 'labels', aliases: ['label'], help: 'Labels', sql: sql`row.labels` },
]

/** With one whose values are in another table. */
const more: SqlField[] = [
  ...fields,
  {
    kind: 'text',
    name: 'field.tier',
    help: 'Tier',
    sql: sql`added.text`,
    order: sql`tier of row`,
    within: (condition) => sql`row.id in (select where ${condition})`,
  },
  {
    kind: 'number',
    name: 'field.cost',
    help: 'Cost',
    sql: sql`added.number`,
    order: sql`cost of row`,
    within: (condition) => sql`row.id in (select where ${condition})`,
  },
]

/** The one spelling of a query. */
function spelled(text: string): string {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.failure.message)
  return parsed.value === undefined ? '' : printQuery(parsed.value)
}

function compile(text: string): { text: string; values: unknown[] } {
  const parsed = parseQuery(text)
  if (!parsed.ok || parsed.value === undefined) throw new Error('no query')
  const validated = validateQuery(parsed.value, more)
  if (!validated.ok) throw new Error(validated.failure.message)
  const compiled = conditionSql(validated.value, (word) => sql`found(${word})`)
  return { text: compiled.text, values: compiled.values }
}

/** What is wrong with a query, and the part of it that is meant. */
function wrong(text: string, known = fields): [message: string, part: string] {
  const parsed = parseQuery(text)
  if (!parsed.ok) return [parsed.failure.message, text.slice(parsed.failure.from, parsed.failure.to)]
  if (parsed.value === undefined) throw new Error('no query')
  const validated = validateSearch(parsed.value, known)
  if (validated.ok) throw new Error('nothing is wrong')
  return [validated.failure.message, text.slice(validated.failure.from, validated.failure.to)]
}

describe('a query', () => {
  test.each([
    ['', ''],
    ['   ', ''],
    ['web  shop', 'web shop'],
    ['a b | c d', 'a b | c d'],
    ['a|b;c', '(a | b) | c'],
    ['a (b | c)', 'a (b | c)'],
    ['((a))', 'a'],
    ['-(a | b)', '-(a | b)'],
    ['--a', '--a'],
    ['- a', '- a'],
    ['!labels.team', '-labels.team'],
    ['labels."my key"=x', 'labels."my key"=x'],
    ['name="a b",c*', 'name="a b",c*'],
    ['"say \\"hi\\""', '"say \\"hi\\""'],
    ['web-legacy a,b', 'web-legacy a,b'],
    ['https://host:80/x?y=1', 'https://host:80/x?y=1'],
    ['timeout: 3', 'timeout: 3'],
  ])('%j is written as %j', (text, expected) => {
    expect(spelled(text)).toBe(expected)
  })

  const piece = fc.constantFrom(
    'a',
    'web',
    '-',
    '!',
    '|',
    ';',
    '(',
    ')',
    ' ',
    ' ',
    '"',
    '\\',
    ',',
    '=',
    '!=',
    ':',
    '<',
    '*',
    '.',
    '[0]',
    'labels.',
    'é',
    'sort=',
    'limit=',
    'name',
    '7',
  )
  test('means the same when it is printed and read again, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const parsed = parseQuery(text)
        if (!parsed.ok || parsed.value === undefined) return
        const printed = printQuery(parsed.value)
        expect(spelled(printed)).toBe(printed)
        const validate = (query: string) => {
          const again = parseQuery(query)
          return again.ok && again.value !== undefined ? validateSearch(again.value, fields) : undefined
        }
        const first = validate(text)
        fc.pre(first?.ok === true)
        expect(validate(printed)).toEqual(first)
      }),
      { numRuns: 2_000 },
    )
  })

  test('of the words of any text can be read', () => {
    expect(queryOfWords('  shop "front" a=1 ')).toBe(String.raw`"shop" "\"front\"" "a=1"`)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
        expect(parseQuery(queryOfWords(text)).ok).toBe(true)
      }),
    )
  })

  test('that is wrong always says where', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const parsed = parseQuery(text)
          if (parsed.ok) return
          expect(parsed.failure.from).toBeGreaterThanOrEqual(0)
          expect(parsed.failure.to).toBeLessThanOrEqual(text.length)
          expect(parsed.failure.to).toBeGreaterThan(parsed.failure.from)
        },
      ),
    )
  })

  test.each<[string, string, string]>([
    ['name=', 'A value is missing after "name=".', 'name='],
    ['a ("b', 'This quote never ends.', '"b'],
    ['a (b', 'This bracket is never closed.', '('],
    ['a ) b', 'This bracket closes nothing.', ')'],
    ['a | | b', 'Something to search for is missing here.', ' |'],
    [
      'helth=healthy',
      'The field "helth" is not supported here: did you mean "health"? Quotes make it a text to search for.',
      'helth',
    ],
    [
      'qqqqqq=1',
      'The field "qqqqqq" is not supported here: choose one of name, health, created, labels. Quotes make it a text to search for.',
      'qqqqqq',
    ],
    ['a health=sick', '"health" is never "sick": choose one of healthy, unhealthy.', 'sick'],
    [
      'created=now',
      '"created" is a time: compare it with one value and <, <=, > or >=, such as created>now-1d.',
      'created=now',
    ],
    [
      'created>soon',
      '"soon" is not a time: write it as now-1d, now/d, 2026-11-22 or 2026-11-22T13:00Z.',
      'soon',
    ],
    [
      'created>now-200000w',
      '"now-200000w" is not a time: write it as now-1d, now/d, 2026-11-22 or 2026-11-22T13:00Z.',
      'now-200000w',
    ],
    [
      'created>now/x',
      '"now/x" is not a time: write it as now-1d, now/d, 2026-11-22 or 2026-11-22T13:00Z.',
      'now/x',
    ],
    ['name>a', '"name" has no order: compare it with = or !=.', 'name>a'],
    ['a\0b', 'A query must be text.', '\0b'],
    ['a limit=0', '"limit" is a number from 1 to 1,000, such as limit=20.', '0'],
    ['limit=many a', '"limit" is a number from 1 to 1,000, such as limit=20.', 'many'],
    ['limit<5', 'Write "limit" with = and one number.', 'limit<5'],
    ['limit=5,6', 'Write "limit" with = and one number.', 'limit=5,6'],
    ['limit=5 a limit=6', '"limit" is written twice.', 'limit=6'],
    ['sort=name @order=health', '"sort" is written twice.', '@order=health'],
    [
      'sort=name,-helth',
      'The field "helth" is not supported here: did you mean "health"? Quotes make it a text to search for.',
      '-helth',
    ],
    ['sort=labels', '"labels" has no order: sort by one of its keys, such as labels.team.', 'labels'],
    ['sort=name,name,name,name,name,health', 'A query sorts by at most 5 fields.', 'health'],
    [
      'a | sort=name',
      '"sort" applies to the whole query: write it outside of brackets, without - and not next to |.',
      'sort=name',
    ],
    [
      'a -limit=5',
      '"limit" applies to the whole query: write it outside of brackets, without - and not next to |.',
      'limit=5',
    ],
  ])('%j is refused, and says why and where', (text, message, part) => {
    expect(wrong(text)).toEqual([message, part])
  })

  test('of a number is refused where its value is no number, or several', () => {
    expect(wrong('field.cost=much', more)).toEqual([
      '"much" is not a number, as "field.cost" is one.',
      'much',
    ])
    expect(wrong('field.cost>1,2', more)).toEqual([
      'Compare "field.cost" with one number, such as field.cost>10.',
      'field.cost>1,2',
    ])
  })

  test.each([
    ['10 kB', 'a '.repeat(5_000), `A query has at most ${LONGEST_QUERY.toLocaleString('en')} characters.`],
    ['only brackets', '('.repeat(LONGEST_QUERY), 'Brackets are nested more than 20 deep.'],
    ['only negations', `${'-'.repeat(LONGEST_QUERY - 1)}a`, 'Brackets are nested more than 20 deep.'],
    ['a thousand words', 'a '.repeat(1_000), 'A query has at most 100 words and comparisons.'],
    ['quotes that never end', '"\\'.repeat(900), 'This quote never ends.'],
  ])('of %s is refused', (_, text, message) => {
    expect(wrong(text)[0]).toBe(message)
  })
})

describe('the SQL of a query', () => {
  test.each<[string, string, unknown[]]>([
    ['web -legacy', '(found($1)) and (not (found($2)))', ['web', 'legacy']],
    [
      'status=healthy,UNHEALTHY',
      'coalesce(row.state::text = any ($1::text[]), false)',
      [['healthy', 'unhealthy']],
    ],
    [
      'created>=now-90m',
      "coalesce(row.created_at >= now() + $1::float8 * interval '1 millisecond', false)",
      [-5_400_000],
    ],
    [
      'created<NOW-1w/w',
      "coalesce(row.created_at < date_trunc('week', now() + $1::float8 * interval '1 millisecond', 'UTC'), false)",
      [-604_800_000],
    ],
    [
      'created>=now/M',
      "coalesce(row.created_at >= date_trunc('month', now() + $1::float8 * interval '1 millisecond', 'UTC'), false)",
      [0],
    ],
    [
      'name="a*"',
      'coalesce(lower(row.name) = any (array(select lower(text) from unnest($1::text[]) as text)), false)',
      [['a*']],
    ],
    [
      'labels.team!=web',
      'not (coalesce(lower((row.labels ->> $1::text)) = any (array(select lower(text) from unnest($2::text[]) as text)), false))',
      ['team', ['web']],
    ],
    ['!label.team', 'not (coalesce(row.labels ? $1::text, false))', ['team']],
    ['field.cost=1,2.5', 'row.id in (select where added.number = any ($1::float8[]))', [[1, 2.5]]],
    ['FIELD.cost!=1', 'not (row.id in (select where added.number = any ($1::float8[])))', [[1]]],
    ['field.cost>=-3', 'row.id in (select where added.number >= $1::float8)', [-3]],
    [
      'field.tier=a,B*',
      'row.id in (select where lower(added.text) in (lower($1::text)) or lower(added.text) like any (array(select lower(text) from unnest($2::text[]) as text)))',
      ['a', ['B%']],
    ],
    ['redis:6379', 'found($1)', ['redis:6379']],
    ['www.example.com', 'found($1)', ['www.example.com']],
  ])('%j', (text, expected, values) => {
    expect(compile(text)).toEqual({ text: expected, values })
  })

  test('holds no text of the query', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const quoted = `"${text.replaceAll(/["\\]/g, '\\$&')}"`
        const parsed = parseQuery(`name=${quoted} ${quoted}`)
        if (!parsed.ok || parsed.value === undefined) return
        const validated = validateQuery(parsed.value, fields)
        if (!validated.ok) throw new Error(validated.failure.message)
        const compiled = conditionSql(validated.value, (word) => sql`${word}`)
        expect(compiled.text).toBe(
          '(coalesce(lower(row.name) = any (array(select lower(text) from unnest($1::text[]) as text)), false)) and ($2)',
        )
        expect(compiled.values).toEqual([[text], text])
      }),
    )
  })
})

describe('order and number', () => {
  function searched(text: string) {
    const parsed = parseQuery(text)
    if (!parsed.ok) throw new Error(parsed.failure.message)
    const search = validateSearch(parsed.value, fields)
    if (!search.ok) throw new Error(search.failure.message)
    const { condition, sort, limit } = search.value
    const where = condition === undefined ? undefined : conditionSql(condition, (word) => sql`${word}`)
    const order = sort.map((key) => sql`${sortSql(key)}${key.isDescending ? sql` desc` : empty}`)
    return {
      where: where?.text,
      order: order.map((key) => key.text),
      limit,
      values: [...(where?.values ?? []), ...order.flatMap(({ values }) => values)],
    }
  }

  test.each<[string, ReturnType<typeof searched>]>([
    ['', { where: undefined, order: [], limit: undefined, values: [] }],
    ['limit=20', { where: undefined, order: [], limit: 20, values: [] }],
    [
      'web sort=-created,name limit=1000',
      { where: '$1', order: ['row.created_at desc', 'lower(row.name)'], limit: 1_000, values: ['web'] },
    ],
    [
      '@order=health (a | b)',
      {
        where: '($1) or ($2)',
        order: [`case row.state when 'unhealthy' then 0 else 1 end`],
        limit: undefined,
        values: ['a', 'b'],
      },
    ],
    [
      'SORT="-labels.my key"',
      {
        where: undefined,
        order: ['lower(row.labels ->> $1::text) desc'],
        limit: undefined,
        values: ['my key'],
      },
    ],
    [
      'sort:name limit:5',
      { where: '($1) and ($2)', order: [], limit: undefined, values: ['sort:name', 'limit:5'] },
    ],
  ])('%j', (text, expected) => {
    expect(searched(text)).toEqual(expected)
  })

  test('stand anywhere between the conditions, and change none of them', () => {
    const terms = fc.shuffledSubarray(['web', 'health=healthy', '-labels.team', 'sort=-name', 'limit=3'])
    fc.assert(
      fc.property(terms, (chosen) => {
        const rest = chosen.filter((term) => !/^(?:sort|limit)/.test(term))
        const { where, order, limit, values } = searched(chosen.join(' '))
        expect({ where, values }).toEqual({
          where: searched(rest.join(' ')).where,
          values: searched(rest.join(' ')).values,
        })
        expect(order).toEqual(chosen.includes('sort=-name') ? ['lower(row.name) desc'] : [])
        expect(limit).toBe(chosen.includes('limit=3') ? 3 : undefined)
      }),
    )
  })
})

describe('completion', () => {
  test.each([
    ['', { kind: 'name', prefix: '', from: 0, to: 0 }],
    ['web hea', { kind: 'name', prefix: 'hea', from: 4, to: 7 }],
    ['(-lab', { kind: 'name', prefix: 'lab', from: 2, to: 5 }],
    ['health=un', { kind: 'value', name: 'health', prefix: 'un', from: 7, to: 9 }],
    ['labels.team!=a,', { kind: 'value', name: 'labels.team', prefix: '', from: 15, to: 15 }],
    ['name="a', undefined],
  ])('knows what is typed at the end of %j', (text, expected) => {
    expect(typingAt(text, text.length)).toEqual(expected)
  })

  test('offers fields, and the fixed values of one', () => {
    expect(offerFields(fields, 'la')).toEqual([{ text: 'labels.', help: 'Labels' }])
    expect(offerChoices(fields, 'status', 'u')).toEqual([{ text: 'unhealthy', help: '' }])
    expect(offerChoices(fields, 'name', 'u')).toBeUndefined()
  })

  test('offers settings, and the fields to sort by', () => {
    expect(offerFields(fields, 'so').map(({ text }) => text)).toEqual(['sort='])
    expect(offerFields(fields, 'li').map(({ text }) => text)).toEqual(['limit='])
    expect(offerSorts(fields, '-').map(({ text }) => text)).toEqual([
      '-name',
      '-health',
      '-created',
      '-labels.',
    ])
    expect(offerSorts(fields, 'cr').map(({ text }) => text)).toEqual(['created'])
  })
})
