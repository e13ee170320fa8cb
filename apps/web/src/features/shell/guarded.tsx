import { DeniedState, EmptyState, Skeleton } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import { PowerOff } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { type Page, pageState } from '../../application/pages.ts'
import { sessionQuery } from '../../application/session.ts'
import { useVisitor } from './visitor.ts'

/** Roles that were loaded this many milliseconds ago were loaded for the page that opens. */
const JUST_NOW = 1_000

/** Shows a page to those who may see it, while it is not switched off. */
export function Guarded({ page, Component }: { page: Page; Component: ComponentType }): ReactNode {
  const queries = useQueryClient()
  const visitor = useVisitor()
  const state = pageState(page, visitor)
  // Roles are not cached: each page that opens looks at them again, without waiting for the answer.
  useEffect(() => {
    void queries.prefetchQuery({ ...sessionQuery, staleTime: JUST_NOW })
  }, [queries])
  return (
    <>
      <title>{`${page.title} - Binnacle`}</title>
      {state === 'denied' && <DeniedState />}
      {state === 'off' && (
        <EmptyState title={`${page.title} is switched off`} icon={<PowerOff strokeWidth={1.5} />}>
          {`The feature flag ${page.feature ?? ''}.disable hides this page from everybody.`}
        </EmptyState>
      )}
      {state === 'open' && (
        <Suspense fallback={<LoadingPage />}>
          <Component />
        </Suspense>
      )}
    </>
  )
}

function LoadingPage(): ReactNode {
  return (
    <div className="flex flex-col gap-3 p-4 lg:p-5" aria-hidden="true">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
