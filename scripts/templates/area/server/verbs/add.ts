import type { New{{Type}} } from '@binnacle/contract/{{path}}'
import type { Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { newId } from '../../../platform/ids.ts'

/** Adds a {{words}}. @returns its id */
export function add{{Type}}(
  { pool }: { pool: Pool },
  { name }: New{{Type}},
  actor: Actor,
): Promise<{ id: string }> {
  return inTransaction(pool, async (client) => {
    const id = newId()
    await tablesOn(client)
      .insertInto('core.{{table}}')
      .values({ id, name, created_by: actor.personId })
      .execute()
    await audit(client, actor, { action: 'create', resource: '{{table}}', id, name, after: { name } })
    return { id }
  })
}
