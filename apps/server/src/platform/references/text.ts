import { fail, type Result, succeed } from '@binnacle/contract'

/** Bytes of a value; checks take no longer ones. */
export const LARGEST = 64_000

/** Reads bytes as a text, without the line ends after it. @returns why they are none */
export function textOf(bytes: Uint8Array): Result<string, string> {
  if (bytes.length > LARGEST) return fail(`it is larger than ${LARGEST} bytes`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return fail('it is no text')
  }
  return text.includes('\0') ? fail('it is no text') : succeed(text.replace(/[\r\n]+$/, ''))
}
