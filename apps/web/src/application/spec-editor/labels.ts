import { fail, type Result, succeed } from '@binnacle/contract/core'
import * as z from 'zod/mini'

/** Labels by name. */
export type Labels = Readonly<Record<string, string>>

const labels = z.record(z.string(), z.string())

/** Parses labels that are written as JSON. No text means no labels. @returns why they are not valid, in a sentence */
export function readLabels(text: string): Result<Labels, string> {
  if (text.trim() === '') return succeed({})
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail('This is not valid JSON.')
  }
  const parsed = labels.safeParse(value)
  if (!parsed.success) return fail('Enter an object whose values are texts, such as {"team": "payments"}.')
  return Object.hasOwn(parsed.data, '') ? fail('Enter a name for each label.') : succeed(parsed.data)
}
