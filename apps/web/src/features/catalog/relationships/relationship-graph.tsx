import { HealthShape, healthAppearance, PlainLink } from '@binnacle/ui'
import { type GraphThing, NetworkGraph } from '@binnacle/ui/graph'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Filters } from '../../../application/address/use-filters.ts'
import { ConfigIcon } from '../config-icon.tsx'
import { configHref } from '../paths.ts'
import { shortType } from '../short-type.ts'
import type { RelationshipValues } from './filters.ts'
import type { RelatedConfig } from './queries.ts'

interface ItemThing extends GraphThing {
  item: RelatedConfig
}

const isDeleted = ({ item }: ItemThing): boolean => item.deleted_at !== null
const renderKind = (type: string) => ({ icon: <ConfigIcon type={type} />, label: shortType(type) })
const renderThing = ({ item }: ItemThing, isRoot: boolean) => <ItemContent item={item} isRoot={isRoot} />

/** What an item leads to and what leads to it, as a picture. */
export function RelationshipGraph(props: {
  id: string
  items: readonly RelatedConfig[]
  filters: Filters<RelationshipValues>
}): ReactNode {
  const { id, items, filters } = props
  const { values, set } = filters
  const { direction, edges: lines, toggled } = values
  const things = useMemo(
    () =>
      items.map((item): ItemThing => ({
        id: item.id,
        name: item.name,
        kind: item.type,
        leadsTo: item.related_ids,
        health: item.health,
        item,
      })),
    [items],
  )
  const change = useCallback(
    ({ lines: edges, ...others }: { lines?: RelationshipValues['edges'] } & Partial<RelationshipValues>) =>
      set({ ...others, ...(edges !== undefined && { edges }) }),
    [set],
  )
  return (
    <NetworkGraph<ItemThing>
      label="Graph of related items"
      things={things}
      root={id}
      view={{ direction, lines, toggled }}
      onViewChange={change}
      renderThing={renderThing}
      renderKind={renderKind}
      isFaded={isDeleted}
    />
  )
}

/** An item in the graph: its name leads to it. */
function ItemContent({ item, isRoot }: { item: RelatedConfig; isRoot: boolean }): ReactNode {
  const health = item.health === null ? undefined : healthAppearance(item.health)
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        {health === undefined ? (
          <ConfigIcon type={item.type} />
        ) : (
          <>
            <HealthShape shape={health.shape} tone={health.tone} />
            <span className="sr-only">{health.word} </span>
          </>
        )}
        <PlainLink
          href={`${configHref(item.id, 'relationships')}?view=graph`}
          aria-current={isRoot || undefined}
          title={item.name}
          className="nopan min-w-0 truncate rounded-small font-medium hover:underline"
        >
          {item.name}
        </PlainLink>
      </span>
      <span className="truncate text-small text-muted" title={item.type}>
        {[shortType(item.type), item.tags['namespace'], item.status]
          .filter((part) => typeof part === 'string' && part !== '')
          .join(' · ')}
      </span>
    </>
  )
}
