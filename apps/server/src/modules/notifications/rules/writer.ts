import type { Writer } from '@binnacle/data-api'
import { z } from 'zod'
import { parseRow } from '../../../platform/data/rows.ts'
import type { Actor } from '../../../platform/access/actor.ts'
import { createRule } from './create.ts'
import { refuse, type RuleDependencies } from './parse.ts'
import { removeRule } from './remove.ts'
import { unknownKeys } from './unknown-keys.ts'
import { updateRule } from './update.ts'

const chosenId = z.object({ id: z.uuid('is not an id').optional() })

/** Writes rules that come through the data service. `deleted_at` in a change takes a rule out of use. */
export function createRuleWriter(dependencies: RuleDependencies): Writer<Actor> {
  return async ({ actor, action, rows, strangeKeys, keys, client }) => {
    refuse(unknownKeys(strangeKeys))
    if (action === 'insert') {
      const made: string[][] = []
      for (const row of rows) {
        const { id } = parseRow(chosenId, row)
        made.push([await createRule(client, row, actor, id, dependencies)])
      }
      return made
    }
    const [changes = {}] = rows
    const removes = action === 'delete' || (changes['deleted_at'] ?? null) !== null
    for (const [id = ''] of keys) {
      if (removes) await removeRule(client, id, actor, dependencies)
      else await updateRule(client, id, changes, actor, dependencies)
    }
    return keys
  }
}
