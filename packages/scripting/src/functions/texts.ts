import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { ForeignPattern } from '@binnacle/contract/patterns'
import semver from 'semver'
import { isUuid } from '@binnacle/contract/core'
import type { Budget } from '../budget.ts'
import { ScriptFailure } from '../failure.ts'
import { found, matchesIn, parts } from '../regex.ts'
import { define, type Runtime } from './definition.ts'
import { asStruct } from './go-struct.ts'
import { integer, names, text } from './take.ts'

function hash(algorithm: string, value: unknown): string {
  return createHash(algorithm)
    .update(value instanceof Uint8Array ? value : text(value))
    .digest('hex')
}

const hashed = (name: string, algorithm: string, example: string) =>
  define(
    `crypto.${name}(text: string): string`,
    `The ${name} of a text in hexadecimal digits.`,
    { cel: [`crypto.${name}("a").size()`, example] },
    ([value]) => hash(algorithm, value),
    { also: [`crypto.${name.toLowerCase()}`] },
  )

/** Random bits in the form of a version 4 identifier. */
function uuid({ random }: Runtime): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replaceAll(/[xy]/g, (letter) => {
    const digit = Math.floor(random() * 16)
    return (letter === 'x' ? digit : 8 + (digit % 4)).toString(16)
  })
}

