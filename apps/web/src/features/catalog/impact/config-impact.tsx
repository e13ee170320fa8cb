import {
  Age,
  choiceParameter,
  defineFilters,
  EmptyState,
  HealthBadge,
  Notice,
  Panel,
  Select,
  Skeleton,
  TextLink,
} from '@binnacle/ui'
import { catalogImpact, type CatalogImpact } from '@binnacle/contract/catalog'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { GitCompareArrows, Network } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { request } from '../../../application/requests/api.ts'
import { ChangeIcon } from '../changes/change-icon.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { configHref } from '../paths.ts'
import { SeverityMark } from '../severity.tsx'

/** How far back changes are looked for, by hours. */
const periods = [
  { value: '2', label: '2 hours' },
  { value: '6', label: '6 hours' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
] as const

const impactFilters = defineFilters({
  hours: choiceParameter<string>(
    periods.map(({ value }) => value),
    '2',
  ),
})

/** What depends on an item, and what changed lately in what it depends on. */
const impactQuery = (id: string, hours: string) =>
  queryOptions({
    queryKey: ['config_changes', 'impact', id, hours],
    meta: { follows: ['configs'] },
    queryFn: ({ signal }) =>
      request(`/api/catalog/${encodeURIComponent(id)}/impact?hours=${hours}`, catalogImpact, { signal }),
  })

/** What depends on an item, and what changed above it, those first that most likely have to do with it. */
export function ConfigImpact({ id }: { id: string }): ReactNode {
  const { values, set } = useFilters(impactFilters)
  const impact = useQuery(impactQuery(id, values.hours))
  if (impact.data === undefined)
    return impact.error === null ? (
      <Skeleton className="h-96 w-full" />
    ) : (
      <LoadFailure error={impact.error} asked={[impact]} />
    )
  const { dependents, changes, more } = impact.data
  return (
    <div className="flex flex-col gap-4 overflow-y-auto">
      {more && (
        <Notice kind="information">
          There is more than these lists show: only what is nearest is listed.
        </Notice>
      )}
      <Panel
        title="What changed above it"
        description="Changes of this item and of what it needs, those first that most likely have to do with it."
        actions={
          <Select
            label="Look back"
            showLabel
            value={values.hours}
            options={periods}
            onChange={(hours) => set({ hours })}
          />
        }
      >
        {changes.length === 0 ? (
          <EmptyState compact title="Nothing changed" icon={<GitCompareArrows strokeWidth={1.5} />}>
            Look back further to see older changes.
          </EmptyState>
        ) : (
          <ul aria-label="What changed above it" className="divide-y divide-line">
            {changes.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="What depends on it" description="The nearest items first.">
        {dependents.length === 0 ? (
          <EmptyState compact title="Nothing depends on it" icon={<Network strokeWidth={1.5} />}>
            No item needs this one.
          </EmptyState>
        ) : (
          <ul aria-label="What depends on it" className="divide-y divide-line">
            {dependents.map((item) => (
              <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                <ConfigIcon type={item.type} />
                <TextLink href={configHref(item.id)}>{item.name}</TextLink>
                <span className="text-muted">{item.type}</span>
                {item.health !== null && <HealthBadge state={item.health} />}
                <span className="ml-auto text-small text-muted">{stepsOf(item.distance)}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

function stepsOf(distance: number): string {
  if (distance === 0) return 'this item'
  return distance === 1 ? '1 step away' : `${distance} steps away`
}

function ChangeRow({ change }: { change: CatalogImpact['changes'][number] }): ReactNode {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <Age time={change.created_at} className="w-10 text-muted" />
      <ChangeIcon type={change.change_type} />
      <TextLink href={`/catalog/changes?timeRange=1mo&change=${change.id}`}>{change.change_type}</TextLink>
      <SeverityMark severity={change.severity} />
      <TextLink href={configHref(change.config_id)}>{change.name}</TextLink>
      {change.summary !== null && (
        <span className="min-w-0 wrap-anywhere text-secondary">{change.summary}</span>
      )}
      <span className="ml-auto text-small text-muted">{stepsOf(change.distance)}</span>
    </li>
  )
}
