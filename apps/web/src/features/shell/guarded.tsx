import { buttonClass, DeniedState, EmptyState, PlainLink, Skeleton } from '@binnacle/ui'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { PowerOff } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { useVisitor } from '../../application/pages/open-pages.ts'
import { type Page, pageState } from '../../application/pages/pages.ts'
import { PageProvider } from '../../application/pages/trail.ts'
import { sessionQuery, useSession } from '../../application/session/session.ts'
import { FLAGS_PATH } from '../flags/index.ts'

/** Milliseconds for which loaded roles count as loaded for the page that opens. */
const JUST_NOW = 1_000

/** Clients whose first page is open. */
const started = new WeakSet<QueryClient>()

/** Shows a page if the person has the right and its feature is enabled. */
export function Guarded({ page, Component }: { page: Page; Component: ComponentType }): ReactNode {
  const queries = useQueryClient()
  const visitor = useVisitor()
  const state = pageState(page, visitor)
  // Each page that opens reloads the roles, without waiting for the answer. The first one was waiting for them.
  useEffect(() => {
    if (started.has(queries)) void queries.prefetchQuery({ ...sessionQuery, staleTime: JUST_NOW })
    started.add(queries)
  }, [queries])
  return (
    <>
      <title>{`${page.title} - Binnacle`}</title>
      {state === 'denied' && <Denied />}
      {state === 'off' && <SwitchedOff page={page} />}
      {(state === 'open' || state === 'kept') && (
        <Suspense fallback={<LoadingPage />}>
          <PageProvider value={page}>
            <Component />
          </PageProvider>
        </Suspense>
      )}
    </>
  )
}

/** Explains that the person may not open a page, with their roles and how to change that. */
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

/** Explains that the feature of a page is disabled, with a link for people who may enable it. */
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
