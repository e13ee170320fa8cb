import type { Json } from '@binnacle/plugin-kit/core'
import type { ClientBase } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { Columns } from '../../../../platform/database/columns.ts'
import { tablesOn } from '../../../../platform/database/tables-on.ts'
import type { Events } from '../../../../platform/events/index.ts'
import type { RunMode } from '../decide/decide.ts'
import { type PublishSummary, publishStaged } from '../publish.ts'
import type { RunPreview } from '../input.ts'
import type { StagingContext } from '../stage/staged.ts'

type ItemRow = Columns<'core.config_items', 'id' | 'type' | 'name'> & {
  does: RunPreview['items'][number]['does']
  diff: string | null
  config: Json | null
}

// What changes comes first.
const listItems = (limit: number): Sql => sql`
  select listed.id, listed.type, listed.name, listed.does, bodies.config, change.diff
  from (select *, row_number() over (
    order by array_position(array['delete', 'restore', 'update', 'add', 'keep'], does), type, name
  ) as place from (
    select item.id, item.type, stored.name, case when gone.config_id is null then item.does else 'delete' end as does
    from staged_items as item
    join core.config_items as stored on stored.id = item.id
    left join staged_gone as gone on gone.config_id = item.id
    where item.does <> 'skip'
    union all
    select gone.config_id, stored.type, stored.name, 'delete' from staged_gone as gone
    join core.config_items as stored on stored.id = gone.config_id
    where not exists (select from staged_items as item where item.id = gone.config_id)
  ) as found
  order by place limit ${limit}) as listed
  left join core.config_item_bodies as bodies on bodies.config_id = listed.id
  left join staged_changes as change on change.config_id = listed.id and change.of_document
  order by listed.place`

/**
 * Does all that publishing does, and lists what it did. The caller takes the transaction back.
 * @param limit items that are listed at most
 */
export async function previewStaged(
  client: ClientBase,
  events: Events,
  staged: StagingContext,
  mode: RunMode,
  limit: number,
): Promise<{ published: PublishSummary; items: RunPreview['items'] }> {
  // A spec can be tried before it is saved.
  const { id, agentId } = staged.scraper
  await tablesOn(client)
    .insertInto('core.config_scrapers')
    .values({ id, agent_id: agentId, name: `preview ${id}`, spec: '{}' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  // Nobody is told of what does not happen.
  const silent: Events = { ...events, isConsumed: () => false, jobs: events.jobs }
  const published = await publishStaged(client, silent, staged, { ...mode, runId: undefined })
  const { rows } = await client.query<ItemRow>(listItems(limit))
  return {
    published,
    items: rows.map(({ config, diff, ...row }) => ({
      ...row,
      diff: diff ?? undefined,
      config: config ?? undefined,
    })),
  }
}