/** The form of version 5 of RFC 9562 in the namespace of zeros, but by SHA-256, as gomplate makes it. */
function hashUuid(name: string): string {
  const bytes = createHash('sha256').update(Buffer.alloc(16)).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function version(value: unknown): semver.SemVer {
  const read = semver.parse(text(value), { loose: true }) ?? semver.coerce(text(value))
  if (read === null)
    throw new ScriptFailure('arguments', `${JSON.stringify(value)} is not a version; write it as 1.2.3`)
  return read
}

function firstMatch(source: unknown, value: unknown, budget: Budget): string {
  const first = matchesIn(text(source), text(value), budget).next()
  return first.done === true ? '' : (first.value.group() ?? '')
}

function allMatches(source: unknown, value: unknown, most: unknown, budget: Budget): string[] {
  const limit = integer(most) < 0 ? Number.POSITIVE_INFINITY : integer(most)
  const all: string[] = []
  if (limit === 0) return all
  for (const match of matchesIn(text(source), text(value), budget)) {
    all.push(match.group() ?? '')
    if (all.length >= limit) break
  }
  return all
}

/** A group of a match by its number or name; a group that does not exist is empty, as in Go. */
function groupOf(match: ReturnType<ForeignPattern['matcher']>, name: string): string {
  if (/^\d+$/.test(name)) return Number(name) <= match.groupCount() ? (match.group(Number(name)) ?? '') : ''
  try {
    return match.group(name) ?? ''
  } catch {
    return ''
  }
}

export const textFunctions = [
  hashed('SHA1', 'sha1', '40'),
  hashed('SHA224', 'sha224', '56'),
  hashed('SHA256', 'sha256', '64'),
  hashed('SHA384', 'sha384', '96'),
  hashed('SHA512', 'sha512', '128'),
  define(
    'uuid.V4(): string',
    'A random identifier.',
    { cel: ['uuid.IsValid(uuid.V4())', 'true'] },
    (_, runtime) => uuid(runtime),
  ),
  define(
    'uuid.Nil(): string',
    'The identifier of zeros.',
    { cel: ['uuid.Nil().charAt(0)', '0'] },
    () => '00000000-0000-0000-0000-000000000000',
  ),
  define(
    'uuid.IsValid(text: string): bool',
    'Whether a text is an identifier.',
    { cel: ['uuid.IsValid("shop")', 'false'] },
    ([value]) => isUuid(text(value)),
  ),
  define(
    'uuid.HashUUID(...values: any): string',
    'An identifier that is the same for the same values, given as a list or one by one.',
    { cel: ['uuid.HashUUID("a", "b")', '22c078ba-731c-5c77-838b-77f0998f8057'] },
    (values) => hashUuid(names(values).join('')),
  ),
  define(
    'regexp.Match(pattern: string, text: string): bool',
    'Whether a pattern (RE2) is found in a text.',
    {
      cel: ['regexp.Match("[0-9]+$", "web-12")', 'true'],
      template: ['{{ "web-12" | regexp.Match "^web" }}', 'true'],
    },
    ([source, value]) => found(text(source), text(value)),
  ),
  define(
    'matches(text: string, pattern: string): bool',
    'Whether a pattern (RE2, so `(?i)` works) is found in a text.',
    { cel: ['"Hello".matches("(?i)^hel+o$")', 'true'] },
    ([value, source]) => found(text(source), text(value)),
    { only: ['cel'] },
  ),
  define(
    'regexp.Find(pattern: string, text: string): string',
    'The first piece that a pattern matches; empty when none does.',
    { cel: ['regexp.Find("[0-9]{2}", "a1b22")', '22'] },
    ([source, value], { budget }) => firstMatch(source, value, budget),
  ),
  define(
    'find(text: string, pattern: string): string',
    'The first piece that a pattern matches; empty when none does.',
    { cel: ['"a1b22".find("[0-9]{2}")', '22'] },
    ([value, source], { budget }) => firstMatch(source, value, budget),
    { only: ['cel', 'javascript'] },
  ),
  define(
    'regexp.FindAll(pattern: string, most?: int, text: string): list',
    'All pieces that a pattern matches, or so many.',
    {
      cel: ['regexp.FindAll("[0-9]+", "a1b22")', '[1 22]'],
      template: ['{{ "a1b22" | regexp.FindAll "[0-9]" 2 }}', '[1 2]'],
    },
    ([source, ...rest], { budget }) =>
      allMatches(source, rest.at(-1), rest.length > 1 ? rest[0] : -1, budget),
  ),
  define(
    'findAll(text: string, pattern: string, most?: int): list',
    'All pieces that a pattern matches, or so many.',
    { cel: ['"a1b22".findAll("[0-9]+")', '[1 22]'] },
    ([value, source, most = -1], { budget }) => allMatches(source, value, most, budget),
    { only: ['cel', 'javascript'] },
  ),
  define(
    'regexp.Replace(pattern: string, by: string, text: string): string',
    'Replaces all that a pattern matches; $1 stands for its first group, ${name} for a named one.',
    {
      cel: ['regexp.Replace("[0-9]", "#", "a1b2")', 'a#b#'],
      template: ['{{ "a1" | regexp.Replace "([0-9])" "<$1>" }}', 'a<1>'],
    },
    ([source, by, value], { budget }) => {
      // Each match may be replaced by the whole text again, so nothing is made before it is charged.
      let result = ''
      let end = 0
      for (const match of matchesIn(text(source), text(value), budget)) {
        const by_ = text(by).replaceAll(
          /\$(?:\{(\w+)\}|(\w+)|(\$))/g,
          (_, a?: string, b?: string, dollar?: string) =>
            dollar === undefined ? groupOf(match, a ?? b ?? '') : '$',
        )
        result += text(value).slice(end, match.start()) + by_
        budget.allocate(by_.length + 1)
        end = match.end()
      }
      return result + text(value).slice(end)
    },
  ),
  define(
    'regexp.Split(pattern: string, most?: int, text: string): list',
    'Parts of a text between matches of a pattern; at most so many, of which the last keeps the rest.',
    {
      cel: ['regexp.Split("[0-9]+", "a1b22c")', '[a b c]'],
      template: ['{{ index ("a b c" | regexp.Split " " 2) 1 }}', 'b c'],
    },
    ([source, ...rest], { budget }) =>
      parts(text(source), text(rest.at(-1)), budget, rest.length > 1 ? integer(rest[0]) : -1),
  ),
  define(
    'regexp.QuoteMeta(text: string): string',
    'A text as a pattern that matches only itself.',
    { cel: ['regexp.QuoteMeta("a.b")', 'a\\.b'] },
    ([value]) => text(value).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  ),
  define(
    'filepath.Base(path: string): string',
    'The last part of a path.',
    { cel: ['filepath.Base("/a/b.txt")', 'b.txt'], template: ['{{ filepath.Base "/a/b.txt" }}', 'b.txt'] },
    ([value]) => posix.basename(text(value)) || '.',
    { also: ['path.Base'] },
  ),
  define(
    'filepath.Dir(path: string): string',
    'A path without its last part.',
    { cel: ['filepath.Dir("/a/b.txt")', '/a'] },
    ([value]) => posix.dirname(text(value)),
    { also: ['path.Dir'] },
  ),
  define(
    'filepath.Ext(path: string): string',
    'The ending of a path with its dot.',
    { cel: ['filepath.Ext("/a/b.txt")', '.txt'] },
    ([value]) => /\.[^./]*$/.exec(text(value))?.[0] ?? '',
    { also: ['path.Ext'] },
  ),
  define(
    'filepath.Clean(path: string): string',
    'The shortest path to the same place.',
    { cel: ['filepath.Clean("/a/../b/./c")', '/b/c'] },
    ([value]) => posix.normalize(text(value)).replace(/(.)\/$/, '$1'),
    { also: ['path.Clean'] },
  ),
  define(
    'filepath.Join(...parts: any): string',
    'One path of several parts.',
    { cel: ['filepath.Join(["a", "b"])', 'a/b'] },
    (parts) => posix.join(...names(parts)).replace(/(.)\/$/, '$1'),
    { also: ['path.Join'] },
  ),
  define(
    'filepath.IsAbs(path: string): bool',
    'Whether a path begins at the root.',
    { cel: ['filepath.IsAbs("/a")', 'true'] },
    ([value]) => posix.isAbsolute(text(value)),
    { also: ['path.IsAbs'] },
  ),
  define(
    'filepath.Split(path: string): list',
    'A path in two: its folder with the slash, and its last part.',
    { cel: ['filepath.Split("/a/b.txt")', '[/a/ b.txt]'] },
    ([value]) => [
      text(value).slice(0, text(value).lastIndexOf('/') + 1),
      text(value).slice(text(value).lastIndexOf('/') + 1),
    ],
    { also: ['path.Split'] },
  ),
  define(
    'Semver(version: string): map',
    'Parts of a version: major, minor, patch, prerelease, metadata, original.',
    {
      cel: ['Semver("v1.2.3-rc.1").prerelease', 'rc.1'],
      template: ['{{ (semver "1.2.3-rc.1").Prerelease }}', 'rc.1'],
    },
    ([value]) => {
      const { major, minor, patch, prerelease, build } = version(value)
      return asStruct({
        major: BigInt(major),
        minor: BigInt(minor),
        patch: BigInt(patch),
        prerelease: prerelease.join('.'),
        metadata: build.join('.'),
        original: text(value),
      })
    },
    { also: ['semver'] },
  ),
  define(
    'SemverCompare(constraint: string, version: string): bool',
    'Whether a version keeps a constraint such as ^1.2 or >= 2, < 3.',
    {
      cel: ['SemverCompare(">= 1.2", "1.10.0")', 'true'],
      template: ['{{ semverCompare "^1.2" "2.0.0" }}', 'false'],
    },
    ([constraint, value]) => {
      const range = text(constraint).replaceAll(',', ' ')
      if (semver.validRange(range) === null)
        throw new ScriptFailure(
          'arguments',
          `${JSON.stringify(constraint)} is not a constraint; write it as >= 1.2`,
        )
      return semver.satisfies(version(value), range)
    },
    { also: ['semverCompare'] },
  ),
]
