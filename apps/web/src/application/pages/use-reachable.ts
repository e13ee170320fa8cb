import type { Href } from '@binnacle/ui'
import { usePages, useVisitor } from './open-pages.ts'
import { reachable } from './reachable.ts'

/** Returns an address if the person may open it; undefined otherwise, and for areas that do not exist. */
export function useReachable(href: string | undefined): Href | undefined {
  return reachable(href, usePages(), useVisitor())
}

/** Returns which addresses the person may open. */
export function useReach(): (href: string) => Href | undefined {
  const pages = usePages()
  const visitor = useVisitor()
  return (href) => reachable(href, pages, visitor)
}
