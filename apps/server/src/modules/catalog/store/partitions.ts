import type { ClientBase } from 'pg'
import type { RunMode } from './decide.ts'
import type { StagingContext } from './staged.ts'
import { type DroppedPartitions, noDropped } from './sweep.ts'

const writeSpec = `
  insert into core.scrape_specs as spec (scraper_id, revision, since) values ($1, $2, $3)
  on conflict (scraper_id) do update
  set since = case when spec.revision = excluded.revision then spec.since else excluded.since end,
    revision = excluded.revision
  returning since`

// A run that repeats what it saw before writes nothing.
const writePartitions = `
  insert into core.scrape_partitions as known (scraper_id, type, scope, revision)
  select distinct $1::uuid, seen.type, seen.scope, $2::uuid from unnest($3::text[], $4::text[]) as seen (type, scope)
  on conflict (scraper_id, type, scope) do update set revision = excluded.revision
  where known.revision <> excluded.revision`

const findDropped = `
  select type, scope from core.scrape_partitions where scraper_id = $1 and revision <> $2`

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
  const spec = await client.query<{ since: Date }>(writeSpec, [id, revision, began])
  await client.query(writePartitions, [
    id,
    revision,
    complete.map(({ type }) => type ?? null),
    complete.map(({ scope }) => scope ?? null),
  ])
  const since = spec.rows[0]?.since
  if (!covered || since === undefined) return noDropped
  const { rows } = await client.query<{ type: string | null; scope: string | null }>(findDropped, [
    id,
    revision,
  ])
  return {
    partitions: rows.map(({ type, scope }) => ({ type: type ?? undefined, scope: scope ?? undefined })),
    since,
  }
}
