import { DeniedState, Skeleton } from '@binnacle/ui'
import { useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePages, useVisitor } from '../../application/pages/open-pages.ts'
import { pageState } from '../../application/pages/pages.ts'
import { loadItemPage, loadList } from '../../application/resource/pages.tsx'
import { useSession } from '../../application/session/session.ts'
import { Missing } from './missing.tsx'
import { placeOf } from './paths.ts'

const ListPage = lazy(async () => {
  const { CatalogListPage: component } = await import('./list/list-page.tsx')
  return { default: component }
})
const ChangesPage = lazy(async () => {
  const { ChangesPage: component } = await import('./changes/changes-page.tsx')
  return { default: component }
})
const InsightsPage = lazy(async () => {
  const { InsightsPage: component } = await import('./insights/insights-page.tsx')
  return { default: component }
})
const ScrapersPage = lazy(loadList(async () => (await import('./scrapers/resource.tsx')).scrapers))
const ScraperPage = lazy(
  loadItemPage(
    async () => (await import('./scrapers/resource.tsx')).scrapers,
    async () => (await import('./scrapers/scraper-page.tsx')).scraperPage,
  ),
)
const ConfigPage = lazy(async () => {
  const { ConfigPage: component } = await import('./config/config-page.tsx')
  return { default: component }
})

const NewItemPage = lazy(async () => {
  const { NewItemPage: component } = await import('./by-hand/item-form-page.tsx')
  return { default: component }
})
const EditItemPage = lazy(async () => {
  const { EditItemPage: component } = await import('./by-hand/item-form-page.tsx')
  return { default: component }
})

/** Everything below the address of the catalog. */
export function CatalogPages(): ReactNode {
  const place = placeOf(useRouterState({ select: (state) => state.location.pathname }))
  return (
    <Suspense fallback={<Loading />}>
      {place.kind === 'nowhere' && <Missing />}
      {place.kind === 'config' && <ConfigPage key={place.id} id={place.id} tab={place.tab} />}
      {place.kind === 'new' && (
        <Writers>
          <NewItemPage />
        </Writers>
      )}
      {place.kind === 'edit' && (
        <Writers>
          <EditItemPage key={place.id} id={place.id} />
        </Writers>
      )}
      {place.kind === 'all' && place.tab === 'changes' && <ChangesPage />}
      {place.kind === 'all' && place.tab === 'insights' && <InsightsPage />}
      {place.kind === 'all' && place.tab === 'catalog' && <ListPage />}
      {place.kind === 'all' && place.tab === 'scrapers' && (
        <Scrapers>
          <ScrapersPage />
        </Scrapers>
      )}
      {place.kind === 'scraper' && (
        <Scrapers>
          <ScraperPage />
        </Scrapers>
      )}
    </Suspense>
  )
}

/** Shows pages of scrapers to those who may open them among the settings. */
function Scrapers({ children }: { children: ReactNode }): ReactNode {
  const page = usePages().find(({ path }) => path === '/settings/config_scrapers')
  const state = pageState({ access: 'signed-in', ...page }, useVisitor())
  return page === undefined || state !== 'open' ? <DeniedState page /> : children
}

/** Shows pages that change items to those who may write the catalog. */
function Writers({ children }: { children: ReactNode }): ReactNode {
  return useSession().may('write', 'database') ? children : <DeniedState page />
}

function Loading(): ReactNode {
  return (
    <div className="flex flex-col gap-3 p-4 lg:p-5" aria-hidden="true">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
