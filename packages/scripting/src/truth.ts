import { fail, type Result, succeed } from '@binnacle/contract/core'

/** Texts that count as true or false. Source: documentation of Go's strconv.ParseBool. */
const yes = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])
const no = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False'])

/** What the text of a test says: true, false, or the reason why neither. */
export function truthOf(text: string): Result<boolean, string> {
  const trimmed = text.trim()
  if (yes.has(trimmed)) return succeed(true)
  if (no.has(trimmed)) return succeed(false)
  return fail(
    trimmed === ''
      ? 'expected true or false, got nothing'
      : `expected true or false, got ${JSON.stringify(trimmed.slice(0, 100))}`,
  )
}
