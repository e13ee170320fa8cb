import { ScriptFailure } from '../failure.ts'
import { define, type Runtime } from './definition.ts'
import { format } from './format.ts'
import { trimCharacters } from './parts.ts'
import { count, integer, list, text } from './take.ts'

/** Says beforehand how much a function makes, so that nothing larger is ever made. */
function charged({ budget }: Runtime, characters: number, make: () => string): string {
  budget.allocate(characters)
  return make()
}

function words(value: string): string[] {
  return value
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** Rules of Apache Commons' StringUtils.abbreviate, which gomplate follows; narrower than 4 (7 in the middle) is 4 (7). */
function abbreviated(value: string, offset: number, width: number): string {
  const dots = '...'
  const most = Math.max(4, width)
  if (value.length <= most) return value
  const start = Math.min(offset, value.length)
  const from = value.length - start < most - dots.length ? value.length - (most - dots.length) : start
  if (from <= 4) return value.slice(0, most - dots.length) + dots
  const middle = Math.max(7, most)
  return from + middle - dots.length < value.length
    ? dots + abbreviated(value.slice(from), 0, middle - dots.length)
    : dots + value.slice(value.length - (middle - dots.length))
}

function wrapped(value: string, width: number, lineBreak: string): string {
  const lines: string[] = []
  for (const line of value.split('\n')) {
    let current = ''
    for (const word of line.split(' ')) {
      if (current !== '' && current.length + 1 + word.length > width) {
        lines.push(current)
        current = word
      } else current = current === '' ? word : `${current} ${word}`
    }
    lines.push(current)
  }
  return lines.join(lineBreak)
}

export const stringFunctions = [
  define(
    'toUpper(text: string): string',
    'In capital letters.',
    { cel: ['"ab".toUpper()', 'AB'], template: ['{{ strings.ToUpper "ab" }}', 'AB'] },
    ([value]) => text(value).toUpperCase(),
    { also: ['strings.ToUpper'] },
  ),
  define(
    'toLower(text: string): string',
    'In lowercase letters.',
    { cel: ['"AB".toLower()', 'ab'], template: ['{{ .check.name | strings.ToLower }}', 'shop'] },
    ([value]) => text(value).toLowerCase(),
    { also: ['strings.ToLower'] },
  ),
  define(
    'title(text: string): string',
    'With a capital letter at the beginning of each word.',
    { cel: ['"foo bar".title()', 'Foo Bar'] },
    ([value]) =>
      text(value).replace(
        /(^|\s)(\p{L})/gu,
        (_, space: string, letter: string) => space + letter.toUpperCase(),
      ),
    { also: ['strings.Title'] },
  ),
  define(
    'trimSpace(text: string): string',
    'Without the white space around it.',
    { cel: ['trimSpace("  a ")', 'a'], template: ['{{ "  a " | trimSpace }}', 'a'] },
    ([value]) => text(value).trim(),
    { also: ['strings.TrimSpace'] },
  ),
  define(
    'trimLeft(text: string, characters: string): string',
    'Without any of the characters at the beginning.',
    { cel: ['"--a-".trimLeft("-")', 'a-'] },
    ([value, cut]) => trimCharacters(text(value), text(cut), true, false),
    { also: ['strings.TrimLeft'], subjectLast: true },
  ),
  define(
    'trimRight(text: string, characters: string): string',
    'Without any of the characters at the end.',
    { cel: ['"-a--".trimRight("-")', '-a'] },
    ([value, cut]) => trimCharacters(text(value), text(cut), false, true),
    { also: ['strings.TrimRight'], subjectLast: true },
  ),
  define(
    'trimPrefix(text: string, prefix: string): string',
    'Without a beginning, if it has it.',
    { cel: ['"v1.2".trimPrefix("v")', '1.2'], template: ['{{ "v1.2" | trimPrefix "v" }}', '1.2'] },
    ([value, prefix]) =>
      text(value).startsWith(text(prefix)) ? text(value).slice(text(prefix).length) : value,
    { also: ['strings.TrimPrefix'], subjectLast: true },
  ),
  define(
    'trimSuffix(text: string, suffix: string): string',
    'Without an ending, if it has it.',
    { cel: ['"a.json".trimSuffix(".json")', 'a'] },
    ([value, suffix]) =>
      text(suffix) !== '' && text(value).endsWith(text(suffix))
        ? text(value).slice(0, -text(suffix).length)
        : value,
    { also: ['strings.TrimSuffix'], subjectLast: true },
  ),
  define(
    'replaceAll(text: string, part: string, by: string): string',
    'Replaces every occurrence of a part.',
    { cel: ['"a-b-c".replaceAll("-", "+")', 'a+b+c'], template: ['{{ "a-b" | replaceAll "-" "+" }}', 'a+b'] },
    ([value, part, by], runtime) => {
      const pieces = text(part) === '' ? Array.from(text(value)) : text(value).split(text(part))
      return charged(runtime, text(value).length + pieces.length * text(by).length, () =>
        pieces.join(text(by)),
      )
    },
    { also: ['strings.ReplaceAll'], subjectLast: true },
  ),
  define(
    'replace(text: string, part: string, by: string, times?: int): string',
    'Replaces a part, everywhere or that many times.',
    { cel: ['"aaa".replace("a", "b", 2)', 'bba'] },
    ([value, part, by, times], runtime) => {
      const pieces = text(value).split(text(part))
      const most = times === undefined || integer(times) < 0 ? pieces.length : integer(times)
      return charged(runtime, text(value).length + pieces.length * text(by).length, () =>
        pieces.reduce((done, piece, index) => done + (index <= most ? text(by) : text(part)) + piece),
      )
    },
    { only: ['cel', 'javascript'] },
  ),
  define(
    'repeat(text: string, times: int): string',
    'A text so many times.',
    { cel: ['"ab".repeat(2)', 'abab'], template: ['{{ "ab" | repeat 2 }}', 'abab'] },
    ([value, times], runtime) => {
      const most = count(times, 1_000_000)
      return charged(runtime, text(value).length * most, () => text(value).repeat(most))
    },
    { also: ['strings.Repeat'], subjectLast: true },
  ),
  define(
    'charAt(text: string, index: int): string',
    'The character at a place, from 0; empty at the end.',
    { cel: ['"abc".charAt(1)', 'b'] },
    ([value, index]) => {
      const letters = Array.from(text(value))
      const at = integer(index)
      if (at < 0 || at > letters.length)
        throw new ScriptFailure(
          'arguments',
          `place ${at} is outside of a text of ${letters.length} characters`,
        )
      return letters[at] ?? ''
    },
    { only: ['cel'] },
  ),
  define(
    'reverse(value: any): any',
    'A text or a list backwards.',
    { cel: ['"abc".reverse()', 'cba'] },
    ([value]) =>
      typeof value === 'string' ? Array.from(value).toReversed().join('') : list(value).toReversed(),
    { also: ['coll.Reverse'] },
  ),
  define(
    'abbrev(text: string, offset?: int, width: int): string',
    'Cuts a text to a width and writes three dots for what is left out; with an offset, also for what is before it.',
    {
      cel: ['"hello world".abbrev(8)', 'hello...'],
      template: ['{{ "hello world" | strings.Abbrev 8 }}', 'hello...'],
    },
    ([value, ...numbers]) => {
      const [offset, width] = numbers.length > 1 ? numbers : [0n, numbers[0]]
      return abbreviated(text(value), count(offset, 1_000_000), count(width, 1_000_000))
    },
    { also: ['strings.Abbrev'], subjectLast: true },
  ),
  define(
    'wordWrap(text: string, width?: any, lineBreak?: string): string',
    'Broken into lines of at most that many characters, 80 unless given; words stay whole.',
    {
      cel: ['"aa bb cc".wordWrap(5)', 'aa bb\ncc'],
      template: ['{{ "aa bb" | strings.WordWrap 2 }}', 'aa\nbb'],
    },
    ([value, ...rest]) => {
      // One text is what stands between lines, as in gomplate.
      const [width, lineBreak] = typeof rest[0] === 'string' ? [undefined, rest[0]] : rest
      const between = lineBreak === undefined || lineBreak === '' ? '\n' : text(lineBreak)
      return wrapped(text(value), width === undefined ? 80 : count(width, 10_000), between)
    },
    { also: ['strings.WordWrap'], subjectLast: true },
  ),
  define(
    'camelCase(text: string): string',
    'Words joined, each but the first with a capital letter.',
    { cel: ['"hello world".camelCase()', 'helloWorld'] },
    ([value]) =>
      words(text(value))
        .map((word, index) => (index === 0 ? word : capitalised(word)))
        .join(''),
    { also: ['strings.CamelCase'] },
  ),
  define(
    'snakeCase(text: string): string',
    'Words joined by underscores.',
    { cel: ['"helloWorld again".snakeCase()', 'hello_World_again'] },
    ([value]) => words(text(value)).join('_'),
    { also: ['strings.SnakeCase'] },
  ),
  define(
    'kebabCase(text: string): string',
    'Words joined by hyphens.',
    { cel: ['"hello world".kebabCase()', 'hello-world'] },
    ([value]) => words(text(value)).join('-'),
    { also: ['strings.KebabCase'] },
  ),
  define(
    'slug(text: string): string',
    'In lowercase letters, anything else a hyphen: fit for addresses.',
    { cel: ['"Hello, World!".slug()', 'hello-world'] },
    ([value]) =>
      text(value)
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
        .replaceAll(' ', '-'),
    { also: ['strings.Slug'] },
  ),
  define(
    'runeCount(text: string): int',
    'How many characters a text has.',
    { cel: ['"naïve".runeCount()', '5'] },
    ([value]) => BigInt(Array.from(text(value)).length),
    { also: ['strings.RuneCount'] },
  ),
  define(
    'format(template: string, values: list): string',
    'Fills in %s, %d, %f, %x and other verbs of printf.',
    {
      cel: [
        '"%s has %d restarts".format([results.rows[1].name, results.rows[1].restarts])',
        'web-2 has 3 restarts',
      ],
    },
    ([template, values], { budget }) => format(text(template), list(values), budget),
    { only: ['cel'] },
  ),
]
