import fc from 'fast-check'
import type { Catalog, Column, DataFunction, Relation } from '../src/index.ts'

/** A request as plain data, so that a failure shows it whole. */
export interface PlainRequest {
  method: string
  url: string
  headers: [string, string][]
  body: string | undefined
}

const word = (words: string) => fc.constantFrom(...words.split(' '))
const usually = <Value>(times: number, usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: other })
const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const nameOf = (text: string) => (/^[a-z_]+$/.test(text) ? text : quote(text))

const operand = fc.oneof(
  word(
    '1 2 0 -1 1.5 true null a Aurora {} {1,2} {a,b} [1,2] (1,2) [2024-01-01,2024-06-01) 2024-01-05 12:30 NaN',
  ),
  word('container completed NLRTM {"a":1} fire 10.0.0.1 1h 00000000-0000-0000-0000-000000000001 * A* %'),
  fc.constantFrom(
    '',
    ' ',
    'under way',
    '2024-01-05T06:00:00Z',
    "it's",
    '1 day',
    '((0,0),(1,1))',
    'fire & !water',
  ),
)
/** Values that most types read, by the beginning of the type's name. */
const samples: readonly (readonly [RegExp, readonly unknown[]])[] = [
  [/\[\]$/, [[], '{}', null]],
  [/^(smallint|integer|bigint|oid)/, [1, 2, 3, 500, -1]],
  [/^(numeric|real|double|money)/, [1, 1.5, 0, 93_000]],
  [/^bool/, [true, false]],
  [/^jsonb?$/, [{ a: 1 }, [1, { b: 2 }], 'a', null, '{}']],
  [/^date$/, ['2024-01-05', '2023-05-05']],
  [/^timestamp/, ['2024-01-05T06:00:00Z', 'infinity']],
  [/^time/, ['12:30']],
  [/^interval/, ['1 day', '02:00']],
  [/^int4(multi)?range/, ['[1,5)', '{[1,2)}', 'empty']],
  [/^(date|tstz)range/, ['[2024-01-01,2024-06-01)', 'empty']],
  [/^uuid/, ['00000000-0000-0000-0000-000000000001']],
  [/^(inet|cidr)/, ['10.0.0.1']],
  [/ship_kind$/, ['tanker', 'ferry']],
  [/voyage_status$/, ['completed', 'planned']],
  [/port_code$/, ['NLRTM']],
  [/tsvector|tsquery/, ['fire', 'fire & water']],
  [/^bit/, ['101']],
  [/^(text|character|name|"char")/, ['a', 'Aurora', 'open', "it's", '']],
]

/** A value that a column reads, mostly. */
function valueOf({ type }: Pick<Column, 'type'>): fc.Arbitrary<unknown> {
  const found = samples.find(([pattern]) => pattern.test(type))
  return found === undefined ? fc.constant(null) : fc.constantFrom(...found[1])
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a filter may ask of a column: mostly what its type can be asked. */
function operationOf(column: Column | undefined): fc.Arbitrary<string> {
  const value = column === undefined ? operand : usually(6, valueOf(column).map(textOf), operand)
  const list = fc.array(value, { maxLength: 3 }).map((values) => `(${values.map(quote).join(',')})`)
  const join = (parts: readonly string[]) => parts.join('')
  const operation = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(word('eq. neq. gt. gte. lt. lte. isdistinct.'), value).map(join) },
    { weight: 2, arbitrary: list.map((values) => `in.${values}`) },
    { weight: 2, arbitrary: word('is.null is.not_null not.is.null') },
    { weight: 1, arbitrary: word('is.true is.false is.unknown') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(word('eq gt lte like ilike match'), word('(any) (all)'), value)
        .map(([operator, quantifier, text]) => `${operator}${quantifier}.{${quote(text)}}`),
    },
    { weight: 1, arbitrary: fc.tuple(word('like. ilike. match. imatch.'), operand).map(join) },
    { weight: 1, arbitrary: fc.tuple(word('cs. cd. ov. sl. sr. nxr. nxl. adj.'), value).map(join) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          word('fts plfts phfts wfts'),
          usually(1, fc.constant('.'), word('(english). (simple).')),
          value,
        )
        .map(join),
    },
  )
  return fc.tuple(usually(4, fc.constant(''), fc.constant('not.')), operation).map(join)
}

const columnsOf = (columns: Iterable<Column>) => {
  const names = [...columns].map(({ name }) => nameOf(name))
  return names.length === 0 ? fc.constant('id') : fc.constantFrom(...names)
}

