import type { Crumb } from '@binnacle/ui'
import { createContext, use } from 'react'
import { usePages } from './open-pages.ts'
import { isFixed, type Page } from './pages.ts'

const PageContext = createContext<Page | undefined>(undefined)

/** Provides the page that is shown. */
export const PageProvider = PageContext.Provider

/** Returns the breadcrumbs of a page: the pages above it, as the registry says. */
export function trailOf(page: Page, pages: readonly Page[]): readonly Crumb[] {
  const parent = pages.find(({ path }) => path === page.parent)
  if (parent !== undefined && isFixed(parent))
    return [...trailOf(parent, pages), { label: parent.title, href: parent.path }]
  return page.place === 'settings' ? [{ label: 'Settings' }] : []
}

/** Returns the breadcrumbs of the page that is shown. */
export function useTrail(): readonly Crumb[] {
  const page = use(PageContext)
  const pages = usePages()
  return page === undefined ? [] : trailOf(page, pages)
}
