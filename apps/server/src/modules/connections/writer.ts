import { connectionForm } from '@binnacle/contract/connections'
import { namedSource } from '@binnacle/contract/core'
import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { parseRow } from '../../platform/data/rows.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { showConnection } from './read.ts'
import { type ConnectionDependencies, lockConnection, readConnection } from './verbs/connection.ts'
import { createConnection } from './verbs/create.ts'
import { removeConnection } from './verbs/remove.ts'
import { replaceConnection } from './verbs/replace.ts'

const chosenId = z.object({ id: z.uuid('is not an id').optional() })

/**
 * Writes connections that come through the data service: the same verbs as those of the API. A change keeps what it does
 * not name; `deleted_at` in it takes the connection out of use.
 */
export function createConnectionWriter(
  dependencies: ConnectionDependencies & { clock: Clock },
): Writer<Actor> {
  return async ({ actor, action, rows, keys, client }) => {
    if (action === 'insert') {
      const made: string[][] = []
      for (const row of rows) {
        const { id } = parseRow(chosenId, row)
        const source = namedSource(row['source'])
        const values = readConnection(dependencies, parseRow(connectionForm, row))
        made.push([await createConnection(client, dependencies.secrets, values, actor, { id, source })])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await removeConnection(client, id, actor, dependencies.clock.now())
      else {
        const shown = showConnection(dependencies, await lockConnection(client, id))
        await replaceConnection(
          client,
          dependencies,
          id,
          parseRow(connectionForm, { ...shown, ...changes }),
          actor,
        )
      }
    }
    return keys
  }
}
