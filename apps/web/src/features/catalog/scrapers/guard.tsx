import { DeniedState } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { pageState } from '../../../application/pages/pages.ts'

/** Shows pages of scrapers to those who may open them among the settings. */
export function ScraperGuard({ children }: { children: ReactNode }): ReactNode {
  const page = usePages().find(({ path }) => path === '/settings/config_scrapers')
  const state = pageState({ access: 'signed-in', ...page }, useVisitor())
  return page === undefined || state !== 'open' ? <DeniedState page /> : children
}
