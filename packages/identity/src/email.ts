import { domainToASCII } from 'node:url'
import { fail, type Result, succeed } from '@binnacle/contract/core'

/** Characters. RFC 5321, section 4.5.3.1, without the brackets of a path. */
const LONGEST_ADDRESS = 254
const LONGEST_LOCAL_PART = 64
// Atoms of RFC 5322, which mail servers accept without quotes.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Parses an email address. All spellings in case and Unicode form are one address. A domain in other scripts is
 * converted to ASCII, and other scripts before the @ are refused, so that no two addresses look alike.
 * @returns the address in lower case, or what is wrong with it
 */
export function parseEmail(text: string): Result<string, 'malformed' | 'foreign-letters'> {
  if (text.length > 4 * LONGEST_ADDRESS) return fail('malformed')
  const address = text.trim().normalize('NFKC').toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const typed = address.slice(at + 1)
  // `domainToASCII` parses like a browser: it drops line breaks, decodes %61, and treats numbers as addresses.
  const domain = /^[\p{L}\p{M}\p{N}.。-]+$/u.test(typed) ? domainToASCII(typed) : ''
  if (at < 1 || local.length > LONGEST_LOCAL_PART || !domainName.test(domain)) return fail('malformed')
  if (/[^\p{ASCII}]/u.test(local)) return fail('foreign-letters')
  const whole = `${local}@${domain}`
  return localPart.test(local) && whole.length <= LONGEST_ADDRESS ? succeed(whole) : fail('malformed')
}

/** Returns the address to look an account up by. An invalid address stays a text that no account has. */
export function normaliseEmail(text: string): string {
  const parsed = parseEmail(text)
  return parsed.ok ? parsed.value : text.slice(0, LONGEST_ADDRESS).trim().normalize('NFKC').toLowerCase()
}
