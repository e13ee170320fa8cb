import type { Pool } from 'pg'
import type { Secrets } from '../../../platform/secrets.ts'
import { type ListSpec, mapSpecSecrets } from '../../../platform/specs/types.ts'
import type { CheckTypes } from '../canary-spec/check-types.ts'

/** Names (namespace/name) of canaries with a stored secret that the current key cannot decrypt. */
export async function unreadableCanaries(pool: Pool, types: CheckTypes, secrets: Secrets): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; spec: ListSpec }>(
    `select namespace || '/' || name as name, spec from core.canaries where deleted_at is null order by 1`,
  )
  return rows.flatMap(({ name, spec }) => {
    let unreadable = false
    mapSpecSecrets(types, spec, (sealed) => {
      unreadable ||= !secrets.unseal(sealed).ok
      return sealed
    })
    return unreadable ? [name] : []
  })
}
