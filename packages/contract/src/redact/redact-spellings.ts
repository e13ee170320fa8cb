/** Redacting shorter secrets would hide parts of ordinary words and reveal the secret by the gaps. */
export const SHORTEST = 3
/** From this length on, the search also includes encodings, not only escapes. */
const TELLING = 4

/** From this length on, the search also includes spellings in other letters, which are no ordinary words then. */
const LONG = 8

/** Longer secrets are split into pieces, so that the search finds parts of them. A multiple of 3 because of Base64. */
const PIECE = 240
const LONGEST_WHOLE = 2 * PIECE
/** For longer secrets the search includes only spellings that programs produce by themselves. */
const LONGEST_RARE = 16_384

const encoder = new TextEncoder()

function base64(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}

/**
 * The Base64 of a secret inside a longer text, such as `user:secret` of basic authentication: the characters that only
 * the secret determines, for each of the three offsets.
 */
function base64Within(bytes: readonly number[]): string[] {
  return [0, 1, 2].map((before) => {
    const digits = base64([...Array.from({ length: before }, () => 0), ...bytes])
    const decided = Math.floor(((before + bytes.length) * 8) / 6)
    return digits.slice(Math.ceil((before * 8) / 6), decided)
  })
}

const htmlNames: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escapeHtml = (text: string, apostrophe = '&#39;') =>
  text.replaceAll(/[&<>"']/g, (sign) => (sign === "'" ? apostrophe : (htmlNames.get(sign) ?? sign)))

/** Escapes control characters with letters or numbers, as C and the shells' $'…' do. */
const escapeC = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/\\u00([0-9a-f]{2})/g, String.raw`\x$1`)

function plainEscapes(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ x: secret }).toString().slice(2),
    base64([...encoder.encode(secret)]),
    JSON.stringify(secret).slice(1, -1),
    escapeC(secret),
    escapeHtml(secret),
    escapeHtml(secret, '&apos;'),
    escapeHtml(secret, '&#x27;'),
    secret.replaceAll("'", String.raw`'\''`),
  ]
}

/** Spellings with the number of every character or byte, whatever separates the numbers. */
function numbersOf(secret: string, bytes: readonly number[]): string[] {
  const units = Array.from({ length: secret.length }, (_, index) => secret.charCodeAt(index))
  const hexadecimal = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
  return [
    ...['x', '0x', 'u', 'u00', 'U000000'].map((mark) =>
      bytes.map((byte) => `${mark}${hexadecimal(byte, 2)}`).join(' '),
    ),
    units.map((unit) => hexadecimal(unit, 4)).join(' '),
    units.map((unit) => `u${hexadecimal(unit, 4)}`).join(' '),
    bytes.map((byte) => `${hexadecimal(byte, 2)}00`).join(' '),
    bytes.map((byte) => byte.toString()).join(' '),
    bytes.map((byte) => byte.toString().padStart(3, '0')).join(' '),
    bytes.map((byte) => byte.toString(8).padStart(3, '0')).join(' '),
    bytes.map((byte) => byte.toString(2).padStart(8, '0')).join(' '),
  ]
}

function piecesOf(secret: string): string[] {
  if (secret.length <= LONGEST_WHOLE) return [secret]
  const count = Math.floor(secret.length / PIECE)
  return Array.from({ length: count }, (_, index) =>
    secret.slice(index * PIECE, index === count - 1 ? undefined : (index + 1) * PIECE),
  )
}

function rareSpellings(piece: string): string[] {
  const bytes = [...encoder.encode(piece)]
  return [
    Array.from(piece).toReversed().join(''),
    ...(piece.length < LONG ? [] : [piece.toUpperCase(), piece.toLowerCase()]),
    ...numbersOf(piece, bytes),
  ]
}

/** The spellings in which a secret may appear. The search ignores punctuation, white space and case. */
export function spellingsOf(secret: string): string[] {
  if (secret.length < TELLING) return []
  const pieces = piecesOf(secret)
  const common = pieces.flatMap((piece) => {
    const bytes = [...encoder.encode(piece)]
    const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return [...plainEscapes(piece), ...base64Within(bytes), digits]
  })
  return secret.length > LONGEST_RARE ? common : [...common, ...pieces.flatMap(rareSpellings)]
}

const separators = [
  ' ',
  '  ',
  '\n',
  '\t',
  '-',
  ':',
  ',',
  ', ',
  '.',
  '_',
  '/',
  '|',
  ';',
  '","',
  '", "',
  "', '",
]

/** A secret in groups of characters, for secrets with so much punctuation that the search cannot ignore it. */
export function splitSpellings(secret: string): string[] {
  const characters = Array.from(secret)
  if (characters.length < TELLING) return []
  return [characters, characters.toReversed()].flatMap((written) =>
    [1, 2, 3, 4].flatMap((size) => {
      // Dates, times and addresses are numbers in groups.
      if (size >= written.length || (size > 1 && /^\d+$/.test(secret))) return []
      const groups = Array.from({ length: Math.ceil(written.length / size) }, (_, index) =>
        written.slice(index * size, (index + 1) * size).join(''),
      )
      return separators.map((separator) => groups.join(separator))
    }),
  )
}

/** The spellings of a secret with few letters or digits, which the search compares exactly. */
export function literalSpellings(secret: string): string[] {
  return secret.length === SHORTEST ? plainEscapes(secret).slice(0, 5) : []
}
