import type { CauseSubjectKind } from '@binnacle/contract/causes'
import { identifier } from '@binnacle/data-api'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { type Edge, type Key, keyOf, type Link } from '../rank/facts.ts'
import type { Step } from '../rank/ways.ts'
import { prepared } from './prepared.ts'

/** Most edges of each kind that are followed from one thing; those to unhealthy things first. */
const FAN_OUT = 40
/** Most things that need one, which only tell whether they fail too. */
const MOST_USERS = 24

/**
 * Relations from what leads requests to those who answer them: it works as long as they do. Other relations of scrapers lead
 * from what is needed to what needs it. Source: the edges of the scraper of Kubernetes.
 */
const ROUTES = '^(Service|Ingress|Endpoint|EndpointSlice|Gateway|HTTPRoute|LoadBalancer|TargetGroup)[A-Z]'

/** How an edge is followed: a step of the ranking, or one to what describes the same thing. */
export type EdgeStep = Step | 'same' | 'checks' | 'checked'

/** Things whose edges are read, by kind. */
export interface Border {
  /** All of them: what describes the same thing, and what checks it, is read. */
  configs: readonly string[]
  components: readonly string[]
  checks: readonly string[]
  /** Those whose needs and containers are read too. */
  configsUp: readonly string[]
  componentsUp: readonly string[]
  /** Those whose parts and users are read too. */
  configsDown: readonly string[]
  componentsDown: readonly string[]
}

/** The times for which edges count. */
export interface EdgeTimes {
  /** The time that is asked for. */
  at: Date
  /** What was deleted since then counts too. */
  from: Date
}

/** An edge from something on the border. */
export interface FoundEdge {
  here: Key
  step: EdgeStep
  there: Key
}

interface Row {
  from_kind: CauseSubjectKind
  from_id: string
  to_kind: CauseSubjectKind
  to_id: string
  step: EdgeStep
}

/** An edge that was known at the time. @param alias name of the edge in the statement */
const isValid = (alias: string, { at }: EdgeTimes) => {
  const edge = identifier(alias)
  return sql`(${edge}.created_at <= ${at} and (${edge}.deleted_at is null or ${edge}.deleted_at > ${at}))`
}

/** A component that consists of one catalog item and of nothing else is that item: one thing, told twice. */
const isSoleItem = (times: EdgeTimes) => sql`
  not exists (
    select from core.config_component_relationships as another
    where another.component_id = link.component_id and another.config_id <> link.config_id and ${isValid('another', times)}
  ) and not exists (
    select from core.components as inner_one
    where inner_one.parent_id = link.component_id and inner_one.deleted_at is null
  )`

/** The checks of things, the unhealthy ones first. */
function checksOf(kind: 'config' | 'component', ids: readonly string[], times: EdgeTimes) {
  const links = identifier(`check_${kind}_relationships`)
  const thing = identifier(`${kind}_id`)
  return sql`
  select ${kind}::text as from_kind, node.id as from_id, 'check' as to_kind, near.id as to_id, 'checked' as step
  from unnest(${ids}::uuid[]) as node (id)
  cross join lateral (
    select link.check_id as id from core.${links} as link
    left join core.check_state as state on state.check_id = link.check_id
    where link.${thing} = node.id and ${isValid('link', times)}
    order by (state.state = 'unhealthy') desc nulls last, link.check_id limit ${FAN_OUT}
  ) as near`
}

const ofConfigs = (border: Border, times: EdgeTimes) => sql`
  select 'config' as from_kind, node.id as from_id, 'component' as to_kind, near.id as to_id, 'same' as step
  from unnest(${border.configs}::uuid[]) as node (id)
  cross join lateral (
    select component.id from core.components as component
    where component.config_id = node.id and component.deleted_at is null
    limit ${FAN_OUT}
  ) as near
  union all
  select 'config', node.id, 'component', near.id, near.step
  from unnest(${border.configs}::uuid[]) as node (id)
  cross join lateral (
    select link.component_id as id, case when ${isSoleItem(times)} then 'same' else 'within' end as step
    from core.config_component_relationships as link
    where link.config_id = node.id and ${isValid('link', times)}
    limit ${FAN_OUT}
  ) as near
  union all
  ${checksOf('config', border.configs, times)}`

