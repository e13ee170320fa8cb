import type { Page, Visitor } from '../../application/pages.ts'
import { pageState } from '../../application/pages.ts'
import { useDisabledFeatures } from '../../application/flags.ts'
import { useSession } from '../../application/session.ts'
import { pages } from '../../routes/registry.ts'

/** The person who is signed in, and what is switched off. */
export function useVisitor(): Visitor {
  const { roles } = useSession()
  const disabled = useDisabledFeatures()
  return { roles, disabled }
}

/** The pages that are open to the person who is signed in. */
export function useOpenPages(): readonly Page[] {
  const visitor = useVisitor()
  return pages.filter((page) => pageState(page, visitor) === 'open')
}
