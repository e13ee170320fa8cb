import type { SchemaNode } from '@binnacle/contract/schema'
import { type Crumb, PageHeader, Skeleton } from '@binnacle/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../pages/load-failure.tsx'

/** The page that makes a resource with a spec, once the schema of the spec is there. */
export function NewSpecPage(props: {
  title: string
  breadcrumb: readonly Crumb[]
  schema: UseQueryResult<SchemaNode>
  children: (schema: SchemaNode) => ReactNode
}): ReactNode {
  const { schema } = props
  return (
    <div className="mx-auto flex min-h-full max-w-screen-lg flex-col gap-4 p-3 sm:p-4 lg:p-5">
      <PageHeader title={props.title} breadcrumb={props.breadcrumb} />
      {schema.error !== null && <LoadFailure error={schema.error} queries={[schema]} />}
      {schema.isPending && <Skeleton className="h-96 w-full" />}
      {schema.data !== undefined && props.children(schema.data)}
    </div>
  )
}
