import fc from 'fast-check'

const hostile = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom(
      "'",
      '"',
      "''",
      '""',
      '\\',
      "\\'",
      '\\"',
      '$1',
      '$$',
      '$a$',
      ';',
      '--',
      '/*',
      '*/',
      '(',
      ')',
      ',',
      '.',
      ':',
      '::',
      "'; drop table api.notes; --",
      '"; drop table api.notes; --',
      '") as x, (select secret from private.canary) as ("',
      "' or '1'='1",
      '1 or 1=1',
      '1); select private.trip(); --',
      "x'; select private.trip(); --",
      'private.trip()',
      '(select private.trip())',
      'private"."canary',
      'secret from private.canary --',
      'text) from private.canary; --',
      'integer; drop schema api cascade',
      "E'\\'' || private.trip()",
      "U&'\\0027'",
      'U&"d\\0061ta"',
      '%27; select 1 --',
      '%00',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\udc00\ud800',
      '\u2019',
      '\uff07',
      'ʼ',
      '\u00ad',
      'pg_sleep(10)',
      'current_user',
      'xmax',
      'ctid',
      'tableoid',
      'constructor',
      '__proto__',
      'toString',
      'x'.repeat(64),
      '"'.repeat(63),
      'é'.repeat(40),
      '\n',
      '\r\n',
      '\t',
      '',
      ' ',
      '{',
      '}',
      '{"',
      '[',
      'null',
      'NaN',
      '_0',
      '_1',
      '_r',
      '_written',
      'excluded',
      'select',
      'id',
      'title',
    ),
  },
  {
    weight: 20,
    arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !text.includes('\0')),
  },
  { weight: 1, arbitrary: fc.constant('a\u0000b') },
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)

/** A hostile text as such, or in the double quotes that make any text a name or a value. */
const given: fc.Arbitrary<string> = fc
  .tuple(hostile, fc.constantFrom(...Array<'quoted'>(10).fill('quoted'), 'plain', 'unclosed'))
  .map(([text, form]) =>
    form === 'plain'
      ? text
      : form === 'unclosed'
        ? `"${text}`
        : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  )

/** One of some words. */
const word = (words: string) => fc.constantFrom(...words.split(' '))
/** Something known so many times as something hostile: what is refused early shows little. */
const mostly = <Value>(times: number, known: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: times, arbitrary: known }, { weight: 1, arbitrary: other })

/** Fills the places of a template with texts. */
function filled(parts: TemplateStringsArray, ...places: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(...places)
    .map((texts) => parts.reduce((text, part, position) => `${text}${texts[position - 1] ?? ''}${part}`))
}

