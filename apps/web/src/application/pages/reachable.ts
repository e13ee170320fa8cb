import type { Href } from '@binnacle/ui'
import { isAddress } from './addresses.ts'
import { type Page, pageState, type Visitor } from './pages.ts'

/** What decides whether a link may lead to a page. */
interface ReachablePage extends Pick<Page, 'access' | 'feature' | 'keptFor'> {
  path: string
}

/**
 * Returns the address if a page exists there and the person may open it, otherwise undefined. Areas that do not exist
 * yet or are disabled have no page.
 */
export function reachable(
  href: string | undefined,
  pages: readonly ReachablePage[],
  visitor: Visitor,
): Href | undefined {
  const segments = href?.split('?')[0]?.split('/')
  const leads = pages.some((page) => {
    const parts = page.path.split('/')
    // A `$` alone at the end stands for one segment or more, `{-$tab}` for one or none.
    const open = parts.at(-1) === '$'
    const fewest = parts.filter((part) => !part.startsWith('{-$')).length
    return (
      segments !== undefined &&
      fewest <= segments.length &&
      (open || segments.length <= parts.length) &&
      parts.every((part, index) => /^(?:\$|\{-\$)/.test(part) || part === segments[index]) &&
      pageState(page, visitor) === 'open'
    )
  })
  return leads && href !== undefined && isAddress(href) ? href : undefined
}
