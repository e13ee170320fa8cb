import type { Result } from '@binnacle/contract/core'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import type { Log } from '../../../platform/log.ts'
import type { RelatedThings } from '../pipeline/index.ts'
import type { RelatedSelector } from '../ports.ts'
import { storable } from './result.ts'

/** What a result says about where its check belongs. */
export interface NewSelectors {
  checkId: string
  /** Version of the spec that has the relationships. */
  revision: string
  related: Result<RelatedThings, string>
}

/** Checks whose last selectors are remembered, so that results that change nothing write nothing. */
const REMEMBERED = 20_000
const LONGEST_PROBLEM = 1_000

// A result whose expressions fail says nothing new: the check stays where it was.
const store = (rows: string) => sql`
  insert into core.check_selectors as stored (check_id, components, configs, problem)
  select checks.id, coalesce(given.components, '[]'), coalesce(given.configs, '[]'), given.problem
  from json_to_recordset(${rows}::json) as given (check_id uuid, components jsonb, configs jsonb, problem text)
  join core.checks on checks.id = given.check_id
  order by checks.id
  on conflict (check_id) do update set
    components = case when excluded.problem is null then excluded.components else stored.components end,
    configs = case when excluded.problem is null then excluded.configs else stored.configs end,
    problem = excluded.problem
  where (stored.components, stored.configs, stored.problem)
    is distinct from (excluded.components, excluded.configs, excluded.problem)
  returning check_id`

/** Stores to what checks belong by their own relationships. */
export class CheckSelectors {
  readonly #pool: Pool
  readonly #log: Log
  readonly #changed: (checkIds: readonly string[]) => void
  readonly #known = new Map<string, string>()

  /** @param changed is called with checks that belong to other things than before */
  constructor({
    pool,
    log,
    changed,
  }: {
    pool: Pool
    log: Log
    changed: (checkIds: readonly string[]) => void
  }) {
    this.#pool = pool
    this.#log = log
    this.#changed = changed
  }

  /** Stores the selectors of results. If the database is away, the next result stores them. */
  async store(results: readonly NewSelectors[]): Promise<void> {
    const rows = results.flatMap(({ checkId, revision, related }) => {
      const row = {
        check_id: checkId,
        components: related.ok ? related.value.components : null,
        configs: related.ok ? related.value.configs : null,
        problem: related.ok ? null : storable(related.failure, LONGEST_PROBLEM),
      }
      const text = `${revision} ${JSON.stringify(row)}`
      return this.#known.get(checkId) === text ? [] : [{ row, text }]
    })
    if (rows.length === 0) return
    try {
      const changed = await this.#pool.query<{ check_id: string }>(
        store(JSON.stringify(rows.map(({ row }) => row))),
      )
      if (this.#known.size > REMEMBERED) this.#known.clear()
      for (const { row, text } of rows) this.#known.set(row.check_id, text)
      if (changed.rows.length > 0) this.#changed(changed.rows.map((row) => row.check_id))
    } catch (error) {
      this.#log.warn({ reason: String(error) }, 'relationships of checks could not be stored')
    }
  }
}

/** A check with what it belongs to. */
export interface CheckWithSelectors {
  id: string
  name: string
  components: readonly RelatedSelector[]
  configs: readonly RelatedSelector[]
  problem: string | null
}

// A check that a transform gave has no spec; that of its parent counts.
const relates = sql`
  from core.checks left join core.checks as parent on parent.id = checks.parent_id and checks.transformed
  where checks.id = stored.check_id and checks.deleted_at is null
    and coalesce(parent.spec, checks.spec) ? 'relationships'`

/**
 * Reads the selectors of checks whose spec has relationships, and forgets those of others.
 * @param ids checks; undefined for all
 */
export async function readCheckSelectors(
  pool: Pool,
  ids?: readonly string[],
): Promise<readonly CheckWithSelectors[]> {
  await pool.query(sql`delete from core.check_selectors as stored where not exists (select ${relates})`)
  const { rows } = await pool.query<CheckWithSelectors>(sql`
    select stored.check_id as id, found.name, stored.components, stored.configs, stored.problem
    from core.check_selectors as stored cross join lateral (select checks.name ${relates}) as found
    where ${ids ?? null}::uuid[] is null or stored.check_id = any(${ids ?? null}::uuid[])
    order by stored.check_id`)
  return rows
}
