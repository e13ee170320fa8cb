/** Facts about a person and the installation that attackers know. */
export interface PasswordContext {
  email: string
  name: string
  /** Address of the product. */
  publicUrl: string
}

/** Shorter words are too common to be refused inside a password. */
const SHORTEST_WORD = 3
/** A password with this many letters besides context words is original. */
const ORIGINAL_LETTERS = 5
/** So is one with this many letters and digits, if most of them are digits. */
const ORIGINAL_CHARACTERS = 10

/**
 * Letters and the characters people type in their place. Each replaces one character by one, so positions stay the
 * same.
 */
const replacements: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '(': 'c',
}

/** Replaces digits and signs by the letters they stand for. The length stays the same. */
export function plain(text: string): string {
  return text.replaceAll(/[0134578@$!|+(9]/g, (character) => replacements[character] ?? character)
}

/** The same with l and i as one letter, because 1, ! and | stand for both. */
const plainWithL = (text: string): string => plain(text).replaceAll('l', 'i')

/** Words that must not be the main part of a password, the longest first. */
function wordsOf({ email, name, publicUrl }: PasswordContext): string[] {
  const host = URL.parse(publicUrl)?.hostname ?? ''
  const words = [
    'binnacle',
    email,
    email.split('@')[0] ?? '',
    host,
    ...`${email} ${name} ${host}`.split(/[^\p{L}\p{N}]+/u),
  ]
  return [...new Set(words.map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= SHORTEST_WORD && /\p{L}/u.test(word))
    .toSorted((a, b) => b.length - a.length)
}

/** Removes the words from a text. Returns the rest, and the longest removed word. */
function without(text: string, read: string, words: readonly string[], as: (word: string) => string) {
  const left = Array.from({ length: text.length }, (_, index) => text[index])
  let found: string | undefined
  let rest = read
  for (const word of words) {
    const wanted = as(word)
    for (let at = rest.indexOf(wanted); at >= 0; at = rest.indexOf(wanted, at)) {
      found ??= word
      left.fill(' ', at, at + wanted.length)
      rest = rest.slice(0, at) + ' '.repeat(wanted.length) + rest.slice(at + wanted.length)
    }
  }
  return { found, left: left.join('') }
}

function isOriginal(left: string): boolean {
  return (
    left.replaceAll(/[^\p{L}]/gu, '').length >= ORIGINAL_LETTERS ||
    left.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= ORIGINAL_CHARACTERS
  )
}

/**
 * Finds the context word that a password mainly consists of: the product, its host, or the name or address of the
 * person. Digits and signs count as the letters they stand for, and separators between letters are ignored.
 * @returns undefined if enough remains besides such words
 */
export function contextWordIn(password: string, context: PasswordContext): string | undefined {
  const words = wordsOf(context)
  const lower = password.toLowerCase()
  const texts = [
    lower,
    lower.replaceAll(/[^\p{L}\p{N}@$!|+(]/gu, ''),
    lower.replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ]
  for (const text of new Set(texts))
    for (const as of [(word: string) => word, plain, plainWithL]) {
      const { found, left } = without(text, as(text), words, as)
      if (found !== undefined && !isOriginal(left)) return found
    }
  return undefined
}
