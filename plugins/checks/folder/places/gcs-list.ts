import { fail, type Result, succeed } from '@binnacle/contract/core'
import { z } from 'zod'

// The parts of the answer of Objects: list that are used (Cloud Storage's JSON API reference).
const listShape = z.object({
  items: z
    .array(z.object({ name: z.string(), size: z.coerce.number(), updated: z.coerce.date() }))
    // A page has a thousand; a server that gives more is none, or means to take time.
    .max(10_000)
    .default([]),
  nextPageToken: z.string().optional(),
})

/** One page of the objects of a bucket. */
export type ObjectPage = z.output<typeof listShape>

/** Reads the answer of the storage: a worker's task. @returns the page; fails where the answer is something else */
export function readObjectPage(text: string): Result<ObjectPage, 'no list'> {
  try {
    const parsed = listShape.safeParse(JSON.parse(text))
    return parsed.success ? succeed(parsed.data) : fail('no list')
  } catch {
    return fail('no list')
  }
}
