import type { Message } from './flow.ts'
import { messages } from './messages.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password.ts'

/** What somebody who guesses knows of a person. */
export interface PersonalFacts {
  email: string
  name: string
}

/** Shorter words say too little of a person to be refused inside a password. */
const SHORTEST_WORD = 3
/** So many characters must be left of a password without the words of a person in it. */
const ORIGINAL_CHARACTERS = 5
/** A common password with up to so many digits and signs around it is still a common one. */
const LONGEST_DECORATION = 6

const replacements: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
])

/** A text without the usual replacements of letters by digits and signs. */
function plain(text: string): string {
  return Array.from(text, (character) => replacements.get(character) ?? character).join('')
}

let loading: Promise<ReadonlySet<string>> | undefined

/** The list is large and rarely needed: it is loaded when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return loading
}

function isCommon(password: string, known: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
  const decorated = core.length >= 4 && lower.length - core.length <= LONGEST_DECORATION
  const candidates = [lower, plain(lower), ...(decorated ? [core, plain(core)] : [])]
  return candidates.some((candidate) => known.has(candidate))
}

/** One short piece over and over, or neighbours in the alphabet or on the number row. */
function isSimple(password: string): boolean {
  const lower = password.toLowerCase()
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(lower) && new Set(lower).size <= 4) return true
  const codes = Array.from(lower, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.length > 0 && steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}

function isSimilar(password: string, { email, name }: PersonalFacts): boolean {
  const words = [email.split('@')[0] ?? '', email, ...`${email} ${name}`.split(/[^\p{L}\p{N}]+/u)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
  return [password.toLowerCase(), plain(password.toLowerCase())].some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, '').replaceAll(plain(word), ''), text)
    return rest.length < text.length && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < ORIGINAL_CHARACTERS
  })
}

/**
 * What speaks against a new password; undefined when nothing does. Looks at nothing outside the machine.
 * @param facts the e-mail address and name of the person who chooses it
 */
export async function passwordFault(password: string, facts: PersonalFacts): Promise<Message | undefined> {
  if (password.length > LONGEST_PASSWORD) return messages.passwordTooLong
  if (Array.from(password).length < SHORTEST_PASSWORD) return messages.passwordTooShort
  if (isSimilar(password, facts)) return messages.passwordTooSimilar
  if (isSimple(password)) return messages.passwordSimple
  return isCommon(password, await commonPasswords()) ? messages.passwordCommon : undefined
}
