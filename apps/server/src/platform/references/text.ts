import { trimEndOf } from '@binnacle/contract/text'
import { fail, type Result, succeed } from '@binnacle/contract/core'

/** Most bytes of a value, as in fields of checks. */
export const LARGEST = 64_000

/** Decodes bytes as text without trailing line breaks. @returns the text, or why it is not text */
export function textOf(bytes: Uint8Array): Result<string, string> {
  if (bytes.length > LARGEST) return fail(`it is larger than ${LARGEST} bytes`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return fail('it is not text')
  }
  return text.includes('\0') ? fail('it is not text') : succeed(trimEndOf(text, '\r\n'))
}
