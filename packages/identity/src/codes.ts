import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const BACKUP_CODES = 12
// No letters that are mistaken for digits, and none that make words.
const alphabet = '23456789bcdfghjkmnpqrstvwxyz'
const CODE_LENGTH = 10

/** A code of 48 bits, written in two halves. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/**
 * Creates a code to email. It is long enough that guesses need no limit for each account, which strangers could use up
 * to keep the owner out.
 */
export function newMailedCode(): string {
  return newCode()
}

/** Digits that were typed, without the blanks that people put between them. */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase()
}

/** Whether a text has the length of a backup code, which a code of an app has not. */
export function isAsLongAsBackupCode(typed: string): boolean {
  return plainCode(typed).length === CODE_LENGTH
}

/** Twelve codes of 48 bits each, written in two halves. */
export function newBackupCodes(): string[] {
  return Array.from({ length: BACKUP_CODES }, newCode)
}

/** A random text of 256 bits that fits in addresses, cookies and headers. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** For texts that nobody can guess: tokens of 256 bits. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** For texts that could be guessed: without the key their digests tell nothing. */
export function keyedDigest(key: Buffer, ...parts: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Compares in a time that tells nothing of where two differ. */
export function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
