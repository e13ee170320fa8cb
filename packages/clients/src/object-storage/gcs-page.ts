import { fail, type Result, succeed } from '@binnacle/contract/core'
import { z } from 'zod'

// The fields of the answer of Objects: list that the check uses (Cloud Storage's JSON API reference).
const listShape = z.object({
  items: z
    .array(z.object({ name: z.string(), size: z.coerce.number(), updated: z.coerce.date() }))
    // Google's pages have a thousand. A server with far more is not Google's, or wants to waste time.
    .max(10_000)
    .default([]),
  nextPageToken: z.string().optional(),
})

/** One page of the objects of a bucket. */
export type ObjectPage = z.output<typeof listShape>

/** Parses the storage's answer. Runs in a worker. @returns the page, or a failure for any other answer */
export function readObjectPage(text: string): Result<ObjectPage, 'no list'> {
  try {
    const parsed = listShape.safeParse(JSON.parse(text))
    return parsed.success ? succeed(parsed.data) : fail('no list')
  } catch {
    return fail('no list')
  }
}
