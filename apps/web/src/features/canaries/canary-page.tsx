import type { EditableCanary, SchemaNode } from '@binnacle/contract'
import { Badge, Button, buttonClass, EmptyState, Notice, PageHeader, PlainLink, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy, HeartPulse } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { RequestFailure } from '../../application/failure.ts'
import { LoadFailure } from '../../application/load-failure.tsx'
import { useSession } from '../../application/session.ts'
import { usePathEnd } from '../../application/use-path-end.ts'
import { DeleteCanary } from './delete-canary.tsx'
import { CanaryEditor } from './canary-editor.tsx'
import { canaryQuery, specSchemaQuery } from './queries.ts'
import { describeSource } from './source.ts'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

const breadcrumb = [{ label: 'Settings' }, { label: 'Health Checks', href: '/settings/canaries' }]

/** One health check: to be changed by those who may, where it was made here. */
export function CanaryPage(): ReactNode {
  const id = usePathEnd()
  const canary = useQuery(canaryQuery(id))
  const schema = useQuery(specSchemaQuery)
  const error = canary.error ?? schema.error
  const isMissing = error instanceof RequestFailure && [400, 404].includes(error.status)
  return (
    <div className="mx-auto flex min-h-full max-w-screen-lg flex-col gap-4 p-3 sm:p-4 lg:p-5">
      {canary.data === undefined || schema.data === undefined ? (
        <>
          <PageHeader title="Health check" breadcrumb={breadcrumb} />
          {error === null && <Skeleton className="h-96 w-full" />}
          {isMissing && (
            <EmptyState title="No resources found" icon={<HeartPulse strokeWidth={1.5} />}>
              There is no health check with this id. It may have been deleted.
            </EmptyState>
          )}
          {error !== null && !isMissing && <LoadFailure error={error} asked={[canary, schema]} />}
        </>
      ) : (
        <LoadedCanary key={canary.data.id} canary={canary.data} schema={schema.data} />
      )}
    </div>
  )
}

function LoadedCanary({ canary, schema }: { canary: EditableCanary; schema: SchemaNode }): ReactNode {
  const session = useSession()
  const source = describeSource(canary.source)
  const mayWrite = session.may('write', 'canaries')
  return (
    <>
      <title>{`${canary.name} - Binnacle`}</title>
      <PageHeader
        breadcrumb={breadcrumb}
        title={canary.name}
        badge={<Badge>{canary.namespace}</Badge>}
        actions={
          <>
            {session.may('read', 'canaries') && (
              <PlainLink
                href={`/health?hidePassing=false&group=${canary.id}`}
                className={buttonClass({ variant: 'secondary' })}
              >
                <HeartPulse aria-hidden="true" className="size-3.5" />
                Show its checks
              </PlainLink>
            )}
            {mayWrite && (
              <PlainLink
                href={`/settings/canaries/new?copy=${canary.id}`}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Copy aria-hidden="true" className="size-3.5" />
                Duplicate
              </PlainLink>
            )}
          </>
        }
      />
      {mayWrite && source.reason === undefined ? (
        <Changeable canary={canary} schema={schema} />
      ) : (
        <>
          {source.reason !== undefined && <Notice kind="information">{source.reason}</Notice>}
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <CodeViewer code={canary.text} language="yaml" label={`${canary.name}.yaml`} />
          </Suspense>
        </>
      )}
    </>
  )
}

function Changeable({ canary, schema }: { canary: EditableCanary; schema: SchemaNode }): ReactNode {
  const router = useRouter()
  const [deleting, setDeleting] = useState(false)
  const gone = useRef(false)
  // What is being edited is not taken away by a newer version: saving tells of it.
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
        <DeleteCanary
          id={canary.id}
          name={canary.name}
          checks={undefined}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            gone.current = true
            router.history.replace('/settings/canaries')
          }}
        />
      )}
    </>
  )
}
