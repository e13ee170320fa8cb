import { createReplacement } from './linear-search.ts'

const MASK = '***'

/** Shorter secrets would blank out ordinary words and give themselves away by what is missing. */
const SHORTEST = 3

/** From this length on, spellings that could be an ordinary word or a chance sequence are replaced too. */
const LONG = 8

const encoder = new TextEncoder()

function base64(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Base64 of a secret as it looks within a longer text, such as `user:secret` of basic authentication: the digits that
 * only the secret decides, for each of the three places at which it can begin.
 */
function base64Within(bytes: readonly number[]): string[] {
  return [0, 1, 2].map((before) => {
    const digits = base64([...Array.from({ length: before }, () => 0), ...bytes])
    const decided = Math.floor(((before + bytes.length) * 8) / 6)
    return digits.slice(Math.ceil((before * 8) / 6), decided)
  })
}

function spellingsOf(secret: string): string[] {
  const bytes = [...encoder.encode(secret)]
  const whole = base64(bytes)
  const common = [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    whole,
    JSON.stringify(secret).slice(1, -1),
  ]
  if (secret.length < LONG) return common
  const hexadecimal = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const within = base64Within(bytes)
  return [
    ...common,
    ...within,
    ...[whole.replace(/=+$/, ''), ...within].map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    hexadecimal,
    hexadecimal.toUpperCase(),
    secret.toUpperCase(),
    secret.toLowerCase(),
    Array.from(secret).toReversed().join(''),
    new URLSearchParams({ x: secret }).toString().slice(2),
  ]
}

/**
 * Makes a function that replaces every given secret in a text, in the spellings in which it commonly comes back
 * (as it is, URL-encoded, Base64, JSON-escaped; long ones also within Base64, in hexadecimal digits, in capital or
 * small letters, and backwards).
 * @param secrets values as they were resolved; shorter than three characters are left alone
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(spellingsOf))
  if (spellings.size === 0) return (text) => text
  const longestFirst = [...spellings]
    .sort((a, b) => b.length - a.length)
    .map((spelling) => createReplacement(spelling, MASK))
  return (text) => longestFirst.reduce((rest, replace) => replace(rest), text)
}

/** Applies a text replacement to every string inside a JSON-like value, keys included. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]),
    )
  return value
}
