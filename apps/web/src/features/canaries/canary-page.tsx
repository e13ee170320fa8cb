import type { EditableCanary } from '@binnacle/contract/health'
import type { SchemaNode } from '@binnacle/contract/schema'
import { Button, buttonClass, Notice, PlainLink, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Copy, HeartPulse } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { LoadFailure } from '../../application/pages/load-failure.tsx'
import { DeleteDialog } from '../../application/resource/delete-dialog.tsx'
import { useSession } from '../../application/session/session.ts'
import { pathOf } from '../../application/settings/area.ts'
import { defineSettingsItem } from '../../application/settings/item.tsx'
import { useMayChange } from '../../application/settings/settings-form.tsx'
import { describeSource } from '../../application/settings/source.ts'
import { canaryArea } from './area.ts'
import { CanaryEditor } from './canary-editor.tsx'
import { NEW_CANARY_PATH } from './paths.ts'
import { canaryQuery, loadCanary, specSchemaQuery } from './queries.ts'
import { canaryRemoval } from './resource.tsx'
import { useNavigation } from '../../application/pages/use-navigation.ts'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

/** Page of one health check. People with the right can edit it if it was created here. */
export const canaryPage = defineSettingsItem<EditableCanary>(canaryArea, {
  keyOf: (id) => canaryQuery(id).queryKey,
  load: loadCanary,
  Actions: CanaryLinks,
  Spec: CanarySpec,
})

function CanaryLinks({ item: { id } }: { item: EditableCanary }): ReactNode {
  const session = useSession()
  return (
    <>
      {session.may('read', 'canaries') && (
        <PlainLink
          href={`/health?hidePassing=false&group=${id}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          <HeartPulse aria-hidden="true" className="size-3.5" />
          Show its checks
        </PlainLink>
      )}
      {session.may('write', 'canaries') && (
        <PlainLink href={`${NEW_CANARY_PATH}?copy=${id}`} className={buttonClass({ variant: 'secondary' })}>
          <Copy aria-hidden="true" className="size-3.5" />
          Duplicate
        </PlainLink>
      )}
    </>
  )
}

function CanarySpec({ item: canary }: { item: EditableCanary }): ReactNode {
  const mayChange = useMayChange(canaryArea, canary)
  const schema = useQuery(specSchemaQuery)
  const { reason } = describeSource(canary.source)
  if (schema.error !== null) return <LoadFailure error={schema.error} asked={[schema]} />
  if (schema.data === undefined) return <Skeleton className="h-96 w-full" />
  if (mayChange) return <Changeable canary={canary} schema={schema.data} />
  return (
    <>
      {reason !== undefined && <Notice kind="information">{reason}</Notice>}
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <CodeViewer code={canary.text} language="yaml" label={`${canary.name}.yaml`} />
      </Suspense>
    </>
  )
}

function Changeable({ canary, schema }: { canary: EditableCanary; schema: SchemaNode }): ReactNode {
  const navigation = useNavigation()
  const [deleting, setDeleting] = useState(false)
  const gone = useRef(false)
  // A newer stored version must not replace what the person is editing; saving reports the conflict.
  const [{ id, revision, annotations, text, name, namespace, labels }] = useState(canary)
  return (
    <>
      <CanaryEditor
        canary={{ id, revision, annotations, text, fields: { name, namespace, labels } }}
        schema={schema}
        actions={<Button onClick={() => setDeleting(true)}>Delete</Button>}
        isGone={() => gone.current}
        onSaved={() => {}}
      />
      {deleting && (
        <DeleteDialog
          removal={canaryRemoval}
          thing={canary}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            gone.current = true
            navigation.replace(pathOf(canaryArea))
          }}
        />
      )}
    </>
  )
}
