import type { Message } from './flow.ts'
import { messages, passwordContains } from './messages.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password.ts'
import { contextWordIn, type PasswordContext, plain } from './password-words.ts'

/** A common password is still common with up to this many digits and signs around it. */
const LONGEST_DECORATION = 6

let loading: Promise<ReadonlySet<string>> | undefined

/** The list is large and rarely needed, so it is loaded when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return loading
}

/**
 * Whether a password is in a list of 49,000 leaked passwords. A longer list would need a service or gigabytes, and
 * limited guessing does not reach further.
 */
function isCommon(password: string, known: ReadonlySet<string>): boolean {
  const lower = password.toLowerCase()
  // bounded to 1024 characters: LONGEST_PASSWORD is validated first
  const start = lower.replace(/[^\p{L}]+$/u, '')
  const core = start.replace(/^[^\p{L}]+/u, '')
  const decorated = core.length >= 4 && lower.length - core.length <= LONGEST_DECORATION
  const candidates = [lower, plain(lower), ...(decorated ? [core, plain(core)] : [])]
  return candidates.some((candidate) => known.has(candidate))
}

/** Whether a password repeats one short piece, or is a sequence of the alphabet or the number row. */
function isSimple(password: string): boolean {
  const lower = password.toLowerCase()
  // bounded to 1024 characters: LONGEST_PASSWORD is validated first
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(lower) && new Set(lower).size <= 4) return true
  const codes = Array.from(lower, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.length > 0 && steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}

/**
 * Finds what is wrong with a new password, without leaving this machine.
 * @param context email address and name of the person, and address of the product
 * @returns undefined if nothing is wrong
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
