import { define } from './definition.ts'
import { integer, text } from './take.ts'

/**
 * Functions that look for parts of a text. In templates each exists twice, as in gomplate: those of `strings` take the
 * text last, so that a pipe can hand it over, and the bare names take it first, as Go does.
 */

/** Cuts any of the characters off both ends, or off one. */
export function trimCharacters(value: string, characters: string, left: boolean, right: boolean): string {
  const cut = new Set(Array.from(characters))
  const letters = Array.from(value)
  const kept = (letter: string) => !cut.has(letter)
  const from = left ? letters.findIndex(kept) : 0
  const to = right ? letters.findLastIndex(kept) + 1 : letters.length
  return from === -1 ? '' : letters.slice(from, to).join('')
}

/** At most so many parts, of which the last keeps the rest; all for a negative number. */
function split(value: unknown, separator: unknown, most = -1): string[] {
  const all = text(separator) === '' ? Array.from(text(value)) : text(value).split(text(separator))
  if (most === 0) return []
  return most < 0 || all.length <= most
    ? all
    : [...all.slice(0, most - 1), all.slice(most - 1).join(text(separator))]
}

const trim = ([value, cut]: readonly unknown[]) =>
  cut === undefined ? text(value).trim() : trimCharacters(text(value), text(cut), true, true)
const contains = ([value, part]: readonly unknown[]) => text(value).includes(text(part))
const hasPrefix = ([value, prefix]: readonly unknown[]) => text(value).startsWith(text(prefix))
const hasSuffix = ([value, suffix]: readonly unknown[]) => text(value).endsWith(text(suffix))
const splitAll = ([value, separator]: readonly unknown[]) => split(value, separator)

const piped = { subjectLast: true, only: ['template', 'javascript'] } as const
const bare = { only: ['template', 'javascript'] } as const

export const partFunctions = [
  define(
    'contains(text: string, part: string): bool',
    'Whether a text has a part. In a pipe use strings.Contains, which takes the text last.',
    { template: ['{{ contains .content "ok" }}', 'true'], javascript: ['contains(content, "ok")', 'true'] },
    contains,
    bare,
  ),
  define(
    'strings.Contains(text: string, part: string): bool',
    'Whether a text has a part.',
    { template: ['{{ "hello" | strings.Contains "ell" }}', 'true'] },
    contains,
    piped,
  ),
  define(
    'hasPrefix(text: string, prefix: string): bool',
    'Whether a text begins so. In a pipe use strings.HasPrefix, which takes the text last.',
    { cel: ['"hello".hasPrefix("he")', 'true'], template: ['{{ hasPrefix "hello" "he" }}', 'true'] },
    hasPrefix,
  ),
  define(
    'strings.HasPrefix(text: string, prefix: string): bool',
    'Whether a text begins so.',
    { template: ['{{ "hello" | strings.HasPrefix "he" }}', 'true'] },
    hasPrefix,
    { subjectLast: true },
  ),
  define(
    'hasSuffix(text: string, suffix: string): bool',
    'Whether a text ends so. In a pipe use strings.HasSuffix, which takes the text last.',
    { cel: ['"hello".hasSuffix("lo")', 'true'], template: ['{{ hasSuffix "hello" "lo" }}', 'true'] },
    hasSuffix,
  ),
  define(
    'strings.HasSuffix(text: string, suffix: string): bool',
    'Whether a text ends so.',
    { template: ['{{ "hello" | strings.HasSuffix "lo" }}', 'true'] },
    hasSuffix,
    { subjectLast: true },
  ),
  define(
    'split(text: string, separator: string): list',
    'Parts of a text between separators. In a pipe use strings.Split, which takes the text last.',
    { template: ['{{ split "a,b" "," | len }}', '2'] },
    splitAll,
    bare,
  ),
  define(
    'strings.Split(text: string, separator: string): list',
    'Parts of a text between separators.',
    { template: ['{{ "a,b" | strings.Split "," | len }}', '2'] },
    splitAll,
    piped,
  ),
  define(
    'splitN(text: string, separator: string, parts: int): list',
    'At most that many parts; the last one keeps the rest.',
    { cel: ['"a,b,c".splitN(",", 2)[1]', 'b,c'] },
    ([value, separator, parts]) => split(value, separator, integer(parts)),
    { only: ['cel', 'javascript'] },
  ),
  define(
    'trim(text: string, characters?: string): string',
    'Without any of the characters, or white space, at both ends. In a pipe use strings.Trim, which takes the text last.',
    { template: ['{{ trim "--a-b--" "-" }}', 'a-b'] },
    trim,
    bare,
  ),
  define(
    'strings.Trim(text: string, characters: string): string',
    'Without any of the characters at both ends.',
    { template: ['{{ "--a-b--" | strings.Trim "-" }}', 'a-b'] },
    trim,
    piped,
  ),
]
