import type { CheckContext } from './check.ts'

/** Characters beyond an excerpt in which a secret that begins in it may end. */
const MARGIN = 65_536

/** What an excerpt needs of a run. */
type Redacting = Pick<CheckContext, 'redact'>

/**
 * The beginning of a text. Secrets are taken out before it is cut, as nobody recognizes the first half of one.
 * @param longest characters that are kept
 */
export function excerpt({ redact }: Redacting, text: string, longest: number): string {
  return text.length <= longest ? text : redact(text.slice(0, longest + MARGIN)).slice(0, longest)
}

/** The end of a text, without the second half of a secret at its beginning. */
export function excerptOfEnd({ redact }: Redacting, text: string, longest: number): string {
  return text.length <= longest ? text : redact(text.slice(-longest - MARGIN)).slice(-longest)
}

/** The same for bytes of UTF-8, which may be many more than are kept. */
export function excerptOfBytes(context: Redacting, bytes: Buffer, longest: number): string {
  return excerpt(context, bytes.subarray(0, 4 * (longest + MARGIN)).toString('utf8'), longest)
}
