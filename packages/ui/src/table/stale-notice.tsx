import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../primitives/button.tsx'
import { GENERIC_ERROR } from '../states/texts.ts'

/** Failure of loading the rows. */
export interface TableError {
  /** What failed. Default: a general sentence. */
  title?: string
  message?: string
  requestId?: string | undefined
  retry?: () => void
}

/** Notice above old rows that newer ones could not be loaded. */
export function StaleNotice({ error }: { error: TableError }): ReactNode {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-b border-unhealthy-line bg-unhealthy-subtle py-1 pr-1 pl-3 text-unhealthy"
    >
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {error.message ?? GENERIC_ERROR}. These rows may be out of date.
        {error.requestId !== undefined && (
          <>
            {' '}
            Request <code className="select-all">{error.requestId}</code>
          </>
        )}
      </span>
      {error.retry !== undefined && (
        <Button size="small" onClick={error.retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
