import type { RunContext } from '../core/run-context.ts'

/** Characters after an excerpt in which a secret that starts inside it may end. */
const MARGIN = 65_536

/** What an excerpt needs of a run. */
type Redacting = Pick<RunContext, 'redact'>

/**
 * Returns the start of a text. It redacts before it cuts, because half a secret cannot be recognized.
 * @param longest most characters
 */
export function excerpt({ redact }: Redacting, text: string, longest: number): string {
  return text.length <= longest ? text : redact(text.slice(0, longest + MARGIN)).slice(0, longest)
}

/** Returns the end of a text, without the second half of a secret at its start. */
export function excerptOfEnd({ redact }: Redacting, text: string, longest: number): string {
  return text.length <= longest ? text : redact(text.slice(-longest - MARGIN)).slice(-longest)
}

/** Like `excerpt`, for bytes of UTF-8, which may be many more than the excerpt. */
export function excerptOfBytes(context: Redacting, bytes: Buffer, longest: number): string {
  return excerpt(context, bytes.subarray(0, 4 * (longest + MARGIN)).toString('utf8'), longest)
}
