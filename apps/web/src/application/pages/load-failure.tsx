import { ErrorState } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { RequestFailure } from '../requests/failure.ts'
import { messageOf, requestIdOf } from '../requests/queries.ts'

/** A query that can run again. */
interface FailedQuery {
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Shows why a load failed, with a button that tries again.
 * @param props.asked the queries that the button runs again
 */
export function LoadFailure(props: {
  error: Error
  queries: readonly FailedQuery[]
  compact?: boolean
}): ReactNode {
  return (
    <ErrorState
      compact={props.compact ?? false}
      message={messageOf(props.error)}
      requestId={requestIdOf(props.error)}
      onRetry={() => {
        for (const query of props.queries) void query.refetch()
      }}
      retrying={props.queries.some(({ isFetching }) => isFetching)}
    />
  )
}

/** Returns the error of a query for a table. It offers no retry if the filters themselves are invalid. */
export function tableError({ error, refetch }: { error: Error | null; refetch: () => unknown }) {
  if (error === null) return undefined
  if (error instanceof RequestFailure && error.status === 400 && error.problems.length > 0)
    return { title: 'The filters are not valid', message: messageOf(error) }
  return { message: messageOf(error), requestId: requestIdOf(error), retry: () => void refetch() }
}
