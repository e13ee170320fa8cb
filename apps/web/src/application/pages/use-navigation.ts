import type { Href } from '@binnacle/ui'
import { useRouter } from '@tanstack/react-router'

/** Opens addresses of the application without reloading it. */
export interface Navigation {
  push: (href: Href) => void
  /** Back then leads to the page before this one. */
  replace: (href: Href) => void
}

/** Returns how to open another address. */
export function useNavigation(): Navigation {
  return useRouter().history
}
