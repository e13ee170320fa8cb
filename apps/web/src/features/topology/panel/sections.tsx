import type { TopologyComponent } from '@binnacle/contract/topology'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Access } from '../../../application/pages/pages.ts'
import { pageState } from '../../../application/pages/pages.ts'
import { useSections } from '../../../application/pages/sections.tsx'
import { useVisitor } from '../../../application/pages/open-pages.ts'
import type { LinkTo } from '../link-to.ts'
import { CatalogSection } from './catalog-section.tsx'
import { ChangesSection } from './changes-section.tsx'
import { ChecksSection } from './checks-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { InsightsSection } from './insights-section.tsx'
import {
  changesQuery,
  checksQuery,
  configLinksQuery,
  insightsQuery,
  isDeleted,
  teamsQuery,
} from './queries.ts'
import { TeamsSection } from './teams-section.tsx'
import type { Feature } from '@binnacle/contract/access'

/** What a section of the right panel shows. */
export interface SectionProps {
  component: TopologyComponent
  linkTo: LinkTo
}

/** A section of the right panel. */
export interface PanelSection {
  id: string
  label: string
  Content: ComponentType<SectionProps>
}

/** The places of all sections. Those of other areas are there once they register. Source: TOP-013. */
const places = ['details', 'catalog', 'incidents', 'changes', 'checks', 'playbook-runs', 'teams', 'insights']

const read = (resource: 'database' | 'canaries'): Access => ({ resource, action: 'read' })

/** The sections of this area, with what a person needs to see each. Source: RBAC-023. */
const own: readonly (PanelSection & { access: Access; feature?: Feature })[] = [
  { id: 'details', label: 'Details', Content: DetailsSection, access: 'signed-in' },
  { id: 'catalog', label: 'Catalog', Content: CatalogSection, access: read('database'), feature: 'config' },
  { id: 'changes', label: 'Changes', Content: ChangesSection, access: read('database'), feature: 'config' },
  { id: 'checks', label: 'Checks', Content: ChecksSection, access: read('canaries'), feature: 'health' },
  { id: 'teams', label: 'Teams', Content: TeamsSection, access: read('database') },
  {
    id: 'insights',
    label: 'Insights',
    Content: InsightsSection,
    access: read('database'),
    feature: 'config',
  },
]

const placeOf = (id: string): number => (places.includes(id) ? places.indexOf(id) : places.length)

/** The sections that the person may see: those of this area, and those that others add to components. */
export function usePanelSections(): readonly PanelSection[] {
  const visitor = useVisitor()
  const others = useSections('component')
  return [
    ...own.filter((section) => pageState(section, visitor) === 'open'),
    ...others.map(({ id, label, Content }) => ({
      id,
      label,
      Content: ({ component }: SectionProps) => <Content id={component.id} />,
    })),
  ].toSorted((left, right) => placeOf(left.id) - placeOf(right.id))
}

/** How many entries a section has; undefined until somebody opened it. */
export function useSectionCounts(id: string): ReadonlyMap<string, number | undefined> {
  // Counts come with the entries: asking for each beforehand would take a request a section.
  const later = { enabled: false } as const
  const links = useQuery({ ...configLinksQuery(id), ...later }).data
  const changes = useQuery({ ...changesQuery(id), ...later }).data
  const checks = useQuery({ ...checksQuery(id), ...later }).data
  const teams = useQuery({ ...teamsQuery(id), ...later }).data
  const insights = useQuery({ ...insightsQuery(id), ...later }).data
  return new Map([
    ['catalog', links?.filter((link) => !isDeleted(link)).length],
    ['changes', changes?.length],
    ['checks', checks?.length],
    ['teams', teams?.length],
    ['insights', insights?.length],
  ])
}
