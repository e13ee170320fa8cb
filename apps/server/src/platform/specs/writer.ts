import { namedSource } from '@binnacle/contract/core'
import type { Row, Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Actor } from '../access/actor.ts'
import { RequestError } from '../errors.ts'
import type { WrittenSpec } from './read-spec.ts'

/** What the data service writes of a kind of resource with a spec. */
interface WritableSpecs<Metadata> {
  /** How an error names one, such as `canary`. */
  noun: string
  /** Columns that clients write besides the spec; others are passed over. */
  metadata: z.ZodObject & z.ZodType<Metadata>
  /** The verbs in the transaction of a write. */
  within(client: Parameters<Writer<Actor>>[0]['client']): {
    /** @returns the id */
    create(
      body: Metadata & WrittenSpec,
      actor: Actor,
      given: { id: string | undefined; source: ReturnType<typeof namedSource> },
    ): Promise<string>
    replace(id: string, body: Metadata & WrittenSpec, actor: Actor): Promise<unknown>
    remove(id: string, actor: Actor): Promise<unknown>
    /** The stored resource; a change keeps of it what the client does not send. */
    toChange(id: string): Promise<Row>
  }
}

/** Reads a row of a client, which sends whole rows with null for missing values. */
function readRow<Metadata>(
  { noun, metadata }: Pick<WritableSpecs<Metadata>, 'noun' | 'metadata'>,
  row: Row,
): Metadata & WrittenSpec {
  const given = Object.keys(metadata.shape).flatMap((key) => {
    const value = row[key] ?? undefined
    return value === undefined ? [] : [[key, value]]
  })
  const parsed = metadata.safeParse(Object.fromEntries(given))
  if (parsed.success) return { ...parsed.data, spec: row['spec'] ?? undefined }
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
 */
export function createSpecWriter<Metadata>(specs: WritableSpecs<Metadata>): Writer<Actor> {
  return async ({ actor, action, rows, keys, client }) => {
    const verbs = specs.within(client)
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
        made.push([await verbs.create(readRow(specs, row), actor, { id: id.data, source })])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await verbs.remove(id, actor)
      else await verbs.replace(id, readRow(specs, { ...(await verbs.toChange(id)), ...changes }), actor)
    }
    return keys
  }
}
