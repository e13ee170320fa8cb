import { Badge } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { JobHistoryOf } from '../job-history/job-history-of.tsx'
import type { PageSection, ResourcePageDefinition } from '../resource/resource-page.tsx'
import type { SettingsArea } from './area.ts'
import { describeSource } from './source.ts'

/** Fields that every row of a resource table has. */
export interface SettingsItem {
  id: string
  name: string
  source: string | null
  namespace?: string | null
}

/** What an area adds to the page of one row. */
export interface SettingsItemPage<Item extends SettingsItem> extends Pick<
  ResourcePageDefinition<Item>,
  'keyOf' | 'load' | 'iconOf' | 'Actions'
> {
  /** Shows and edits the row. */
  Spec: PageSection<Item>['component']
  /** Tabs between the spec and the job history. */
  others?: readonly PageSection<Item>[]
}

/** Defines the page of one row: its spec, sections of the area, and its job history. */
export function defineSettingsItem<Item extends SettingsItem>(
  area: SettingsArea,
  page: SettingsItemPage<Item>,
): ResourcePageDefinition<Item> {
  const { Spec, others = [], ...shared } = page
  return {
    ...shared,
    title: area.singular,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    badge: (item) => <Origin item={item} />,
    missing: `There is no ${area.singular.toLowerCase()} with this id. It may have been deleted.`,
    sections: [
      { id: 'spec', label: 'Spec', component: Spec },
      ...others,
      {
        id: 'jobHistory',
        label: 'Job History',
        gate: { access: { resource: 'database', action: 'read' }, feature: 'settings.job_history' },
        component: ({ item }) => <JobHistoryOf resourceType={area.resourceType} resourceId={item.id} />,
      },
    ],
  }
}

/** Read-only namespace and source of a row. */
function Origin({ item: { namespace, source } }: { item: SettingsItem }): ReactNode {
  return (
    <>
      {(namespace ?? '') !== '' && <Badge>{namespace}</Badge>}
      <Badge tone="outline">
        <span className="sr-only">Source: </span>
        <span className="truncate">{describeSource(source).label}</span>
      </Badge>
    </>
  )
}
