import { namedSource } from '@binnacle/contract/core'
import { silenceForm } from '@binnacle/contract/notifications'
import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { parseRow } from '../../platform/data/rows.ts'
import { createSilence } from './verbs/create.ts'
import { removeSilence } from './verbs/remove.ts'
import { updateSilence } from './verbs/update.ts'

const chosenId = z.object({ id: z.uuid('is not an id').optional() })

/** Writes silences that come through the data service. `deleted_at` in a change takes a silence out of use. */
export function createSilenceWriter(clock: Clock): Writer<Actor> {
  return async ({ actor, action, rows, keys, client }) => {
    const now = clock.now()
    if (action === 'insert') {
      const made: string[][] = []
      for (const row of rows) {
        const { id } = parseRow(chosenId, row)
        const source = namedSource(row['source'])
        made.push([await createSilence(client, parseRow(silenceForm, row), actor, { id, source, now })])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await removeSilence(client, id, actor, now)
      else await updateSilence(client, id, changes, actor, now)
    }
    return keys
  }
}
