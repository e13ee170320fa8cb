import { namedSource } from '@binnacle/contract/core'
import { silenceForm } from '@binnacle/contract/notifications'
import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import { parseRow } from '../../platform/data/rows.ts'
import type { SilenceVerbs } from './verbs.ts'

const chosenId = z.object({ id: z.uuid('is not an id').optional() })

/** Writes silences that come through the data service. `deleted_at` in a change takes a silence out of use. */
export function createSilenceWriter(silences: SilenceVerbs): Writer<Actor> {
  return async ({ actor, action, rows, keys, client }) => {
    if (action === 'insert') {
      const made: string[][] = []
      for (const row of rows) {
        const { id } = parseRow(chosenId, row)
        const source = namedSource(row['source'])
        made.push([await silences.create(client, parseRow(silenceForm, row), actor, { id, source })])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await silences.remove(client, id, actor)
      else await silences.update(client, id, changes, actor)
    }
    return keys
  }
}
