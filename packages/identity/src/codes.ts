import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const BACKUP_CODES = 12
// No letters that look like digits, and no vowels, so that codes form no words.
const alphabet = '23456789bcdfghjkmnpqrstvwxyz'
const CODE_LENGTH = 10

/** A code of 48 bits in two halves. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/**
 * Creates a code to email. It is long enough that guesses need no limit per account. Strangers could exhaust such a
 * limit to lock the owner out.
 */
export function newMailedCode(): string {
  return newCode()
}

/** Normalizes a typed code: removes blanks and dashes, and converts it to lower case. */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase()
}

/** Whether a text is as long as a backup code. Codes of apps are shorter. */
export function isAsLongAsBackupCode(typed: string): boolean {
  return plainCode(typed).length === CODE_LENGTH
}

/** Twelve codes of 48 bits, each in two halves. */
export function newBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, newCode)
}

/** A random text of 256 bits that is valid in URLs, cookies and headers. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Digest for texts that nobody can guess: tokens of 256 bits. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Digest for texts that could be guessed. Without the key it reveals nothing. */
export function keyedDigest(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Compares in constant time, which reveals nothing about the position of a difference. */
export function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