/** A field of a relation, with the column that it is, where it is one. */
function askedField(
  catalog: Catalog,
  relation: Relation,
): fc.Arbitrary<readonly [string, Column | undefined]> {
  const columns = [...relation.columns.values()]
  const json = columns.filter(({ baseType }) => baseType === 'json' || baseType === 'jsonb')
  const computed = [...(catalog.computedColumns.get(relation)?.keys() ?? [])]
  const path = fc
    .array(fc.tuple(word('-> ->>'), word('a engine maker 0 -1 "a.b" owner')), { minLength: 1, maxLength: 3 })
    .map((steps) => steps.map((step) => step.join('')).join(''))
  if (columns.length === 0) return fc.constant(['id', undefined])
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(...columns).map((column) => [nameOf(column.name), column] as const),
    },
    ...(computed.length === 0
      ? []
      : [{ weight: 1, arbitrary: fc.constantFrom(...computed).map((name) => [name, undefined] as const) }]),
    {
      weight: 1,
      arbitrary: fc
        .tuple(columnsOf(json.length === 0 ? columns : json), path)
        .map((both) => [both.join(''), undefined] as const),
    },
  )
}

const fieldOf = (catalog: Catalog, relation: Relation) => askedField(catalog, relation).map(([text]) => text)

/** A field with what is asked of it. */
const filterOf = (catalog: Catalog, relation: Relation): fc.Arbitrary<Parameter> =>
  askedField(catalog, relation).chain(([text, column]) =>
    operationOf(column).map((operation): Parameter => [text, operation]),
  )

type Parameter = [name: string, value: string]

/** Part of a select, and the embeds that filters can then be about, by their paths. */
interface Selection {
  text: string
  embeds: { path: string; relation: Relation; toOne: boolean; spread: boolean }[]
}

const cast = usually(
  3,
  fc.constant(''),
  word('::text ::integer ::jsonb ::text[] ::numeric ::date ::int4range'),
)

function columnItem(catalog: Catalog, relation: Relation): fc.Arbitrary<Selection> {
  return fc
    .tuple(
      usually(3, fc.constant(''), fc.constantFrom('x:', 'y:', 'id:', '"a b":', 'größe:')),
      usually(6, fieldOf(catalog, relation), fc.constant('')),
      cast,
      usually(6, fc.constant(''), word('.count() .max() .min() .sum() .avg() .sum()::text')),
    )
    .map(([alias, field, type, aggregate]) => ({
      text: field === '' ? `${alias}count()` : `${alias}${field}${type}${aggregate}`,
      embeds: [],
    }))
}

function embedItem(catalog: Catalog, relation: Relation, depth: number): fc.Arbitrary<Selection> {
  const relationships = catalog.relationships.get(relation) ?? []
  if (relationships.length === 0) return columnItem(catalog, relation)
  return fc.constantFrom(...relationships).chain((relationship) => {
    const { target, computed, constraint, junction, cardinality } = relationship
    const toOne = cardinality === 'many-to-one' || cardinality === 'one-to-one'
    const hint = junction?.relation.name ?? constraint
    const name = nameOf(computed?.name ?? target.name)
    return fc
      .tuple(
        usually(1, fc.constant(undefined), word('e f')),
        usually(toOne ? 2 : 9, fc.constant(''), fc.constant('...')),
        computed === undefined
          ? usually(4, fc.constant(`!${nameOf(hint)}`), fc.constant(''))
          : fc.constant(''),
        usually(2, fc.constant(''), word('!inner !left')),
        selectionOf(catalog, target, depth + 1),
      )
      .map(([alias, dots, shownHint, join, inner]): Selection => {
        const key = alias ?? name
        const prefix = alias === undefined || dots !== '' ? '' : `${alias}:`
        const path = dots === '' ? key : name
        return {
          text: `${dots}${prefix}${name}${shownHint}${join}(${inner.text})`,
          embeds: [
            { path, relation: target, toOne, spread: dots !== '' },
            ...inner.embeds.map((embed) => ({ ...embed, path: `${path}.${embed.path}` })),
          ],
        }
      })
  })
}

function selectionOf(catalog: Catalog, relation: Relation, depth: number): fc.Arbitrary<Selection> {
  const all = fc.constant<Selection>({ text: '*', embeds: [] })
  const item = fc.oneof(
    { weight: 2, arbitrary: all },
    { weight: 4, arbitrary: columnItem(catalog, relation) },
    {
      weight: depth < 3 ? 3 : 0,
      arbitrary: fc.constant(undefined).chain(() => embedItem(catalog, relation, depth)),
    },
  )
  return fc.array(item, { minLength: depth === 0 ? 1 : 0, maxLength: 3 }).map((items) => ({
    text: items.map(({ text }) => text).join(','),
    embeds: items.flatMap(({ embeds }) => embeds),
  }))
}

