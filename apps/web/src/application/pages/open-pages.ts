import { createContext, use } from 'react'
import { useDisabledFeatures } from '../session/flags.ts'
import { type Page, pageState, type Visitor } from './pages.ts'
import { useSession } from '../session/session.ts'

const PagesContext = createContext<readonly Page[]>([])

/** Gives the application all its pages. */
export const PagesProvider = PagesContext.Provider

/** Every page behind the sign-in, areas in the order of the navigation. */
export function usePages(): readonly Page[] {
  return use(PagesContext)
}

/** The person who is signed in, and what is switched off. */
export function useVisitor(): Visitor {
  const { roles } = useSession()
  const disabled = useDisabledFeatures()
  return { roles, disabled }
}

/** The pages that are open to the person who is signed in. */
export function useOpenPages(): readonly Page[] {
  const pages = usePages()
  const visitor = useVisitor()
  return pages.filter((page) => pageState(page, visitor) === 'open')
}
