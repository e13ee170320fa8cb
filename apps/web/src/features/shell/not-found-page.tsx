import { EmptyState, TextLink } from '@binnacle/ui'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { destinationsOf } from '../../application/pages/pages.ts'
import { useOpenPages } from '../../application/pages/open-pages.ts'

/** Shown at an address where there is no page, with the pages that there are. */
export function NotFoundPage(): ReactNode {
  const known = destinationsOf(useOpenPages())
  return (
    <>
      <title>Page not found - Binnacle</title>
      <EmptyState page title="Page not found" icon={<Compass strokeWidth={1.5} />}>
        <p>No page has this address. It may be misspelled, or the page has moved.</p>
        <ul className="mt-2 flex flex-wrap justify-center gap-x-3 gap-y-1">
          {known.map((page) => (
            <li key={page.path}>
              <TextLink href={page.path}>{page.title}</TextLink>
            </li>
          ))}
        </ul>
      </EmptyState>
    </>
  )
}