function logicOf(filter: fc.Arbitrary<Parameter>): fc.Arbitrary<string> {
  const { tree } = fc.letrec<{ tree: string; term: string }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 3 },
      filter.map(([name, operation]) => {
        const [operator = '', value = ''] = operation.split(/(?<=^(?:not\.)?[a-z()]+\.)/)
        return /^(?:not\.)?(?:in|is)\./.test(operator)
          ? `${name}.${operation}`
          : `${name}.${operator}${quote(value)}`
      }),
      fc.tuple(word('and or not.and not.or'), tie('tree')).map((both) => both.join('')),
    ),
    tree: fc.array(tie('term'), { minLength: 1, maxLength: 3 }).map((terms) => `(${terms.join(',')})`),
  }))
  return tree
}

function parameterOf(
  catalog: Catalog,
  relation: Relation,
  embeds: Selection['embeds'],
  prefix: string,
): fc.Arbitrary<Parameter> {
  const field = fieldOf(catalog, relation)
  const filter = filterOf(catalog, relation)
  const direct = embeds.filter(({ path }) => !path.includes('.'))
  const toOne = direct.filter((embed) => embed.toOne)
  const direction = word(' .desc .asc.nullsfirst .desc.nullslast')
  return fc.oneof(
    {
      weight: 4,
      arbitrary: filter.map(([name, operation]): Parameter => [prefix + name, operation]),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(word('and or not.and not.or'), logicOf(filter))
        .map(([operator, tree]): Parameter => [prefix + operator, tree]),
    },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(field, direction), { minLength: 1, maxLength: 3 })
        .map((terms): Parameter => [`${prefix}order`, terms.map((term) => term.join('')).join(',')]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(word('limit offset'), word('0 1 2 100 -1'))
        .map(([name, value]): Parameter => [prefix + name, value]),
    },
    ...(direct.length === 0
      ? []
      : [
          {
            weight: 1,
            arbitrary: fc
              .tuple(fc.constantFrom(...direct), word('is.null not.is.null'))
              .map(([{ path }, operation]): Parameter => [prefix + path, operation]),
          },
        ]),
    ...(toOne.length === 0
      ? []
      : [
          {
            weight: 2,
            arbitrary: fc
              .constantFrom(...toOne)
              .chain((embed) =>
                fieldOf(catalog, embed.relation).map((name): Parameter => [
                  `${prefix}order`,
                  `${embed.path}(${name}).desc`,
                ]),
              ),
          },
        ]),
  )
}

function queryOf(catalog: Catalog, relation: Relation): fc.Arbitrary<Parameter[]> {
  return usually(
    4,
    selectionOf(catalog, relation, 0),
    fc.constant<Selection>({ text: '*', embeds: [] }),
  ).chain(({ text, embeds }) => {
    const own = parameterOf(catalog, relation, embeds, '')
    const ofEmbeds = embeds.map((embed) =>
      parameterOf(
        catalog,
        embed.relation,
        embeds.flatMap(({ path, ...other }) =>
          path.startsWith(`${embed.path}.`) ? [{ ...other, path: path.slice(embed.path.length + 1) }] : [],
        ),
        `${embed.path}.`,
      ),
    )
    return fc
      .tuple(
        fc.array(own, { maxLength: 2 }),
        ofEmbeds.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...ofEmbeds), { maxLength: 2 }),
      )
      .map(([some, others]) => [['select', text], ...some, ...others])
  })
}

const preference = word(
  'return=representation return=minimal return=headers-only count=exact count=planned count=estimated missing=default ' +
    'resolution=merge-duplicates resolution=ignore-duplicates tx=rollback handling=lenient timezone=UTC max-affected=1',
)
const headersOf = fc
  .tuple(
    fc.array(preference, { maxLength: 3 }),
    usually(
      3,
      fc.constant('application/json'),
      word('text/csv application/vnd.pgrst.object+json application/vnd.pgrst.array+json;nulls=stripped */*'),
    ),
    usually(4, fc.constant(''), word('0-1 1- 5-2 0-0')),
  )
  .map(([preferences, accept, range]): [string, string][] => [
    ['accept', accept],
    ...(preferences.length === 0 ? [] : [['prefer', preferences.join(', ')] satisfies [string, string]]),
    ...(range === '' ? [] : [['range', range] satisfies [string, string]]),
  ])

const json: fc.Arbitrary<unknown> = fc.oneof(
  operand,
  fc.constantFrom<unknown>(1, 2, 1.5, true, null, {}, [], [1, 2], { a: 1 }, { latitude: 1 }, ['a', 'b']),
)

