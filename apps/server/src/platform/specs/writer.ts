import { namedSource } from '@binnacle/contract/core'
import type { Row, Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { RequestError } from '../errors.ts'

/** The verbs of a kind of resource that has a spec, in the transaction of a write. */
interface SpecVerbs<Body> {
  /** @returns the id */
  create(
    body: Body,
    actor: Actor,
    given: { id: string | undefined; source: ReturnType<typeof namedSource> },
  ): Promise<string>
  replace(id: string, body: Body, actor: Actor): Promise<unknown>
  remove(id: string, actor: Actor): Promise<unknown>
  /** The stored resource; a change keeps of it what the client does not send. */
  toChange(id: string): Promise<Row>
}

/** What clients of the data service may write of a kind of resource. */
interface SpecRows<Body> {
  /** How an error names one, such as `canary`. */
  noun: string
  /** Columns that clients write; others are passed over. */
  shape: z.ZodObject & z.ZodType<Body>
}

/** Reads a row of a client, which sends whole rows with null for missing values. */
function readRow<Body>({ noun, shape }: SpecRows<Body>, row: Row): Body {
  const given = Object.keys(shape.shape).flatMap((key) => {
    const value = row[key] ?? undefined
    return value === undefined ? [] : [[key, value]]
  })
  const parsed = shape.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = problems
  throw new RequestError(
    'EINVALID',
    first === undefined ? `The ${noun} is not valid` : `${first.path}: ${first.message}`,
    problems,
  )
}

/**
 * Handles writes of resources with specs through the data service with the verbs of the API. Setting `deleted_at` removes
 * one, because clients do it so.
 * @param within the verbs in the transaction of the write
 */
export function createSpecWriter<Body>(
  rowsOf: SpecRows<Body>,
  within: (client: Parameters<Writer<Actor>>[0]['client']) => SpecVerbs<Body>,
): Writer<Actor> {
  return async ({ actor, action, rows, keys, client }) => {
    const verbs = within(client)
    if (action === 'insert') {
      const made: string[][] = []
      for (const row of rows) {
        const id = z
          .uuid()
          .optional()
          .safeParse(row['id'] ?? undefined)
        if (!id.success)
          throw new RequestError('EINVALID', 'id: is not an id', [{ path: 'id', message: 'is not an id' }])
        const source = namedSource(row['source'])
        made.push([await verbs.create(readRow(rowsOf, row), actor, { id: id.data, source })])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await verbs.remove(id, actor)
      else await verbs.replace(id, readRow(rowsOf, { ...(await verbs.toChange(id)), ...changes }), actor)
    }
    return keys
  }
}
