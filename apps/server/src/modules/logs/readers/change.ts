import type { Pool } from 'pg'
import type { Actor } from '../../../platform/access/actor.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { specRefusal } from '../../../platform/specs/refuse.ts'
import { saveLogBackend } from '../backends/save.ts'
import { SYSTEM_SOURCE } from '../builtin.ts'
import type { WrittenReaders } from '../spec/fields.ts'
import type { LogBackendParser } from '../spec/backend.ts'

/** Makes the verb that opens the product's own log to people. Other log backends have their readers in their spec. */
export function createReadersVerb({
  pool,
  parser,
  secrets,
}: {
  pool: Pool
  parser: LogBackendParser
  secrets: Secrets
}) {
  return async (id: string, readers: WrittenReaders, actor: Actor): Promise<void> => {
    const stored = await tablesOn(pool)
      .selectFrom('core.logging_backends')
      .select(['name', 'source', 'spec'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (stored === undefined) throw new RequestError('ENOTFOUND', 'There is no log backend with this id')
    if (stored.source !== SYSTEM_SOURCE)
      throw new RequestError('ECONFLICT', 'Write the readers of this log backend into its spec')
    const parsed = await parser.parse({ ...stored.spec, readers }, true)
    if (!parsed.ok) throw specRefusal('log backend', parsed.failure)
    await inTransaction(pool, (client) =>
      saveLogBackend(
        client,
        { types: parser.types, secrets },
        {
          id,
          metadata: { name: stored.name },
          spec: parsed.value,
          source: SYSTEM_SOURCE,
          createdBy: null,
          by: actor,
        },
      ),
    )
  }
}
export type ChangeReaders = ReturnType<typeof createReadersVerb>