// What was deleted in the period is still needed by those who needed it, but not what only lost its edge.
const upOfConfigs = (border: Border, times: EdgeTimes) => sql`
  select 'config' as from_kind, node.id as from_id, 'config' as to_kind, near.id as to_id, near.step
  from unnest(${border.configsUp}::uuid[]) as node (id)
  cross join lateral (
    (
      select edge.config_id as id,
        case when edge.relation = 'hard' or edge.relation ~ ${ROUTES} then 'within' else 'needs' end as step
      from core.config_relationships as edge
      where edge.related_id = node.id and ${isValid('edge', times)}
      limit ${FAN_OUT}
    )
    union all
    (
      select edge.config_id, 'needs' from core.config_relationships as edge
      join core.config_items as items on items.id = edge.config_id
      where edge.related_id = node.id and edge.deleted_at > ${times.from} and edge.deleted_at <= ${times.at}
        and edge.relation <> 'hard' and edge.relation !~ ${ROUTES}
        and items.deleted_at > ${times.from} and items.deleted_at <= ${times.at}
      order by edge.deleted_at desc limit ${FAN_OUT}
    )
    union all
    select items.parent_id, 'within' from core.config_items as items
    where items.id = node.id and items.parent_id is not null
  ) as near`

const downOfConfigs = (border: Border, times: EdgeTimes) => sql`
  select 'config' as from_kind, node.id as from_id, 'config' as to_kind, near.id as to_id, near.step
  from unnest(${border.configsDown}::uuid[]) as node (id)
  cross join lateral (
    (
      select edge.related_id as id, 'contains' as step
      from core.config_relationships as edge
      join core.config_items as items on items.id = edge.related_id
      where edge.config_id = node.id and ${isValid('edge', times)} and items.deleted_at is null
        and (edge.relation = 'hard' or edge.relation ~ ${ROUTES})
      order by case items.health when 'unhealthy' then 0 when 'warning' then 1 else 2 end, items.updated_at desc, items.id
      limit ${FAN_OUT}
    )
    union all
    (
      select edge.related_id, 'neededBy'
      from core.config_relationships as edge
      join core.config_items as items on items.id = edge.related_id
      where edge.config_id = node.id and edge.relation <> 'hard' and edge.relation !~ ${ROUTES}
        and items.deleted_at is null and (
          ${isValid('edge', times)} or edge.deleted_at > ${times.from} and exists (
            select from core.config_items as needed where needed.id = node.id and needed.deleted_at > ${times.from}
          )
        )
      order by case items.health when 'unhealthy' then 0 when 'warning' then 1 else 2 end, items.id
      limit ${MOST_USERS}
    )
  ) as near`

const ofComponents = (border: Border, times: EdgeTimes) => sql`
  select 'component' as from_kind, component.id as from_id, 'config' as to_kind, component.config_id as to_id, 'same' as step
  from core.components as component
  where component.id = any (${border.components}::uuid[]) and component.config_id is not null
  union all
  select 'component', node.id, 'config', near.id, near.step
  from unnest(${border.components}::uuid[]) as node (id)
  cross join lateral (
    select items.id, case when ${isSoleItem(times)} then 'same' else 'contains' end as step
    from core.config_component_relationships as link
    join core.config_items as items on items.id = link.config_id
      and (items.deleted_at is null or items.deleted_at > ${times.from})
    where link.component_id = node.id and ${isValid('link', times)}
    order by case items.health when 'unhealthy' then 0 when 'warning' then 1 else 2 end, items.updated_at desc, items.id
    limit ${FAN_OUT}
  ) as near
  union all
  ${checksOf('component', border.components, times)}`

const upOfComponents = (border: Border, times: EdgeTimes) => sql`
  select 'component' as from_kind, component.id as from_id, 'component' as to_kind, component.parent_id as to_id,
    'within' as step
  from core.components as component
  where component.id = any (${border.componentsUp}::uuid[]) and component.parent_id is not null
  union all
  select 'component', link.component_id, 'component', link.relationship_id,
    case link.kind when 'dependency' then 'needs' else 'within' end
  from core.component_relationships as link
  where link.component_id = any (${border.componentsUp}::uuid[]) and link.refused is null and (
    ${isValid('link', times)} or link.kind = 'dependency' and link.deleted_at > ${times.from} and exists (
      select from core.components as needed where needed.id = link.relationship_id and needed.deleted_at > ${times.from}
    )
  )`

