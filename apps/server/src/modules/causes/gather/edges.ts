import { identifier } from '@binnacle/data-api'
import type { ClientBase } from 'pg'
import sql from 'sql-template-tag'
import { type Edge, type Key, type Link, keyOf } from '../rank/facts.ts'
import type { CauseSubjectKind } from '@binnacle/contract/causes'

/** Most edges of each kind that are followed from one thing; those to unhealthy things first. */
const FAN_OUT = 40

/**
 * Relations from what leads requests to those who answer them: it works as long as they do. Other relations of scrapers lead
 * from what is needed to what needs it. Source: the edges of the scraper of Kubernetes.
 */
const ROUTES = '^(Service|Ingress|Endpoint|EndpointSlice|Gateway|HTTPRoute|LoadBalancer|TargetGroup)[A-Z]'

/** Things whose edges are read, by kind. */
export interface Border {
  configs: readonly string[]
  components: readonly string[]
  checks: readonly string[]
  /** Those of them of which the parts are looked at too. */
  configsDown: readonly string[]
  componentsDown: readonly string[]
}

interface Row {
  from_kind: CauseSubjectKind
  from_id: string
  to_kind: CauseSubjectKind
  to_id: string
  link: Link
}

/** The checks of things, the unhealthy ones first. */
function checksOf(kind: 'config' | 'component', ids: readonly string[]) {
  const links = identifier(`check_${kind}_relationships`)
  const thing = identifier(`${kind}_id`)
  return sql`
  select ${kind}::text, node.id, 'check', near.id, 'checked'
  from unnest(${ids}::uuid[]) as node (id)
  cross join lateral (
    select link.check_id as id from core.${links} as link
    left join core.check_state as state on state.check_id = link.check_id
    where link.${thing} = node.id and link.deleted_at is null
    order by (state.state = 'unhealthy') desc nulls last, link.check_id limit ${FAN_OUT}
  ) as near`
}

// What is gone since some time is looked at too, but not what another of its type replaced, such as the pods of the version
// before.
const ofConfigs = (border: Border, from: Date) => sql`
  select 'config' as from_kind, node.id as from_id, 'config' as to_kind, near.id as to_id, near.link
  from unnest(${border.configs}::uuid[]) as node (id)
  cross join lateral (
    (
      select edge.config_id as id,
        case when edge.relation = 'hard' or edge.relation ~ ${ROUTES} then 'within' else 'needs' end as link
      from core.config_relationships as edge
      where edge.related_id = node.id and edge.deleted_at is null
      limit ${FAN_OUT}
    )
    union all
    (
      select edge.config_id, 'needs' from core.config_relationships as edge
      where edge.related_id = node.id and edge.deleted_at > ${from} and edge.relation <> 'hard'
        and edge.relation !~ ${ROUTES}
      order by edge.deleted_at desc limit ${FAN_OUT}
    )
    union all
    select items.parent_id, 'within' from core.config_items as items
    where items.id = node.id and items.parent_id is not null
  ) as near
  union all
  select 'config', node.id, 'config', near.id, near.link
  from unnest(${border.configsDown}::uuid[]) as node (id)
  cross join lateral (
    select edge.related_id as id,
      case when edge.relation = 'hard' or edge.relation ~ ${ROUTES} then 'contains' else 'uses' end as link
    from core.config_relationships as edge
    join core.config_items as items on items.id = edge.related_id
    where edge.config_id = node.id and (
      edge.deleted_at is null and items.deleted_at is null
      or edge.deleted_at > ${from} and edge.relation <> 'hard' and items.deleted_at > ${from} and not exists (
        select from core.config_items as sibling
        where sibling.parent_id = items.parent_id and sibling.type = items.type and sibling.deleted_at is null
      )
    )
    order by case items.health when 'unhealthy' then 0 when 'warning' then 1 else 2 end, items.updated_at desc, items.id
    limit ${FAN_OUT}
  ) as near
  union all
  select 'config', node.id, 'component', near.id, 'same'
  from unnest(${border.configs}::uuid[]) as node (id)
  cross join lateral (
    select component.id from core.components as component
    where component.config_id = node.id and component.deleted_at is null
    limit ${FAN_OUT}
  ) as near
  union all
  select 'config', node.id, 'component', near.id, 'within'
  from unnest(${border.configs}::uuid[]) as node (id)
  cross join lateral (
    select link.component_id as id from core.config_component_relationships as link
    where link.config_id = node.id and link.deleted_at is null
    limit ${FAN_OUT}
  ) as near
  union all
  ${checksOf('config', border.configs)}`

