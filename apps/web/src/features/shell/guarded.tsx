import { buttonClass, DeniedState, EmptyState, PlainLink, Skeleton } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import { PowerOff } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { useVisitor } from '../../application/pages/open-pages.ts'
import { type Page, pageState } from '../../application/pages/pages.ts'
import { sessionQuery, useSession } from '../../application/session/session.ts'
import { FLAGS_PATH } from '../flags/index.ts'

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
      {state === 'denied' && <Denied />}
      {state === 'off' && <SwitchedOff page={page} />}
      {(state === 'open' || state === 'kept') && (
        <Suspense fallback={<LoadingPage />}>
          <Component />
        </Suspense>
      )}
    </>
  )
}

/** Says that a page is closed to this person, who they are here, and how that may change. */
function Denied(): ReactNode {
  const { name, roles } = useSession()
  return (
    <DeniedState page actions={<StartPage />}>
      {`You are signed in as ${name}, with the role ${roles.join(' and ')}. An administrator can give you another one.`}
    </DeniedState>
  )
}

function StartPage(): ReactNode {
  return (
    <PlainLink href="/" className={buttonClass({})}>
      Start page
    </PlainLink>
  )
}

/** Says that a page is closed to everybody, and leads those who may open it to where they can. */
function SwitchedOff({ page }: { page: Page }): ReactNode {
  const session = useSession()
  return (
    <EmptyState
      page
      title={`${page.title} is switched off`}
      icon={<PowerOff strokeWidth={1.5} />}
      actions={
        session.may('write', 'feature_flags') ? (
          <PlainLink href={FLAGS_PATH} className={buttonClass({})}>
            Show the features
          </PlainLink>
        ) : (
          <StartPage />
        )
      }
    >
      {`The feature flag ${page.feature ?? ''}.disable hides this page from everybody.`}
    </EmptyState>
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
