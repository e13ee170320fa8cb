import { teamSelector } from '@binnacle/contract/search'
import { sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/index.ts'
import { tablesOn } from '../../../platform/database/tables-on.ts'
import type { Live } from '../../../platform/live/index.ts'
import { gatherChanges } from '../../../platform/live/gather.ts'
import type { Log } from '../../../platform/log.ts'
import type { ResourceSelector } from '../component-tree.ts'
import { type Choice, findLinks, gatherSelectors, SELECTOR_PREFIX, writtenLimit } from './links.ts'
import { componentSelection } from './conditions.ts'

const components: Choice = {
  from: 'core.components',
  alias: 'components',
  most: writtenLimit,
  // A team has no components that are gone.
  condition: (selector) => componentSelection({ ...selector, includeDeleted: false }),
}

/** A selector of a team that cannot be followed, and why. */
interface SelectorProblem {
  place: string
  message: string
}

function readSelectors(written: unknown): { selectors: ResourceSelector[]; unreadable: SelectorProblem[] } {
  const selectors: ResourceSelector[] = []
  const unreadable: SelectorProblem[] = []
  if (!Array.isArray(written)) return { selectors, unreadable }
  for (const [index, one] of written.entries()) {
    const parsed = teamSelector.safeParse(one)
    if (parsed.success) {
      const { cache: _cache, includeArchived: _archived, ...selector } = parsed.data
      selectors.push(
        Object.fromEntries(
          Object.entries(selector).filter(([, value]) => value !== undefined && value !== ''),
        ),
      )
    } else
      unreadable.push({
        place: `components[${index}]`,
        message: parsed.error.issues[0]?.message ?? 'is not valid',
      })
  }
  return { selectors, unreadable }
}

/** Two processes that follow the same selectors at once would wait for each other's rows in different orders. */
const lock = `select pg_advisory_xact_lock(hashtextextended('binnacle selectors of teams', 0))`

const add = `
  insert into core.team_components (team_id, component_id, selector_id)
  select distinct owner_id, other_id, selector_id from found_links
  order by owner_id, other_id, selector_id
  on conflict (team_id, component_id, selector_id) do nothing`

const remove = `
  delete from core.team_components as stored
  where (
    stored.selector_id like '${SELECTOR_PREFIX}%'
    and not exists (
      select from found_links as found
      where found.owner_id = stored.team_id and found.other_id = stored.component_id
        and found.selector_id = stored.selector_id
    )
  )
  or stored.team_id in (select id from core.teams where deleted_at is not null)`

/**
 * Gives teams the components that their selectors find, and takes away those that they no longer find. What a team has
 * otherwise stays, until the team is deleted.
 * @returns how many changed, and sentences about selectors that find too much or cannot be read, each with its team
 */
export async function syncTeams(pool: Pool): Promise<{ changed: number; errors: string[] }> {
  return inTransaction(pool, async (client) => {
    await client.query(lock)
    const rows = await tablesOn(client)
      .selectFrom('core.teams')
      .select(['id', 'name', fragment`spec -> 'components'`.as('written')])
      .where('deleted_at', 'is', null)
      .where(fragment<boolean>`jsonb_typeof(spec -> 'components') = 'array'`)
      .orderBy('id')
      .execute()
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    const read = rows.map((row) => ({ ...row, ...readSelectors(row.written) }))
    const tooMuch = await findLinks(client, components, gatherSelectors(read), ({ ownerIds }) => {
      const found = ownerIds.map((id) => names.get(id) ?? id)
      return `${found.length === 1 ? 'team' : 'teams'} ${found.join(', ')}: `
    })
    const added = await client.query(add)
    const removed = await client.query(remove)
    await client.query('drop table found_links')
    return {
      changed: (added.rowCount ?? 0) + (removed.rowCount ?? 0),
      errors: [
        ...read.flatMap(({ name, unreadable }) =>
          unreadable.map(({ place, message }) => `team ${name}: ${place}: ${message}`),
        ),
        ...tooMuch,
      ],
    }
  })
}

/**
 * Follows the selectors of teams when a team changes. The next job would be too late for a person who has just saved.
 * @returns ends it, after the last one
 */
export function followTeams({ pool, live, log }: { pool: Pool; live: Live; log: Log }): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const gathered = gatherChanges(
    () => {
      running = syncTeams(pool)
      return running.then(() => {})
    },
    (error) => log.warn({ reason: String(error) }, 'the components of teams are found by the next job only'),
  )
  const unsubscribe = live.subscribe((event) => {
    if (event.kind === 'resync' || event.change.topic === 'teams') gathered.add('teams', null)
  })
  return async () => {
    unsubscribe()
    gathered.end()
    await Promise.allSettled([running])
  }
}
