/** A body as it is sent. */
export interface HostileBody {
  what: string
  bytes: Buffer<ArrayBuffer>
}

const utf8 = (what: string, text: string): HostileBody => ({ what, bytes: Buffer.from(text) })
const raw = (what: string, bytes: Buffer<ArrayBuffer>): HostileBody => ({ what, bytes })

const DEEP = 100_000
const WIDE = 1_000_000

/** Nested deeper than any route allows. */
export const nested: readonly HostileBody[] = [
  utf8('nested arrays', '['.repeat(DEEP) + ']'.repeat(DEEP)),
  utf8('nested objects', '{"a":'.repeat(DEEP) + '0' + '}'.repeat(DEEP)),
  utf8('nested arrays and objects', '[{"a":'.repeat(DEEP) + '0' + '}]'.repeat(DEEP)),
  utf8('nested arrays that never end', '['.repeat(DEEP)),
  ...['spec', 'labels', 'columns', 'name', 'checks', 'value'].map((field) =>
    utf8(`nested in ${field}`, `{"${field}":${'['.repeat(7_000)}${']'.repeat(7_000)}}`),
  ),
]

/** More values than any route allows, in fewer bytes than the largest body. */
export const wide: readonly HostileBody[] = [
  utf8('a wide array', `[${'0,'.repeat(WIDE)}0]`),
  utf8('many empty rows', `[${'{},'.repeat(600_000)}{}]`),
  utf8('a wide object', `{${Array.from({ length: 150_000 }, (_, key) => `"${key}":0`).join(',')}}`),
  utf8('a wide field', `{"name":[${'0,'.repeat(WIDE)}0]}`),
]

const whole = String.raw`{"name":"a\u00e9b","spec":{"http":[{"name":"x","url":"http://127.0.0.1:1"}]},"n":-1.5e3,"t":true,"z":null}`

/** Cut off after each kind of token. */
export const cutOff: readonly HostileBody[] = [
  ['after the first bracket', '{'],
  ['in a key', '{"na'],
  ['after a key', '{"name"'],
  ['after a colon', '{"name":'],
  ['in a text', '{"name":"a'],
  ['after a backslash', '{"name":"a\\'],
  ['in an escape', '{"name":"a\\u00'],
  ['after a value', String.raw`{"name":"a\u00e9b"`],
  ['after a comma', String.raw`{"name":"a\u00e9b",`],
  ['in an array', whole.slice(0, whole.indexOf('[') + 1)],
  ['in a number', whole.slice(0, whole.indexOf('-1.5') + 3)],
  ['in an exponent', whole.slice(0, whole.indexOf('-1.5e') + 5)],
  ['in a literal', whole.slice(0, whole.indexOf('true') + 2)],
  ['before the last bracket', whole.slice(0, -1)],
  ['in a character', ''],
].map(([where = '', text = '']) =>
  where === 'in a character'
    ? raw(`cut off ${where}`, Buffer.concat([Buffer.from('{"name":"'), Buffer.from('é').subarray(0, 1)]))
    : utf8(`cut off ${where}`, text),
)

