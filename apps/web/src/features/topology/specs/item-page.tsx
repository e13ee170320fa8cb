import type { EditableTopology } from '@binnacle/contract/topology'
import { Button, Notice, Skeleton, TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { DeleteDialog } from '../../../application/resource/delete-dialog.tsx'
import { pathOf } from '../../../application/settings/area.ts'
import { defineSettingsItem } from '../../../application/settings/item.tsx'
import { useMayChange } from '../../../application/settings/settings-form.tsx'
import { describeSource } from '../../../application/settings/source.ts'
import { useReachable } from '../use-reachable.ts'
import { topologyArea } from './area.ts'
import { TopologyEditor } from './editor.tsx'
import { loadTopology, specSchemaQuery, topologyKey } from './queries.ts'
import { topologyRemoval } from './removal.ts'
import { RunNow } from './run-now.tsx'
import { storedTopology } from './storage.ts'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

/** Page of one topology: its spec and its job history. Source: SET-013. */
export const topologyItemPage = defineSettingsItem<EditableTopology>(topologyArea, {
  keyOf: topologyKey,
  load: loadTopology,
  Actions: RunNow,
  Spec: TopologySpec,
})

function TopologySpec({ item }: { item: EditableTopology }): ReactNode {
  const mayChange = useMayChange(topologyArea, item)
  return (
    <div className="flex flex-col gap-4">
      <p>
        <TextLink href="/topology">Show the components</TextLink>
      </p>
      {mayChange ? <Changeable topology={item} /> : <Fixed topology={item} />}
    </div>
  )
}

/** The spec for those who may not change it, and of topologies that belong to Binnacle. */
function Fixed({ topology }: { topology: EditableTopology }): ReactNode {
  const { reason } = describeSource(topology.source)
  return (
    <>
      {reason !== undefined && <Notice kind="information">{reason}</Notice>}
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <CodeViewer code={topology.text} language="yaml" label={`${topology.name}.yaml`} />
      </Suspense>
    </>
  )
}

function Changeable({ topology }: { topology: EditableTopology }): ReactNode {
  const navigation = useNavigation()
  const schema = useQuery(specSchemaQuery)
  const integrations = useReachable('/settings/integrations')
  const [deleting, setDeleting] = useState(false)
  const gone = useRef(false)
  // A newer stored version must not replace what the person is editing; saving reports the conflict.
  const [opened] = useState(() => storedTopology(topology))
  if (schema.error !== null) return <LoadFailure error={schema.error} asked={[schema]} />
  if (schema.data === undefined) return <Skeleton className="h-96 w-full" />
  return (
    <>
      <TopologyEditor
        topology={opened}
        schema={schema.data}
        actions={<Button onClick={() => setDeleting(true)}>Delete</Button>}
        isGone={() => gone.current}
        onSaved={() => {
          // Source: SET-025. While there is no page of integrations, the person stays here.
          if (integrations !== undefined) navigation.push(integrations)
        }}
      />
      {deleting && (
        <DeleteDialog
          removal={topologyRemoval}
          thing={topology}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            gone.current = true
            navigation.replace(pathOf(topologyArea))
          }}
        />
      )}
    </>
  )
}
