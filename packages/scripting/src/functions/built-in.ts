import { builtIn } from './definition.ts'

const cel = (signature: string, description: string, source: string, result: string) =>
  builtIn('cel', signature, description, source, result)

/** What CEL itself has, for the documentation and to suggest names from. */
export const celBuiltIns = [
  cel('has(field: any): bool', 'Whether an object has a field.', 'has(check.labels.team)', 'true'),
  cel(
    'all(list: list, name: any, condition: bool): bool',
    'Whether all of a list keep a condition.',
    'results.rows.all(r, r.restarts < 5)',
    'true',
  ),
  cel(
    'exists(list: list, name: any, condition: bool): bool',
    'Whether any of a list keeps a condition.',
    'results.rows.exists(r, r.restarts > 2)',
    'true',
  ),
  cel(
    'exists_one(list: list, name: any, condition: bool): bool',
    'Whether exactly one of a list keeps a condition.',
    'results.rows.exists_one(r, r.ready)',
    'true',
  ),
  cel(
    'filter(list: list, name: any, condition: bool): list',
    'Those of a list that keep a condition.',
    'results.rows.filter(r, r.ready)[0].name',
    'web-1',
  ),
  cel(
    'map(list: list, name: any, value: any): list',
    'A value for each of a list.',
    'results.rows.map(r, r.name)',
    '[web-1 web-2]',
  ),
  cel(
    'cel.bind(name: any, value: any, expression: any): any',
    'A name for a value within an expression.',
    'cel.bind(n, size(results.rows), n * n)',
    '4',
  ),
  cel('size(value: any): int', 'Length of a text, list or object.', 'size(results.rows)', '2'),
  cel(
    'contains(text: string, part: string): bool',
    'Whether a text has a part.',
    'content.contains("ok")',
    'true',
  ),
  cel(
    'startsWith(text: string, prefix: string): bool',
    'Whether a text begins so.',
    'check.name.startsWith("sh")',
    'true',
  ),
  cel(
    'endsWith(text: string, suffix: string): bool',
    'Whether a text ends so.',
    'check.name.endsWith("op")',
    'true',
  ),
  cel('lowerAscii(text: string): string', 'With A to Z in lowercase letters.', '"AB".lowerAscii()', 'ab'),
  cel('upperAscii(text: string): string', 'With a to z in capital letters.', '"ab".upperAscii()', 'AB'),
  cel('trim(text: string): string', 'Without the white space around it.', '" a ".trim()', 'a'),
  cel(
    'indexOf(text: string, part: string, from?: int): int',
    'Where a part begins, from 0; -1 when it is not there.',
    '"hello".indexOf("l")',
    '2',
  ),
  cel(
    'lastIndexOf(text: string, part: string, from?: int): int',
    'Where a part begins for the last time.',
    '"hello".lastIndexOf("l")',
    '3',
  ),
  cel(
    'substring(text: string, from: int, to?: int): string',
    'A part of a text.',
    '"hello".substring(1, 3)',
    'el',
  ),
  cel(
    'split(text: string, separator: string, most?: int): list',
    'Parts of a text between separators.',
    '"a,b".split(",")',
    '[a b]',
  ),
  cel(
    'join(list: list, separator?: string): string',
    'Texts of a list as one.',
    '["a", "b"].join("-")',
    'a-b',
  ),
  cel(
    'int(value: any): int',
    'A whole number from a number or text; of a time, seconds since 1970.',
    'int("42") / 5',
    '8',
  ),
  cel('uint(value: any): uint', 'A whole number without sign.', 'uint(3)', '3'),
  cel('double(value: any): double', 'A number with a fraction.', 'double("2.5")', '2.5'),
  cel('string(value: any): string', 'A value as text.', 'string(200)', '200'),
  cel('bool(value: any): bool', 'True or false from a text.', 'bool("true")', 'true'),
  cel('bytes(text: string): bytes', 'The bytes of a text.', 'bytes("ab").size()', '2'),
  cel('hex(bytes: bytes): string', 'Bytes in hexadecimal digits.', 'b"ab".hex()', '6162'),
  cel('base64(bytes: bytes): string', 'Bytes as Base64.', 'b"ab".base64()', 'YWI='),
  cel('at(bytes: bytes, index: int): int', 'One byte.', 'b"ab".at(1)', '98'),
  cel('dyn(value: any): any', 'A value whose type is only known when it runs.', 'dyn(1) == 1.0', 'true'),
  cel('type(value: any): any', 'The type of a value.', 'type(1) == int', 'true'),
  cel(
    'timestamp(text: any): timestamp',
    'A time from RFC 3339, or from seconds since 1970.',
    'timestamp("2024-05-01T00:00:00Z").getFullYear()',
    '2024',
  ),
  cel(
    'duration(text: string): duration',
    'A duration from a text such as 1h30m, 2d or 1w.',
    'duration("1d")',
    '24h0m0s',
  ),
  cel('getFullYear(time: timestamp, zone?: string): int', 'The year.', 'time.Now().getFullYear()', '2024'),
  cel('getMonth(time: timestamp, zone?: string): int', 'The month, from 0.', 'time.Now().getMonth()', '4'),
  cel(
    'getDate(time: timestamp, zone?: string): int',
    'The day of the month, from 1.',
    'time.Now().getDate()',
    '1',
  ),
  cel(
    'getDayOfMonth(time: timestamp, zone?: string): int',
    'The day of the month, from 0.',
    'time.Now().getDayOfMonth()',
    '0',
  ),
  cel(
    'getDayOfWeek(time: timestamp, zone?: string): int',
    'The day of the week, Sunday being 0.',
    'time.Now().getDayOfWeek()',
    '3',
  ),
  cel(
    'getDayOfYear(time: timestamp, zone?: string): int',
    'The day of the year, from 0.',
    'timestamp("2024-01-02T00:00:00Z").getDayOfYear()',
    '1',
  ),
  cel(
    'getHours(value: any, zone?: string): int',
    'The hour of a time, or the hours of a duration.',
    'time.Now().getHours()',
    '12',
  ),
  cel(
    'getMinutes(value: any, zone?: string): int',
    'The minute of a time, or the minutes of a duration.',
    'duration("2h").getMinutes()',
    '120',
  ),
  cel(
    'getSeconds(value: any, zone?: string): int',
    'The second of a time, or the seconds of a duration.',
    'duration("2m").getSeconds()',
    '120',
  ),
  cel(
    'getMilliseconds(value: any, zone?: string): int',
    'The milliseconds of a time, or of a duration.',
    'elapsed.getMilliseconds()',
    '1500',
  ),
  cel('optional.of(value: any): any', 'A value that may be missing.', 'optional.of(1).hasValue()', 'true'),
  cel('optional.none(): any', 'A missing value.', 'optional.none().hasValue()', 'false'),
  cel(
    'hasValue(optional: any): bool',
    'Whether an optional value is there.',
    'check.?labels.?owner.hasValue()',
    'false',
  ),
  cel(
    'orValue(optional: any, otherwise: any): any',
    'An optional value, or another.',
    'check.?labels.?owner.orValue("nobody")',
    'nobody',
  ),
  cel(
    'or(optional: any, other: any): any',
    'An optional value, or another optional.',
    'check.?owner.or(check.?name).value()',
    'shop',
  ),
  cel(
    'value(optional: any): any',
    'An optional value; an error when it is missing.',
    'check.?name.value()',
    'shop',
  ),
]

const jsonpath = (signature: string, description: string, source: string, result: string) =>
  builtIn('jsonpath', signature, description, source, result)

export const jsonPathBuiltIns = [
  jsonpath(
    'length(value: any): int',
    'Length of a text, list or object.',
    '$.results.rows[?length(@.name) == 5].name',
    'web-1',
  ),
  jsonpath(
    'count(nodes: any): int',
    'How many nodes a path finds.',
    '$.results[?count(@.*) == 2][1].name',
    'web-2',
  ),
  jsonpath(
    'value(nodes: any): any',
    'The value of the one node that a path finds.',
    '$.results.rows[?value(@.ready) == true].name',
    'web-1',
  ),
  jsonpath(
    'match(text: string, pattern: string): bool',
    'Whether a pattern (RE2) matches a whole text.',
    '$.results.rows[?match(@.name, "web-[2-9]")].name',
    'web-2',
  ),
  jsonpath(
    'search(text: string, pattern: string): bool',
    'Whether a pattern (RE2) is found in a text.',
    '$.results.rows[?search(@.name, "2$")].restarts',
    '3',
  ),
]