/** Bytes that are no UTF-8, or are marked. */
export const encodings: readonly HostileBody[] = [
  raw('a stray byte', Buffer.from('{"name":"\xff"}', 'latin1')),
  raw('an overlong character', Buffer.from('{"name":"\xc0\xaf"}', 'latin1')),
  raw('an encoded surrogate', Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1')),
  raw('UTF-16 with its mark', Buffer.from('\ufeff{"name":"x"}', 'utf16le')),
  raw('UTF-16 without its mark', Buffer.from('{"name":"x"}', 'utf16le')),
  raw('UTF-16, the other way round', Buffer.from('\ufeff{"name":"x"}', 'utf16le').swap16()),
  utf8('a byte order mark', '\ufeff{"name":"marked"}'),
  utf8('a null character', '{"name":"a\0b"}'),
]

/** JSON, of values that programs trip over. */
export const values: readonly HostileBody[] = [
  utf8('the same key twice', '{"name":"a","name":["b"],"spec":1,"spec":{}}'),
  utf8('numbers too large', '{"name":"n","limit":1e400,"spec":{"timeout":-1e400},"columns":[1e-400]}'),
  utf8('a long number', `{"name":"n","limit":${'9'.repeat(100_000)}}`),
  utf8('a prototype', '{"name":"p","__proto__":{"admin":true},"spec":{"__proto__":{"http":[]}}}'),
  utf8('a prototype alone', '{"__proto__":{"name":"p"},"constructor":{"prototype":{"x":1}}}'),
  utf8('rows of prototypes', '[{"__proto__":null,"name":"a"},{"__proto__":1,"name":"b"}]'),
  utf8('half of a character', String.raw`{"name":"\ud800","spec":{"\udc00":1}}`),
  utf8('an escaped null character', String.raw`{"name":"\u0000","\u0000":1}`),
  utf8('a text of brackets', JSON.stringify({ name: '[{'.repeat(DEEP) })),
  utf8('a text of a megabyte', JSON.stringify({ name: 'x'.repeat(WIDE), email: 'x@'.repeat(100_000) })),
  utf8('a list of lists', '[[],[[]],{}]'),
  ...['null', 'true', '0', '""', '[]', '{}', '[null]', ' ', ''].map((text) => utf8(`just ${text}`, text)),
]

const list = (count: number, item: (position: number) => string) =>
  Array.from({ length: count }, (_, n) => item(n)).join(',')
const canary = (spec: string) => `{"name":"limit","namespace":"default","spec":${spec}}`

/** As large as routes allow, so that everything after the parser has the most to do. */
export const largest: readonly HostileBody[] = [
  utf8('checks with unknown keys', canary(`{"http":[{"name":"a",${list(4_950, (n) => `"ur${n}":0`)}}]}`)),
  utf8('unknown types', canary(`{${list(4_950, (n) => `"htt${n}":0`)}}`)),
  utf8('checks without anything', canary(`{"http":[${list(4_950, () => '{}')}]}`)),
  utf8('checks of numbers', canary(`{"http":[${list(9_950, () => '0')}]}`)),
  utf8(
    'many checks',
    canary(
      `{"schedule":"@every 1h","tcp":[${list(1_650, (n) => `{"name":"n${n}","endpoint":"127.0.0.1:1"}`)}]}`,
    ),
  ),
  utf8(
    'many of the same name',
    canary(`{"schedule":"@every 1h","tcp":[${list(1_650, () => `{"name":"n","endpoint":"127.0.0.1:1"}`)}]}`),
  ),
  utf8(
    'checks that depend on each other',
    canary(
      `{"schedule":"@every 1h","tcp":[${list(450, (n) => `{"name":"n${n}","endpoint":"127.0.0.1:1","dependsOn":["n${n + 1}","n${n + 2}","n${n + 3}","n0"]}`)}]}`,
    ),
  ),
  utf8(
    'labels',
    `{"name":"l","namespace":"default","labels":{${list(4_950, (n) => `"k${n}":"v"`)}},"spec":{}}`,
  ),
  utf8(
    'labels that are too long',
    `{"name":"l","labels":{${list(450, (n) => `"k${n}${'x'.repeat(1_000)}":"${'y '.repeat(500)}"`)}},"spec":{}}`,
  ),
  utf8(
    'headers',
    canary(
      `{"http":[{"name":"a","url":"http://127.0.0.1:1","headers":[${list(1_950, (n) => `{"name":"h${n}","value":"sealed:v1:x"}`)}]}]}`,
    ),
  ),
  utf8(
    'selectors',
    `{"checks":[${list(47, () => `{"types":[${list(100, () => '"http"')}],"statuses":[${list(100, () => '"healthy"')}],"labelSelector":"${'a=b,'.repeat(200)}a=b","search":"${'%_'.repeat(400)}"}`)}]}`,
  ),
  utf8('rows', `[${list(9_900, (n) => `{"name":"row ${n}","query":"q"}`)}]`),
  utf8('a row with a large value', `{"name":"l","query":"q","columns":[${list(19_900, () => '0')}]}`),
  utf8('a row with many columns', `{"name":"c","query":"q",${list(9_900, (n) => `"c${n}":0`)}}`),
  utf8(
    'sixty levels of everything',
    `{"name":"s","query":"q","columns":${'[{"a":'.repeat(30)}[${list(19_000, () => '0')}]${'}]'.repeat(30)}}`,
  ),
  utf8('texts', `{"name":"t","query":"q","columns":[${list(19_000, () => `"${'é'.repeat(40)}"`)}]}`),
  utf8(
    'a spec of texts',
    canary(`{"exec":[${list(3_000, (n) => `{"name":"n${n}","script":"${'$(x)'.repeat(100)}"}`)}]}`),
  ),
  utf8(
    'scripts',
    canary(
      `{"http":[${list(1_500, (n) => `{"name":"n${n}","url":"http://127.0.0.1:1","test":{"expr":"${'(1+1)*'.repeat(100)}1"}}`)}]}`,
    ),
  ),
]
