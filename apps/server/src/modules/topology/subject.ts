import { type InferResult, sql as fragment } from 'kysely'
import type { Pool } from 'pg'
import { anyOf, tablesOn } from '../../platform/database/tables-on.ts'
import type { Subject, SubjectKey, SubjectState } from '../../platform/subjects.ts'
import { healthOf } from '@binnacle/contract/core'

/** What is known of components now, without how they are. */
const components = (pool: Pool) =>
  tablesOn(pool)
    .selectFrom('core.components as component')
    .leftJoin('core.component_states as state', 'state.component_id', 'component.id')
    .leftJoin('core.agents as agent', 'agent.id', 'component.agent_id')
    .select([
      'component.id',
      'component.agent_id',
      'component.name',
      'component.type',
      'component.namespace',
      'component.description',
      'component.owner',
      'component.lifecycle',
      'component.labels',
      'component.path',
      'component.parent_id',
      'component.topology_id',
      'component.created_at',
      'component.updated_at',
      'agent.name as agent_name',
    ])
    .select((expressions) =>
      expressions
        .selectFrom('core.component_relationships as link')
        .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['link.relationship_id']).as('ids'))
        .whereRef('link.component_id', '=', 'component.id')
        .where('link.kind', '=', 'dependency')
        .where('link.deleted_at', 'is', null)
        .as('needs'),
    )

const componentsNow = (pool: Pool, ids: readonly string[]) =>
  components(pool)
    .select(['state.health', 'state.status', 'state.status_reason', 'state.since'])
    .where('component.id', '=', anyOf(ids))
    .where('component.deleted_at', 'is', null)

/** A component as it was after one of its transitions. */
const componentThen = (pool: Pool, id: string, time: Date) =>
  components(pool)
    .leftJoin('core.component_transitions as change', (join) =>
      join.onRef('change.component_id', '=', 'component.id').on('change.at', '=', time),
    )
    .select(({ fn }) => [
      fn.coalesce('change.health', 'state.health').as('health'),
      fn.coalesce('change.status', 'state.status').as('status'),
      fn.coalesce('change.reason', 'state.status_reason').as('status_reason'),
      fn.coalesce('change.at', 'state.since').as('since'),
    ])
    .where('component.id', '=', id)

type Row = InferResult<ReturnType<typeof componentsNow>>[number]

const severities = { unhealthy: 'medium', warning: 'low', healthy: 'info', unknown: 'info' } as const

function within({ path }: Pick<Row, 'path'>): SubjectKey[] {
  if (path === '') return []
  return path
    .split('.')
    .toReversed()
    .map((id) => ({ kind: 'component', id }))
}

function stateOf(row: Row): SubjectState {
  const health = healthOf(row.health)
  const reason = (row.status_reason ?? row.status)?.split('\n', 1)[0]?.trim()
  return {
    kind: 'component',
    id: row.id,
    name: row.name,
    type: row.type ?? undefined,
    namespace: row.namespace ?? undefined,
    labels: row.labels,
    severity: severities[health],
    health,
    reason: reason === '' ? undefined : reason,
    since: row.since ?? undefined,
    within: within(row),
    dependsOn: (row.needs ?? []).map((id) => ({ kind: 'component', id })),
    path: `/topology/${row.id}`,
    variables: {
      agent: { id: row.agent_id, name: row.agent_name ?? '' },
      component: {
        id: row.id,
        name: row.name,
        type: row.type ?? '',
        namespace: row.namespace ?? '',
        description: row.description ?? '',
        owner: row.owner ?? '',
        lifecycle: row.lifecycle ?? '',
        status: row.status ?? '',
        status_reason: row.status_reason ?? '',
        health,
        labels: row.labels,
        parent_id: row.parent_id ?? '',
        topology_id: row.topology_id ?? '',
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
      },
    },
  }
}

/** Components, as messages about them and rules see them. */
export function createComponentSubject(pool: Pool): Subject {
  return {
    kind: 'component',
    async load(ids) {
      const rows = await componentsNow(pool, ids).execute()
      return new Map(rows.map((row) => [row.id, stateOf(row)]))
    },
    async loadAt(id, time) {
      const row = await componentThen(pool, id, time).executeTakeFirst()
      return row === undefined ? undefined : stateOf(row)
    },
    async recentEvents(limit) {
      const rows = await tablesOn(pool)
        .selectFrom('core.component_transitions as change')
        .innerJoin('core.components as component', (join) =>
          join.onRef('component.id', '=', 'change.component_id').on('component.deleted_at', 'is', null),
        )
        .select(['change.component_id as id', 'change.health', 'change.at as time'])
        .where('change.at', '>', fragment<Date>`now() - interval '1 day'`)
        .where((expressions) =>
          expressions.or([
            expressions('change.previous', 'is not', null),
            expressions('change.health', 'in', ['unhealthy', 'warning']),
          ]),
        )
        .orderBy('change.at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ id, health, time }) => ({
        event: `component.${healthOf(health)}` as const,
        id,
        time,
      }))
    },
    async page(after, limit) {
      const page = tablesOn(pool)
        .selectFrom('core.components')
        .select('id')
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .limit(limit)
      const rows = await (after === undefined ? page : page.where('id', '>', after)).execute()
      return rows.map(({ id }) => id)
    },
    async pageOfWrong(after, limit) {
      const page = tablesOn(pool)
        .selectFrom('core.component_states as state')
        .innerJoin('core.components as component', 'component.id', 'state.component_id')
        .select('state.component_id as id')
        .where('state.health', 'in', ['unhealthy', 'warning'])
        .where('component.deleted_at', 'is', null)
        .orderBy('state.component_id')
        .limit(limit)
      const rows = await (after === undefined ? page : page.where('state.component_id', '>', after)).execute()
      return rows.map(({ id }) => id)
    },
  }
}
