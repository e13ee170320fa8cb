import type { EditableLogBackend } from '@binnacle/contract/logs'
import { Button, Notice, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { DeleteDialog } from '../../../application/resource/delete-dialog.tsx'
import { pathOf } from '../../../application/settings/area.ts'
import { defineSettingsItem } from '../../../application/settings/item.tsx'
import { useMayChange } from '../../../application/settings/settings-form.tsx'
import { describeSource } from '../../../application/settings/source.ts'
import { backendArea } from '../area.ts'
import { backendLogsHref } from '../paths.ts'
import { ViewLogs } from '../view-logs.tsx'
import { BackendEditor } from './backend-editor.tsx'
import { backendKey, loadBackend, specSchemaQuery } from './queries.ts'
import { backendRemoval } from './removal.ts'
import { storedBackend } from './storage.ts'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

/** Page of one log backend. */
export const backendPage = defineSettingsItem<EditableLogBackend>(backendArea, {
  keyOf: backendKey,
  load: loadBackend,
  Actions: ({ item }) => <ViewLogs href={backendLogsHref(item.id)} />,
  Spec: BackendSpec,
})

function BackendSpec({ item: backend }: { item: EditableLogBackend }): ReactNode {
  const mayChange = useMayChange(backendArea, backend)
  return mayChange ? <Changeable backend={backend} /> : <Fixed backend={backend} />
}

/** The spec for those who may not change it, and of log backends that have a source. Source: SET-037. */
function Fixed({ backend }: { backend: EditableLogBackend }): ReactNode {
  const { reason } = describeSource(backend.source)
  return (
    <div className="flex flex-col gap-4">
      {reason !== undefined && <Notice kind="information">{reason}</Notice>}
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <CodeViewer code={backend.text} language="yaml" label={`${backend.name}.yaml`} />
      </Suspense>
    </div>
  )
}

function Changeable({ backend }: { backend: EditableLogBackend }): ReactNode {
  const navigation = useNavigation()
  const schema = useQuery(specSchemaQuery)
  const [deleting, setDeleting] = useState(false)
  const gone = useRef(false)
  // A newer stored version must not replace what the person is editing; saving reports the conflict.
  const [opened] = useState(() => storedBackend(backend))
  if (schema.error !== null) return <LoadFailure error={schema.error} asked={[schema]} />
  if (schema.data === undefined) return <Skeleton className="h-96 w-full" />
  return (
    <>
      <BackendEditor
        backend={opened}
        schema={schema.data}
        actions={<Button onClick={() => setDeleting(true)}>Delete</Button>}
        isGone={() => gone.current}
        onSaved={() => {}}
      />
      {deleting && (
        <DeleteDialog
          removal={backendRemoval}
          thing={backend}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            gone.current = true
            navigation.replace(pathOf(backendArea))
          }}
        />
      )}
    </>
  )
}
