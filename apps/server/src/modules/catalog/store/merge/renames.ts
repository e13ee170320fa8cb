import type { Json } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import type { RunMode } from '../decide/decide.ts'
import { likeness } from './likeness.ts'
import type { StagingContext } from '../stage/staged.ts'

/** Items of a type that are compared on either side. Where more come and go at once, nothing was renamed. */
const MOST_COMPARED = 50
/** Documents at least as alike as this may be the same thing. */
const LEAST_LIKENESS = 0.8

/** A pair that may be one thing. */
export interface Rename {
  oldId: string
  newId: string
  because: 'key' | 'document'
  likeness: number | undefined
}

type MergeCandidate = Columns<'core.config_items', 'id' | 'type'> & {
  names: readonly string[]
  config: Json | null
}

// What the run shows first.
const added = (types: readonly string[]): Sql => sql`
  select item.id, item.type, item.external_id as names, document.config
  from staged_items as item
  left join staged_documents as document on document.id = item.id
  where item.does = 'add' and item.type = any (${types})`

// What it misses for the first time, or says is gone.
const missing = (scraperId: string, types: readonly string[]): Sql => sql`
  select items.id, items.type, items.external_id as names, bodies.config
  from core.config_items as items
  left join core.config_item_bodies as bodies on bodies.config_id = items.id
  left join core.config_item_liveness as live on live.config_id = items.id
  where items.scraper_id = ${scraperId} and items.type = any (${types}) and items.deleted_at is null and not items.manual
    and not exists (select from staged_items as item where item.id = items.id and item.deleted_at is null)
    and (live.missing_runs = 1 or exists (select from staged_gone as gone where gone.config_id = items.id))
  limit ${MOST_COMPARED * 10}`

const countAdded = `
  select type from staged_items where does = 'add' group by type having count(*) <= ${MOST_COMPARED}`

/** The pairs of two sides, each item in one at most: those with a name in common first, then the most alike. */
function pairsOf(old: readonly MergeCandidate[], fresh: readonly MergeCandidate[]): Rename[] {
  const candidates = fresh.flatMap((to) =>
    old.flatMap((from): (Rename & { weight: number })[] => {
      if (from.type !== to.type) return []
      const ids = { oldId: from.id, newId: to.id }
      if (from.names.some((name) => to.names.includes(name)))
        return [{ ...ids, because: 'key', likeness: undefined, weight: 2 }]
      const alike = from.config === null || to.config === null ? 0 : likeness(from.config, to.config)
      return alike < LEAST_LIKENESS ? [] : [{ ...ids, because: 'document', likeness: alike, weight: alike }]
    }),
  )
  const taken = new Set<string>()
  return candidates
    .toSorted(
      (one, other) =>
        other.weight - one.weight || (one.newId + one.oldId < other.newId + other.oldId ? -1 : 1),
    )
    .flatMap(({ weight: _weight, ...pair }) => {
      if (taken.has(pair.oldId) || taken.has(pair.newId)) return []
      taken.add(pair.oldId).add(pair.newId)
      return [pair]
    })
}

/**
 * Finds what a run seems to have renamed: an item that it shows first, and one of its type that it misses. Runs before items are
 * written.
 */
export async function findRenames(
  client: ClientBase,
  { scraper, byHand }: StagingContext,
): Promise<Rename[]> {
  if (byHand !== undefined) return []
  const counted = await client.query<{ type: string }>(countAdded)
  const types = counted.rows.map(({ type }) => type)
  if (types.length === 0) return []
  const old = await client.query<MergeCandidate>(missing(scraper.id, types))
  const some = [...Map.groupBy(old.rows, ({ type }) => type)].filter(
    ([, halves]) => halves.length <= MOST_COMPARED,
  )
  if (some.length === 0) return []
  const fresh = await client.query<MergeCandidate>(added(some.map(([type]) => type)))
  return pairsOf(
    some.flatMap(([, halves]) => halves),
    fresh.rows,
  )
}

/** Offers pairs for joining. */
export async function offerRenames(
  client: ClientBase,
  pairs: readonly Rename[],
  { now }: RunMode,
): Promise<void> {
  if (pairs.length === 0) return
  await client.query(sql`
    insert into core.config_item_renames (old_id, new_id, because, likeness, found_at)
    select told.old_id, told.new_id, told.because, told.likeness, ${now}
    from unnest(
      ${pairs.map(({ oldId }) => oldId)}::uuid[], ${pairs.map(({ newId }) => newId)}::uuid[],
      ${pairs.map(({ because }) => because)}::text[], ${pairs.map((pair) => pair.likeness ?? null)}::real[]
    ) as told (old_id, new_id, because, likeness)
    on conflict (old_id, new_id) do nothing`)
}
