import type { TopologyComponent } from '@binnacle/contract/topology'
import { Age, type KeyValue, KeyValueList, PlainLink, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { CostList, hasCosts } from '../../../application/costs/cost-list.tsx'
import { Optional, Pieces, shownOf, useSlot } from '../../../application/slots/slots.tsx'
import { labelsOf } from '../cards/card.tsx'
import { isShown } from '../cards/format-property.ts'
import { LabelTag } from '../cards/labels.tsx'
import {
  Headlines,
  MoreButton,
  mostProperties,
  propertyLabel,
  PropertyValue,
} from '../cards/property-list.tsx'
import { Why } from '../cards/why.tsx'
import type { LinkTo } from '../link-to.ts'
import { whereaboutsQuery } from '../queries.ts'
import { topologyFilters } from '../filters.ts'
import { useReachable } from '../../../application/pages/use-reachable.ts'
import { HealthHistory } from './health-history.tsx'
import { propertyGroups } from './property-groups.ts'

/** What a component is, why it is as it is, and where it comes from. */
export function DetailsSection(props: { component: TopologyComponent; linkTo: LinkTo }): ReactNode {
  const { component, linkTo } = props
  const facts = shownOf(useSlot('component.facts').fills, component)
  const { refererId: referer } = useFilters(topologyFilters).values
  const { id, path, cost_total_1d, cost_total_7d, cost_total_30d } = component
  const costs = { cost_total_1d, cost_total_7d, cost_total_30d }
  const origin = useQuery(whereaboutsQuery({ id, path, referer })).data
  const topology = origin?.topology
  const topologyHref = useReachable(
    component.topology_id === null ? undefined : `/settings/topologies/${component.topology_id}`,
  )
  const labels = Object.entries(labelsOf(component))
  const items: KeyValue[] = [
    { label: 'Name', value: component.name },
    ...(component.type === null || component.type === ''
      ? []
      : [
          {
            label: 'Type',
            value: (
              <PlainLink
                href={`/topology?type=${encodeURIComponent(component.type)}`}
                className="rounded-small hover:underline"
              >
                {component.type}
              </PlainLink>
            ),
          },
        ]),
    { label: 'Namespace', value: component.namespace ?? undefined },
    {
      label: 'Status',
      value: [component.status, component.status_reason].filter((text) => (text ?? '') !== '').join(': '),
    },
    ...(origin?.parent === undefined
      ? []
      : [
          {
            label: 'Parent',
            value: <TextLink href={linkTo(origin.parent.id)}>{origin.parent.name}</TextLink>,
          },
        ]),
    ...(component.owner === null ? [] : [{ label: 'Owner', value: component.owner }]),
    ...(component.lifecycle === null ? [] : [{ label: 'Lifecycle', value: component.lifecycle }]),
    ...(component.description === null ? [] : [{ label: 'Description', value: component.description }]),
    ...(hasCosts(costs) ? [{ label: 'Costs', value: <CostList costs={costs} /> }] : []),
    ...(topology === undefined
      ? []
      : [
          {
            label: 'Created by',
            value:
              topologyHref === undefined ? (
                topology.name
              ) : (
                <TextLink href={topologyHref}>{topology.name}</TextLink>
              ),
          },
        ]),
    ...facts.map((fact) => ({
      label: fact.label,
      value: (
        <Optional>
          <fact.Content subject={component} />
        </Optional>
      ),
    })),
    { label: 'Created', value: <Age time={component.created_at} /> },
    { label: 'Updated', value: <Age time={component.updated_at} /> },
    ...(labels.length === 0
      ? []
      : [
          {
            label: 'Labels',
            value: (
              <ul className="flex flex-wrap gap-1">
                {labels.map(([name, value]) => (
                  <li key={name} className="flex max-w-full min-w-0">
                    <LabelTag name={name} value={value} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]),
  ]
  return (
    <div className="flex flex-col gap-3">
      {component.cause !== null && component.health !== 'healthy' && (
        <Why cause={component.cause} linkTo={linkTo} />
      )}
      <Pieces slot="component.causes" subject={component} />
      <Headlines properties={component.properties} />
      <KeyValueList items={items} />
      <Properties component={component} />
      <HealthHistory id={component.id} />
    </div>
  )
}

function Properties({ component }: { component: TopologyComponent }): ReactNode {
  const [all, setAll] = useState(false)
  const shown = component.properties.filter((property) => isShown(property) && property.headline !== true)
  const visible = all ? shown : shown.slice(0, mostProperties.panel)
  if (shown.length === 0) return null
  return (
    <section aria-label="Properties" className="flex flex-col gap-2">
      <h3 className="font-medium text-secondary">Properties</h3>
      {propertyGroups(visible).map(({ title, properties }) => (
        <div key={title}>
          {title !== '' && <h4 className="text-small text-muted">{title}</h4>}
          <KeyValueList
            items={properties.map(({ name, property }) => ({
              label: property.label ?? (name === '' ? propertyLabel(property) : name),
              value: <PropertyValue property={property} />,
            }))}
          />
        </div>
      ))}
      <MoreButton
        all={all}
        hidden={shown.length - visible.length}
        most={mostProperties.panel}
        total={shown.length}
        onChange={setAll}
      />
    </section>
  )
}
