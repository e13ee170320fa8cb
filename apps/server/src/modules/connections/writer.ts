import { connectionForm } from '@binnacle/contract/connections'
import { namedSource } from '@binnacle/contract/core'
import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import { parseRow } from '../../platform/data/rows.ts'
import type { Actor } from '../../platform/access/actor.ts'
import type { ConnectionVerbs } from './verbs.ts'

const chosenId = z.object({ id: z.uuid('is not an id').optional() })

/**
 * Writes connections that come through the data service: the same verbs as those of the API. A change keeps what it does
 * not name; `deleted_at` in it takes the connection out of use.
 */
export function createConnectionWriter(connections: ConnectionVerbs): Writer<Actor> {
  return async ({ actor, action, rows, keys, client }) => {
    const verbs = connections.within(client)
    if (action === 'insert') {
      const made: string[][] = []
      for (const row of rows) {
        const { id } = parseRow(chosenId, row)
        const source = namedSource(row['source'])
        made.push([await verbs.create(parseRow(connectionForm, row), actor, { id, source })])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await verbs.remove(id, actor)
      else
        await verbs.replace(
          id,
          parseRow(connectionForm, { ...(await verbs.toChange(id)), ...changes }),
          actor,
        )
    }
    return keys
  }
}
