import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { mapSpecSecrets } from '../../../platform/specs/types.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'
import type { HealthTables } from '../tables.ts'

/** Names (namespace/name) of canaries with a stored secret that the current key cannot decrypt. */
export async function unreadableCanaries(pool: Pool, types: CheckTypes, secrets: Secrets): Promise<string[]> {
  const rows = await tablesOn<HealthTables>(pool)
    .selectFrom('core.canaries')
    .select([fragment<string>`namespace || '/' || name`.as('whole_name'), 'spec'])
    .where('deleted_at', 'is', null)
    .orderBy('whole_name')
    .execute()
  return rows.flatMap(({ whole_name: name, spec }) => {
    let unreadable = false
    mapSpecSecrets(types, spec, (sealed) => {
      unreadable ||= !secrets.unseal(sealed).ok
      return sealed
    })
    return unreadable ? [name] : []
  })
}
