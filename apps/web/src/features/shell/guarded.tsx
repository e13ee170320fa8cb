import { DeniedState, Skeleton } from '@binnacle/ui'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Page } from '../../application/pages.ts'
import { useSession } from '../../application/session.ts'

/** Shows a page to those who may see it. */
export function Guarded({ page, Component }: { page: Page; Component: ComponentType }): ReactNode {
  const session = useSession()
  return (
    <>
      <title>{`${page.title} - Binnacle`}</title>
      {session.may(page.access.action, page.access.resource) ? (
        <Suspense fallback={<LoadingPage />}>
          <Component />
        </Suspense>
      ) : (
        <DeniedState />
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
