import type { SchemaNode } from '@binnacle/contract/schema'
import type { TopologyPreview } from '@binnacle/contract/topology'
import { Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { DEFAULT_NAMESPACE } from '../../../application/spec-editor/name-fields.tsx'
import { NewSpecPage } from '../../../application/spec-editor/new-spec-page.tsx'
import { TypePicker } from '../../../application/spec-editor/type-picker.tsx'
import { TopologyEditor } from './editor.tsx'
import { newTopologyFilters } from './filters.ts'
import { drawnQuery, topologyRequests } from './requests.ts'
import { type CatalogStart, starts } from './starts.tsx'

/** Makes a topology; what it begins with is picked first. */
export function NewTopologyPage(): ReactNode {
  const { values, href } = useFilters(newTopologyFilters)
  const schema = useQuery(topologyRequests.schema)
  const start = starts.find(({ id }) => id === values.type)
  return (
    <NewSpecPage title="New topology" schema={schema}>
      {(node) => (
        <>
          {start === undefined && (
            <TypePicker
              thing="topology"
              placeholder="What should it begin with?"
              tiles={starts}
              groupsOf={(tiles) =>
                [
                  { title: 'Draw from the catalog', members: tiles.filter((tile) => 'preset' in tile) },
                  { title: 'Write a spec', members: tiles.filter((tile) => 'text' in tile) },
                ].filter(({ members }) => members.length > 0)
              }
              href={(picked) => href({ type: picked })}
              instead={null}
            />
          )}
          {start !== undefined && 'preset' in start && <Drawn key={start.id} start={start} schema={node} />}
          {start !== undefined && 'text' in start && (
            <NewTopology key={start.id} text={start.text} schema={node} startsAsCode />
          )}
        </>
      )}
    </NewSpecPage>
  )
}

/** The editor of a spec that draws the catalog, with the tree that it draws. */
function Drawn({ start, schema }: { start: CatalogStart; schema: SchemaNode }): ReactNode {
  const drawn = useQuery(drawnQuery(start.preset))
  if (drawn.data === undefined)
    return drawn.error === null ? (
      <Skeleton className="h-96 w-full" />
    ) : (
      <LoadFailure error={drawn.error} queries={[drawn]} />
    )
  return <NewTopology text={drawn.data.text} name={start.id} preview={drawn.data} schema={schema} />
}

function NewTopology(props: {
  text: string
  name?: string
  schema: SchemaNode
  startsAsCode?: boolean
  preview?: TopologyPreview
}): ReactNode {
  const { text, name = '', schema, startsAsCode = false, preview } = props
  const navigation = useNavigation()
  return (
    <TopologyEditor
      spec={{
        id: undefined,
        revision: undefined,
        fields: { name, namespace: DEFAULT_NAMESPACE, labels: {} },
        text,
      }}
      schema={schema}
      startsAsCode={startsAsCode}
      {...(preview !== undefined && { preview })}
      onSaved={(id) => navigation.replace(`/settings/topologies/${id}`)}
    />
  )
}
