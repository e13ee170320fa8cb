import type { Message } from './flow.ts'
import { messages, passwordContains } from './messages.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password.ts'
import { contextWordIn, type PasswordContext, plain } from './password-words.ts'

/** A common password with up to so many digits and signs around it is still a common one. */
const LONGEST_DECORATION = 6

let loading: Promise<ReadonlySet<string>> | undefined

/** The list is large and rarely needed: it is loaded when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return loading
}

/**
 * Whether a list of 49,000 leaked passwords has this one. More would need a service or gigabytes, and limited guessing
 * reaches no further.
 */
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

/**
 * What speaks against a new password; undefined when nothing does. Looks at nothing outside the machine.
 * @param context the email address and name of the person who chooses it, and where it is used
 */
export async function passwordFault(
  password: string,
  context: PasswordContext,
): Promise<Message | undefined> {
  if (password.length > LONGEST_PASSWORD) return messages.passwordTooLong
  if (Array.from(password).length < SHORTEST_PASSWORD) return messages.passwordTooShort
  const word = contextWordIn(password, context)
  if (word !== undefined) return passwordContains(word)
  if (isSimple(password)) return messages.passwordSimple
  return isCommon(password, await commonPasswords()) ? messages.passwordCommon : undefined
}
