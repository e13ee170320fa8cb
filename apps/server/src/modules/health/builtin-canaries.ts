import { sql as fragment } from 'kysely'
import { inTransaction } from '../../platform/database/index.ts'
import { tablesOn } from '../../platform/database/tables-on.ts'
import type { Platform } from '../../platform/platform.ts'
import { removeCanaries } from './canaries/remove.ts'
import { saveCanary } from './canaries/save.ts'
import type { FileSyncDependencies } from './files/sync.ts'
import { builtinCanaries, BUILTIN_SOURCE } from './self-watch.ts'
import { canaryMetadata } from './canary-spec/canary.ts'

/** Saves the built-in canaries, or removes those that are not wanted. */
export async function keepBuiltinCanaries(
  { configuration, alone, egress, dataFolder }: Platform,
  dependencies: FileSyncDependencies,
): Promise<void> {
  // Processes that share a database would overwrite each other's built-in canaries and run them on the wrong host.
  const wanted = configuration.watchSelf && alone
  const builtins = wanted ? await builtinCanaries({ configuration, egress, dataFolder }) : []
  const { pool, parser, clock } = dependencies
  await inTransaction(pool, async (client) => {
    const saved: string[] = []
    for (const { name, spec } of builtins) {
      const parsed = await parser.parseSpec(spec)
      if (!parsed.ok)
        throw new Error(`the built-in canary ${name} is not valid: ${JSON.stringify(parsed.failure)}`)
      const metadata = canaryMetadata.parse({ name, namespace: 'binnacle' })
      const input = {
        metadata,
        spec: parsed.value,
        source: BUILTIN_SOURCE,
        createdBy: null,
        by: BUILTIN_SOURCE,
      }
      saved.push((await saveCanary(client, { ...dependencies, now: clock.now() }, input)).id)
    }
    const rows = await tablesOn(client)
      .selectFrom('core.canaries')
      .select('id')
      .where('source', '=', BUILTIN_SOURCE)
      .where('deleted_at', 'is', null)
      .where(fragment<boolean>`id <> all(${saved})`)
      .execute()
    await removeCanaries(
      client,
      { now: clock.now(), by: BUILTIN_SOURCE },
      rows.map((row) => row.id),
    )
  })
}