function bodyOf(columns: readonly Column[]): fc.Arbitrary<unknown> {
  const row = fc
    .subarray([...columns])
    .chain((some) =>
      fc.tuple(
        ...some.map((column) =>
          usually(12, valueOf(column), json).map((value) => [column.name, value] as const),
        ),
      ),
    )
    .map((pairs): Record<string, unknown> => Object.fromEntries(pairs))
  return fc.oneof(
    { weight: 4, arbitrary: row },
    { weight: 2, arbitrary: row.chain((first) => fc.array(fc.constant(first), { maxLength: 3 })) },
    { weight: 1, arbitrary: fc.array(row, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.tuple(row, json).map(([known, value]) => ({ ...known, unknown: value })) },
    { weight: 1, arbitrary: json },
  )
}

const urlOf = (path: string, parameters: readonly Parameter[]) =>
  `http://data/${path}?${new URLSearchParams(parameters).toString()}`

function relationRequest(catalog: Catalog, relation: Relation): fc.Arbitrary<PlainRequest> {
  const column = columnsOf(relation.columns.values())
  const listed = fc.array(column, { minLength: 1, maxLength: 3 }).map((names) => names.join(','))
  const extra: fc.Arbitrary<Parameter[]> = fc
    .tuple(
      word('columns on_conflict on_conflict'),
      usually(2, fc.constant(relation.primaryKey.map(nameOf).join(',')), listed),
    )
    .map((pair): Parameter[] => [pair])
  return fc
    .record({
      method: usually(3, fc.constant('GET'), word('HEAD POST POST PATCH PATCH PUT DELETE OPTIONS')),
      query: queryOf(catalog, relation),
      extra: usually(3, fc.constant<Parameter[]>([]), extra),
      headers: headersOf,
      body: bodyOf([...relation.columns.values()]),
    })
    .map(({ method, query, extra, headers, body }): PlainRequest => {
      const writes = method === 'POST' || method === 'PATCH' || method === 'PUT'
      return {
        method,
        url: urlOf(encodeURIComponent(relation.name), writes ? [...query, ...extra] : query),
        // What is deleted and changed is undone, so that there is something left to ask for.
        headers: [
          ...headers.filter(([name]) => method === 'GET' || name !== 'range'),
          ...(method === 'GET' ? [] : [['prefer', 'tx=rollback'] satisfies [string, string]]),
          [method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile', relation.schema],
          ['content-type', 'application/json'],
        ],
        body: writes ? JSON.stringify(body) : undefined,
      }
    })
}

function callRequest(catalog: Catalog, called: DataFunction): fc.Arbitrary<PlainRequest> {
  const { returns, parameters } = called
  const relation = returns.kind === 'composite' ? returns.relation : undefined
  const columns = returns.kind === 'composite' ? returns.columns : []
  const own = columnsOf(columns)
  const query =
    relation === undefined
      ? fc.array(
          fc.oneof(
            own.map((name): Parameter => ['select', name]),
            own.map((name): Parameter => ['order', name]),
            fc.tuple(own, operationOf(undefined)),
            fc.tuple(word('limit offset'), word('0 1')),
          ),
          { maxLength: 2 },
        )
      : queryOf(catalog, relation)
  const given = fc.tuple(
    ...parameters.map(({ name, type, required }) =>
      usually(
        required ? 9 : 1,
        usually(4, valueOf({ type }), json).map((value) => [[name, value] as const]),
        fc.constant<(readonly [string, unknown])[]>([]),
      ),
    ),
  )
  return fc
    .record({ method: word('GET POST'), query, given, headers: headersOf, whole: json })
    .map(({ method, query, given, headers, whole }): PlainRequest => {
      const pairs = given.flat()
      const texts = pairs.map(([name, value]): Parameter => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
      const unnamed = parameters[0]?.name === ''
      return {
        method,
        url: urlOf(`rpc/${encodeURIComponent(called.name)}`, method === 'GET' ? [...texts, ...query] : query),
        headers: [
          ...headers,
          ['prefer', 'tx=rollback'],
          [method === 'GET' ? 'accept-profile' : 'content-profile', called.schema],
          ['content-type', 'application/json'],
        ],
        body: method === 'POST' ? JSON.stringify(unnamed ? whole : Object.fromEntries(pairs)) : undefined,
      }
    })
}

/** Requests that are well formed, or nearly, for everything that a catalog has. */
export function wellFormedRequest(catalog: Catalog): fc.Arbitrary<PlainRequest> {
  const relations = [...catalog.relations.values()]
  const functions = [...catalog.functions.values()].flat()
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...relations).chain((relation) => relationRequest(catalog, relation)),
    },
    { weight: 2, arbitrary: fc.constantFrom(...functions).chain((called) => callRequest(catalog, called)) },
  )
}
