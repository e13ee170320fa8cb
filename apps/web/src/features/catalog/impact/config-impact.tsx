import {
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
import { catalogImpact } from '@binnacle/contract/catalog'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { request } from '../../../application/requests/api.ts'
import { Pieces } from '../../../application/slots/slots.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { configHref } from '../paths.ts'
import type { ItemSubject } from '../../../application/slots/types.ts'

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

/** What depends on an item. */
const impactQuery = (id: string) =>
  queryOptions({
    queryKey: ['configs', 'impact', id],
    meta: { follows: ['configs'] },
    queryFn: ({ signal }) =>
      request(`/api/catalog/${encodeURIComponent(id)}/impact`, catalogImpact, { signal }),
  })

/** What depends on an item, and what changed or fails above it, those first that most likely have to do with it. */
export function ConfigImpact({ subject: { id } }: { subject: ItemSubject }): ReactNode {
  const { values, set } = useFilters(impactFilters)
  return (
    <div className="flex flex-col gap-4 overflow-y-auto">
      <Panel
        title="Likely causes"
        description="Changes and failures of this item and of the items that it needs. Those after its failure don’t count."
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
        <Pieces slot="item.causes" subject={{ id, hours: values.hours }} />
      </Panel>
      <Dependents id={id} />
    </div>
  )
}

function Dependents({ id }: { id: string }): ReactNode {
  const impact = useQuery(impactQuery(id))
  return (
    <Panel title="What depends on it" description="The nearest items first.">
      {impact.data === undefined ? (
        impact.error === null ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <LoadFailure error={impact.error} queries={[impact]} />
        )
      ) : impact.data.dependents.length === 0 ? (
        <EmptyState compact title="Nothing depends on it" icon={<Network strokeWidth={1.5} />}>
          No item needs this one.
        </EmptyState>
      ) : (
        <>
          {impact.data.more && <Notice kind="information">Only the nearest items are listed.</Notice>}
          <ul aria-label="What depends on it" className="divide-y divide-line">
            {impact.data.dependents.map((item) => (
              <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                <ConfigIcon type={item.type} />
                <TextLink href={configHref(item.id)}>{item.name}</TextLink>
                <span className="text-muted">{item.type}</span>
                {item.health !== null && <HealthBadge state={item.health} />}
                <span className="ml-auto text-small text-muted">
                  {item.distance === 1 ? '1 step away' : `${item.distance} steps away`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
