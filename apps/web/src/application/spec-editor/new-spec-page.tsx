import type { SchemaNode } from '@binnacle/contract/schema'
import { Skeleton } from '@binnacle/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageFrame } from '../resource/page-frame.tsx'
import { LoadFailure } from '../pages/load-failure.tsx'

/** The page that makes a resource with a spec, once the schema of the spec is there. */
export function NewSpecPage(props: {
  title: string
  schema: UseQueryResult<SchemaNode>
  children: (schema: SchemaNode) => ReactNode
}): ReactNode {
  const { schema } = props
  return (
    <PageFrame size="small" title={props.title}>
      {schema.error !== null && <LoadFailure error={schema.error} queries={[schema]} />}
      {schema.isPending && <Skeleton className="h-96 w-full" />}
      {schema.data !== undefined && props.children(schema.data)}
    </PageFrame>
  )
}