const downOfComponents = (border: Border, times: EdgeTimes) => sql`
  select 'component' as from_kind, node.id as from_id, 'component' as to_kind, near.id as to_id, near.step
  from unnest(${border.componentsDown}::uuid[]) as node (id)
  cross join lateral (
    (
      select child.id, 'contains' as step from (
        select inner_one.id from core.components as inner_one where inner_one.parent_id = node.id
        union
        select link.component_id from core.component_relationships as link
        where link.relationship_id = node.id and link.kind = 'child' and ${isValid('link', times)}
          and link.refused is null
      ) as child
      join core.components as component on component.id = child.id and component.deleted_at is null
      left join core.component_states as state on state.component_id = child.id
      order by case state.health when 'unhealthy' then 0 when 'warning' then 1 else 2 end, state.since desc nulls last,
        child.id
      limit ${FAN_OUT}
    )
    union all
    (
      select link.component_id, 'neededBy' from core.component_relationships as link
      join core.components as component on component.id = link.component_id and component.deleted_at is null
      left join core.component_states as state on state.component_id = link.component_id
      where link.relationship_id = node.id and link.kind = 'dependency' and link.refused is null and (
        ${isValid('link', times)} or link.deleted_at > ${times.from} and exists (
          select from core.components as needed where needed.id = node.id and needed.deleted_at > ${times.from}
        )
      )
      order by case state.health when 'unhealthy' then 0 when 'warning' then 1 else 2 end, link.component_id
      limit ${MOST_USERS}
    )
  ) as near`

const ofChecks = (border: Border, times: EdgeTimes) => sql`
  select 'check' as from_kind, link.check_id as from_id, 'config' as to_kind, link.config_id as to_id, 'checks' as step
  from core.check_config_relationships as link
  where link.check_id = any (${border.checks}::uuid[]) and ${isValid('link', times)}
  union all
  select 'check', link.check_id, 'component', link.component_id, 'checks'
  from core.check_component_relationships as link
  where link.check_id = any (${border.checks}::uuid[]) and ${isValid('link', times)}
  union all
  select 'check', checks.id, 'check', other.id, 'needs'
  from core.checks
  join core.checks as other on other.canary_id = checks.canary_id and other.id <> checks.id
  where checks.id = any (${border.checks}::uuid[]) and checks.spec ? 'dependsOn' and other.deleted_at is null
    and checks.spec -> 'dependsOn' ? other.name`

/** Reads the edges from things on the border. */
export async function readEdges(client: ClientBase, border: Border, times: EdgeTimes): Promise<FoundEdge[]> {
  const statements = [
    ...(border.configs.length > 0 ? [ofConfigs(border, times)] : []),
    ...(border.configsUp.length > 0 ? [upOfConfigs(border, times)] : []),
    ...(border.configsDown.length > 0 ? [downOfConfigs(border, times)] : []),
    ...(border.components.length > 0 ? [ofComponents(border, times)] : []),
    ...(border.componentsUp.length > 0 ? [upOfComponents(border, times)] : []),
    ...(border.componentsDown.length > 0 ? [downOfComponents(border, times)] : []),
    ...(border.checks.length > 0 ? [ofChecks(border, times)] : []),
  ]
  const found: FoundEdge[] = []
  for (const statement of statements) {
    const { rows } = await client.query<Row>(prepared(statement))
    for (const row of rows)
      found.push({
        here: keyOf(row.from_kind, row.from_id),
        step: row.step,
        there: keyOf(row.to_kind, row.to_id),
      })
  }
  return found
}

const links: Readonly<Record<EdgeStep, { link: Link; isBack: boolean }>> = {
  same: { link: 'same', isBack: false },
  checks: { link: 'checks', isBack: false },
  checked: { link: 'checks', isBack: true },
  needs: { link: 'needs', isBack: false },
  neededBy: { link: 'needs', isBack: true },
  contains: { link: 'contains', isBack: false },
  within: { link: 'contains', isBack: true },
}

/** The relation that an edge stands for, in the direction of its word. */
export function relationOf({ here, step, there }: FoundEdge): Edge {
  const { link, isBack } = links[step]
  return isBack ? { from: there, to: here, link } : { from: here, to: there, link }
}
