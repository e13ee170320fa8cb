import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { saveLogBackend } from './backends/save.ts'
import type { LogBackendDependencies } from './backends/verbs.ts'

/** Source of the log backend that the product has of itself. Nobody edits it. */
export const SYSTEM_SOURCE = 'system'

/**
 * Saves the log backend of the product's own log, so that administrators see logs before they connect anything. One that is
 * there stays as it is: administrators say who else reads it.
 */
export async function keepBuiltinLogBackend({
  pool,
  parser,
  secrets,
}: Pick<LogBackendDependencies, 'pool' | 'parser' | 'secrets'>): Promise<void> {
  const parsed = await parser.parse({ self: [{}] }, true)
  if (!parsed.ok) throw new Error(`the built-in log backend is not valid: ${JSON.stringify(parsed.failure)}`)
  const { value: spec } = parsed
  await inTransaction(pool, async (client) => {
    // Processes that start together do not save it twice.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('log backend of the product', 0))`)
    const known = await tablesOn(client)
      .selectFrom('core.logging_backends')
      .select('id')
      .where('source', '=', SYSTEM_SOURCE)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (known !== undefined) return
    await saveLogBackend(
      client,
      { types: parser.types, secrets },
      {
        metadata: { name: 'binnacle' },
        spec,
        source: SYSTEM_SOURCE,
        createdBy: null,
        by: SYSTEM_SOURCE,
      },
    )
  })
}
