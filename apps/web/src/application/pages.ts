import type { Action, Resource } from '@binnacle/contract'
import type { ComponentType } from 'react'

/** A page of the application: what navigation, guards, palette, keys and tests need to know of it. */
export interface Page {
  /** Address, beginning with a slash. */
  path: `/${string}`
  /** Name in navigation and palette, and in the title of the window. */
  title: string
  icon: ComponentType<{ className?: string }>
  /** Keys that lead here. */
  keys?: string
  /** Other words people may look for. */
  keywords?: readonly string[]
  /** What someone must be allowed to do to see it. */
  access: { resource: Resource; action: Action }
  /** Loads the page when it is first shown. */
  load: () => Promise<{ default: ComponentType }>
}

/** Declares a page. */
export function definePage(page: Page): Page {
  return page
}
