import { PageHeader, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { TypePicker } from '../../../application/spec-editor/type-picker.tsx'
import { TopologyEditor } from './editor.tsx'
import { newTopologyFilters } from './filters.ts'
import { specSchemaQuery } from './queries.ts'
import { starts } from './starts.tsx'
import { DEFAULT_NAMESPACE } from './storage.ts'

const breadcrumb = [
  { label: 'Settings', href: '/settings' },
  { label: 'Topologies', href: '/settings/topologies' },
] as const

/** Makes a topology; what it begins with is picked first. */
export function NewTopologyPage(): ReactNode {
  const navigation = useNavigation()
  const { values, href } = useFilters(newTopologyFilters)
  const schema = useQuery(specSchemaQuery)
  const start = starts.find(({ id }) => id === values.type)
  return (
    <div className="mx-auto flex min-h-full max-w-screen-lg flex-col gap-4 p-3 sm:p-4 lg:p-5">
      <PageHeader title="New topology" breadcrumb={breadcrumb} />
      {schema.error !== null && <LoadFailure error={schema.error} asked={[schema]} />}
      {schema.isPending && <Skeleton className="h-96 w-full" />}
      {schema.data !== undefined && start === undefined && (
        <TypePicker
          thing="topology"
          placeholder="What should it begin with?"
          tiles={starts}
          groupsOf={(tiles) => (tiles.length === 0 ? [] : [{ title: 'Start with', members: tiles }])}
          href={(picked) => href({ type: picked })}
          instead={null}
        />
      )}
      {schema.data !== undefined && start !== undefined && (
        <TopologyEditor
          key={start.id}
          topology={{
            id: undefined,
            revision: undefined,
            fields: { name: start.id === 'custom' ? '' : start.id, namespace: DEFAULT_NAMESPACE, labels: {} },
            text: start.text,
          }}
          schema={schema.data}
          startsAsCode={start.asCode === true}
          onSaved={(id) => navigation.replace(`/settings/topologies/${id}`)}
        />
      )}
    </div>
  )
}
