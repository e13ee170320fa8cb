import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { RunMode } from './decide.ts'
import type { StagingContext } from '../stage/staged.ts'
import { type DroppedPartitions, noDropped } from './missing-items.ts'

/** Notes the spec of a run. @returns the start of its first run */
async function writeSpec(
  client: ClientBase,
  scraperId: string,
  revision: string,
  began: Date,
): Promise<Date> {
  const { since } = await tablesOn(client)
    .insertInto('core.scrape_specs')
    .values({ scraper_id: scraperId, revision, since: began })
    .onConflict((conflict) =>
      conflict.column('scraper_id').doUpdateSet((expressions) => ({
        since: expressions
          .case()
          .whenRef('core.scrape_specs.revision', '=', 'excluded.revision')
          .thenRef('core.scrape_specs.since')
          .elseRef('excluded.since')
          .end(),
        revision: expressions.ref('excluded.revision'),
      })),
    )
    .returning('since')
    .executeTakeFirstOrThrow()
  return since
}

/**
 * Records what a run saw whole, and finds what runs of earlier specs saw whole and this one does not cover. Empty unless every
 * entry of the spec saw something whole: what an entry could not see may still be there.
 */
export async function findDroppedPartitions(
  client: ClientBase,
  { scraper, complete, covered }: StagingContext,
  { began }: RunMode,
): Promise<DroppedPartitions> {
  const { id, revision } = scraper
  if (revision === undefined) return noDropped
  const since = await writeSpec(client, id, revision, began)
  // A run that repeats what it saw before writes nothing.
  await client.query(sql`
    insert into core.scrape_partitions as known (scraper_id, type, scope, revision)
    select distinct ${id}::uuid, seen.type, seen.scope, ${revision}::uuid
    from unnest(
      ${complete.map(({ type }) => type ?? null)}::text[], ${complete.map(({ scope }) => scope ?? null)}::text[]
    ) as seen (type, scope)
    on conflict (scraper_id, type, scope) do update set revision = excluded.revision
    where known.revision <> excluded.revision`)
  if (!covered) return noDropped
  const rows = await tablesOn(client)
    .selectFrom('core.scrape_partitions')
    .select(['type', 'scope'])
    .where('scraper_id', '=', id)
    .where('revision', '<>', revision)
    .execute()
  return {
    partitions: rows.map(({ type, scope }) => ({ type: type ?? undefined, scope: scope ?? undefined })),
    since,
  }
}
