import { Badge, CopyButton, KeyValueList } from '@binnacle/ui'
import type { ReactNode } from 'react'
import type { PageSection, ResourcePageDefinition } from './resource-page.tsx'
import type { ResourceKind } from './kind.ts'
import { describeSource } from './source.ts'

/** Fields that every row of a resource table has. */
export interface KindItem {
  id: string
  name: string
  source: string | null
  namespace?: string | null
  agent?: { id: string; name: string } | null
}

/** What an area adds to the page of one row. */
export interface KindPage<Item extends KindItem> extends Pick<
  ResourcePageDefinition<Item>,
  'keyOf' | 'load' | 'iconOf' | 'Actions'
> {
  /** Shows and edits the row. */
  Spec: PageSection<Item>['component']
  /** Tabs after the spec, before those of other areas. */
  others?: readonly PageSection<Item>[]
}

/** Defines the page of one row: its spec, sections of the area, and what other areas add, such as its job history. */
export function defineKindPage<Item extends KindItem>(
  area: ResourceKind,
  page: KindPage<Item>,
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
      {
        id: 'spec',
        label: 'Spec',
        component: ({ item }) => (
          <div className="flex flex-col gap-6">
            <Spec item={item} />
            <Identity item={item} />
          </div>
        ),
      },
      ...others,
    ],
    subjectOf: ({ id }) => ({ id, resourceType: area.resourceType }),
  }
}

/** Read-only namespace and source of a row. */
function Origin({ item: { namespace, source } }: { item: KindItem }): ReactNode {
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

/** What other systems call a row: its id, and the agent that it runs on. */
function Identity({ item: { id, agent } }: { item: KindItem }): ReactNode {
  return (
    <KeyValueList
      items={[
        {
          label: 'ID',
          value: (
            <span className="flex items-center gap-1">
              <code className="text-small wrap-anywhere">{id}</code>
              <CopyButton text={id} what="ID" />
            </span>
          ),
        },
        ...(agent == null ? [] : [{ label: 'Agent', value: agent.name }]),
      ]}
    />
  )
}
