import { createContext, use } from 'react'
import { useDisabledFeatures } from '../session/flags.ts'
import { type Page, pageState, type Visitor } from './pages.ts'
import { useSession } from '../session/session.ts'

const PagesContext = createContext<readonly Page[]>([])

/** Provides all pages of the application. */
export const PagesProvider = PagesContext.Provider

/** Returns every page behind the sign-in, areas in the order of the navigation. */
export function usePages(): readonly Page[] {
  return use(PagesContext)
}

/** Returns the roles of the signed-in person and the disabled features. */
export function useVisitor(): Visitor {
  const { roles } = useSession()
  const disabled = useDisabledFeatures()
  return { roles, disabled }
}

/** Returns the pages that the signed-in person may open. */
export function useOpenPages(): readonly Page[] {
  const pages = usePages()
  const visitor = useVisitor()
  return pages.filter((page) => pageState(page, visitor) === 'open')
}