const ofComponents = (border: Border) => sql`
  select 'component' as from_kind, component.id as from_id, 'component' as to_kind, component.parent_id as to_id,
    'within' as link
  from core.components as component
  where component.id = any (${border.components}::uuid[]) and component.parent_id is not null
  union all
  select 'component', component.id, 'config', component.config_id, 'same' from core.components as component
  where component.id = any (${border.components}::uuid[]) and component.config_id is not null
  union all
  select 'component', link.component_id, 'component', link.relationship_id,
    case link.kind when 'dependency' then 'needs' else 'within' end
  from core.component_relationships as link
  where link.component_id = any (${border.components}::uuid[]) and link.deleted_at is null and link.refused is null
  union all
  select 'component', node.id, near.kind, near.id, 'contains'
  from unnest(${border.componentsDown}::uuid[]) as node (id)
  cross join lateral (
    (
      select 'component' as kind, child.id from (
        select inner_one.id from core.components as inner_one where inner_one.parent_id = node.id
        union
        select link.component_id from core.component_relationships as link
        where link.relationship_id = node.id and link.kind = 'child' and link.deleted_at is null
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
      select 'config', items.id from core.config_component_relationships as link
      join core.config_items as items on items.id = link.config_id and items.deleted_at is null
      where link.component_id = node.id and link.deleted_at is null
      order by case items.health when 'unhealthy' then 0 when 'warning' then 1 else 2 end, items.updated_at desc, items.id
      limit ${FAN_OUT}
    )
  ) as near
  union all
  ${checksOf('component', border.components)}`

const ofChecks = (border: Border) => sql`
  select 'check' as from_kind, link.check_id as from_id, 'config' as to_kind, link.config_id as to_id, 'checks' as link
  from core.check_config_relationships as link
  where link.check_id = any (${border.checks}::uuid[]) and link.deleted_at is null
  union all
  select 'check', link.check_id, 'component', link.component_id, 'checks'
  from core.check_component_relationships as link
  where link.check_id = any (${border.checks}::uuid[]) and link.deleted_at is null
  union all
  select 'check', checks.id, 'check', other.id, 'needs'
  from core.checks
  join core.checks as other on other.canary_id = checks.canary_id and other.id <> checks.id
  where checks.id = any (${border.checks}::uuid[]) and checks.spec ? 'dependsOn' and other.deleted_at is null
    and checks.spec -> 'dependsOn' ? other.name`

/** Reads the edges from things to those that may be why they fail. @param from what is gone since then counts too */
export async function readEdges(client: ClientBase, border: Border, from: Date): Promise<Edge[]> {
  const statements = [
    ...(border.configs.length > 0 ? [ofConfigs(border, from)] : []),
    ...(border.components.length > 0 ? [ofComponents(border)] : []),
    ...(border.checks.length > 0 ? [ofChecks(border)] : []),
  ]
  const found = new Map<Key, Edge>()
  for (const statement of statements) {
    const { rows } = await client.query<Row>(statement)
    for (const row of rows) {
      const edge: Edge = {
        from: keyOf(row.from_kind, row.from_id),
        to: keyOf(row.to_kind, row.to_id),
        link: row.link,
      }
      found.set(`${edge.from} ${edge.to} ${edge.link}`, edge)
    }
  }
  return [...found.values()]
}
