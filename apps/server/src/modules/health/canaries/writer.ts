import { namedSource } from '@binnacle/contract/core'
import type { Row, Writer } from '@binnacle/data-api'
import { z } from 'zod'
import { RequestError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { canaryMetadata } from '../canary-spec/canary.ts'
import type { CanaryBody, CanaryVerbs } from './verbs.ts'

const rowShape = canaryMetadata.extend({ spec: z.unknown() })

/** Reads a row of a client, which sends whole rows with null for missing values. */
function parseRow(row: Row): CanaryBody {
  const given = Object.keys(rowShape.shape).flatMap((key) => {
    const value = row[key] ?? undefined
    return value === undefined ? [] : [[key, value]]
  })
  const parsed = rowShape.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = problems
  throw new RequestError(
    'EINVALID',
    first === undefined ? 'The canary is not valid' : `${first.path}: ${first.message}`,
    problems,
  )
}

/**
 * Handles writes of canaries through the data service with the verbs of the API. Setting `deleted_at` removes a canary,
 * because clients do it so.
 */
export function createCanaryWriter(canaries: CanaryVerbs): Writer<Actor> {
  return async ({ actor, action, rows, keys, client }) => {
    const verbs = canaries.within(client)
    if (action === 'insert') {
      const made: string[][] = []
      for (const row of rows) {
        const id = z.uuid().optional().safeParse(row['id'])
        if (!id.success)
          throw new RequestError('EINVALID', 'id: is not an id', [{ path: 'id', message: 'is not an id' }])
        const source = namedSource(row['source'])
        made.push([await verbs.create(parseRow(row), actor, { id: id.data, source })])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await verbs.remove(id, actor)
      else {
        const { name, namespace, labels, annotations, spec } = await verbs.toChange(id)
        await verbs.replace(id, parseRow({ name, namespace, labels, annotations, spec, ...changes }), actor)
      }
    }
    return keys
  }
}
