import { EmptyState, TextLink } from '@binnacle/ui'
import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../application/session.ts'
import { pages } from '../../routes/registry.ts'

/** Shown at an address where there is no page, with the pages that there are. */
export function NotFoundPage(): ReactNode {
  const session = useSession()
  const known = pages.filter(({ access }) => session.may(access.action, access.resource))
  return (
    <>
      <title>Page not found - Binnacle</title>
      <EmptyState title="Page not found" icon={<Compass strokeWidth={1.5} />}>
        <p>There is nothing at this address. It may be misspelt, or the page has moved.</p>
        <p className="mt-2">
          {known.map((page) => (
            <TextLink key={page.path} href={page.path} className="mx-1.5">
              {page.title}
            </TextLink>
          ))}
        </p>
      </EmptyState>
    </>
  )
}
