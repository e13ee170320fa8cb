import { isUuid } from '@binnacle/contract/core'
import { newId } from '../../platform/ids.ts'
import type { Tables } from './tables.ts'

/** Stores errors for the page that shows them. */
export interface ErrorStore {
  /** @returns the id of the stored error */
  save(error: Readonly<Record<string, unknown>>): Promise<string>
  find(
    id: string,
  ): Promise<{ id: string; error: unknown; created_at: string; updated_at: string } | undefined>
}

/** Lifetime of a stored error. Nobody reads it later. */
export const ERROR_MILLISECONDS = 3_600_000

/** Most stored errors, so that strangers cannot fill the disk. */
const MOST_ERRORS = 5_000
const SAVED_BETWEEN_TRIMS = 200

export function createErrorStore(tables: Tables, now: () => Date): ErrorStore {
  let savedSinceTrim = 0

  async function trim(): Promise<void> {
    savedSinceTrim += 1
    if (savedSinceTrim < SAVED_BETWEEN_TRIMS) return
    savedSinceTrim = 0
    const newest = tables
      .selectFrom('core.identity_errors')
      .select('id')
      .orderBy('id', 'desc')
      .limit(MOST_ERRORS)
    await tables.deleteFrom('core.identity_errors').where('id', 'not in', newest).execute()
  }

  return {
    async save(error) {
      const id = newId()
      await tables
        .insertInto('core.identity_errors')
        .values({ id, error: JSON.stringify(error), created_at: now() })
        .execute()
      await trim()
      return id
    },
    async find(id) {
      if (!isUuid(id)) return undefined
      const row = await tables
        .selectFrom('core.identity_errors')
        .selectAll()
        .where('id', '=', id)
        .where('created_at', '>', new Date(now().getTime() - ERROR_MILLISECONDS))
        .executeTakeFirst()
      if (row === undefined) return undefined
      const time = row.created_at.toISOString()
      return { id: row.id, error: row.error, created_at: time, updated_at: time }
    },
  }
}