const column = mostly(
  15,
  fc.oneof(word('id title data words at author_id shout search'), fc.constant(String.raw`"odd \"name; --"`)),
  given,
)
const textColumn = mostly(15, word('title data->>a shout'), given)
const embed = mostly(15, word('authors labels siblings notes_labels author_id'), given)
const operator = mostly(
  20,
  word('eq neq gt like ilike match imatch cs cd ov sl fts wfts isdistinct is in'),
  given,
)
const path = fc.oneof(
  column,
  filled`data->${given}`,
  filled`data->>${given}`,
  filled`data->${given}->0->>${given}`,
)
const value = fc.oneof(
  { weight: 3, arbitrary: filled`eq.${given}` },
  { weight: 3, arbitrary: filled`${operator}.${given}` },
  { weight: 2, arbitrary: filled`in.(${given},${given})` },
  filled`not.like(any).${given}`,
  filled`fts(${given}).${given}`,
  filled`is.${given}`,
  given,
)
const term = filled`${textColumn}.${mostly(5, filled`eq.${given}`, value)}`
const selection = fc.oneof(
  path,
  filled`${given}:${path}`,
  filled`${given}:${column}::text`,
  filled`${path}::${given}`,
  filled`${given}:${column}::${word('text integer[] jsonb')}.${word('count() max()')}`,
  filled`${embed}(id,${given}:${word('id name title')})`,
  filled`${given}:${embed}(${path})`,
  filled`${embed}!${given}(${path})`,
  filled`...author_id(${given}:name)`,
)
const parameter: fc.Arbitrary<[string, string]> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(textColumn, value) },
  fc.tuple(path, value),
  fc.tuple(filled`${embed}.${path}`, value),
  { weight: 3, arbitrary: fc.tuple(fc.constant('select'), filled`${selection},${selection}`) },
  fc.tuple(fc.constant('select'), filled`*,${given}:${embed}(*,${given}:id)`),
  fc.tuple(fc.constant('order'), filled`${path}.desc,${path}.nullslast`),
  fc.tuple(fc.constant('order'), filled`${path}.${given}`),
  { weight: 2, arbitrary: fc.tuple(word('and or not.and'), filled`(${term},or(${term},not.and(${term})))`) },
  fc.tuple(word('limit offset'), mostly(5, word('0 1 5'), given)),
  fc.tuple(word('columns on_conflict'), filled`${column},${column}`),
  { weight: 2, arbitrary: fc.tuple(filled`${textColumn}.filter`, filled`${given},!${given}*`) },
  fc.tuple(word('term value words wanted'), given),
  fc.tuple(given, given),
)
const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('prefer'),
    word(
      'return=representation return=headers-only count=exact count=estimated missing=default resolution=merge-duplicates',
    ),
  ),
  fc.tuple(fc.constant('prefer'), filled`return=representation, timezone=${given}, count=${given}`),
  fc.tuple(fc.constant('prefer'), fc.constant('return=representation, timezone=Europe/Berlin')),
  fc.tuple(
    fc.constant('accept'),
    mostly(3, word('text/csv application/json application/vnd.pgrst.object+json'), given),
  ),
  fc.tuple(fc.constant('range'), given),
)
const schemaHeader: fc.Arbitrary<[string, string]> = fc.tuple(word('accept-profile content-profile'), given)
const encoded = given.map((text) => encodeURIComponent(text.toWellFormed()))
const json: fc.Arbitrary<unknown> = fc.oneof(
  given,
  fc.integer(),
  fc.constant(null),
  fc.array(given, { maxLength: 2 }),
  fc.dictionary(given, given, { maxKeys: 2 }),
)
const row = fc.oneof(
  fc.record({ title: given, data: json, 'odd "name; --': given }, { requiredKeys: ['title'] }),
  fc.dictionary(fc.oneof(hostile, word('id title data')), json, { maxKeys: 3 }),
)
const form = (...pairs: [string, string][]) =>
  ['application/x-www-form-urlencoded', new URLSearchParams(pairs).toString()] as const
const body: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc
    .oneof(row, fc.array(row, { maxLength: 2 }))
    .map((content) => ['application/json', JSON.stringify(content)] as const),
  filled`title,data,${given}\n${given},${given},${given}`.map((text) => ['text/csv', text] as const),
  fc.tuple(given, given).map(([name, text]) => form([name, text], ['title', text])),
  fc.tuple(mostly(2, word('constructor text/csv application/json'), hostile), given),
)
const givenArguments = fc.record({ term: given, value: given, words: given }, { requiredKeys: [] })

/** Requests to the schema of the security test, with hostile texts in every position that a request has. */
export const hostileRequest = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      method: word('GET GET GET GET GET HEAD POST POST PATCH DELETE PUT OPTIONS'),
      target: mostly(15, word('notes notes notes recent authors'), encoded),
      parameters: fc.array(parameter, { maxLength: 3 }),
      headers: fc.array(mostly(10, header, schemaHeader), { maxLength: 2 }),
      body,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: word('GET POST'),
      target: mostly(10, word('rpc/find rpc/echo rpc/whole rpc/count_all'), filled`rpc/${encoded}`),
      parameters: mostly(
        4,
        fc.tuple(word('term value words'), given).map((pair) => [pair]),
        fc.array(parameter, { maxLength: 2 }),
      ),
      headers: fc.array(header, { maxLength: 1 }),
      body: mostly(
        4,
        givenArguments.map((content) => ['application/json', JSON.stringify(content)] as const),
        body,
      ),
    }),
  },
)

type HostileRequest = typeof hostileRequest extends fc.Arbitrary<infer Model> ? Model : never

/** A text as a header can carry it: its bytes, without line ends. */
function headerText(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\0\r\n]/g, '')
}

/** The request that a model means; undefined for what no client can send at all. */
export function toRequest({
  method,
  target,
  parameters,
  headers,
  body,
}: HostileRequest): Request | undefined {
  try {
    const sent = new Headers(headers.map(([name, text]) => [name, headerText(text)]))
    const [type, content] = body
    const writes = ['POST', 'PATCH', 'PUT'].includes(method)
    if (writes) sent.set('content-type', headerText(type))
    return new Request(`http://data/${target}?${new URLSearchParams(parameters).toString()}`, {
      method,
      headers: sent,
      ...(writes && { body: content }),
    })
  } catch {
    return undefined
  }
}
