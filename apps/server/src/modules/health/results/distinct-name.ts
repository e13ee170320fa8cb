import { createHash } from 'node:crypto'
import { LONGEST_NAME, storable } from './result.ts'

const DIGEST_CHARACTERS = 16

/**
 * The name under which a check is stored. One that has to be shortened or cleansed gets a digest of all of it, so that two
 * checks never become one, whether they are stored together or not.
 */
export function distinctName(name: string): string {
  const stored = storable(name, LONGEST_NAME)
  if (stored === name) return name
  const digest = createHash('sha256').update(name, 'utf16le').digest('hex').slice(0, DIGEST_CHARACTERS)
  const room = LONGEST_NAME - DIGEST_CHARACTERS - 2
  return `${stored.slice(0, room).toWellFormed()}… ${digest}`
}
