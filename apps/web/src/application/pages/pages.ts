import { allow, type Action, type Feature, type Resource, type Role } from '@binnacle/contract/access'
import type { Href } from '@binnacle/ui'
import type { ComponentType, ReactNode } from 'react'
import type { FixedPath, PagePath } from './addresses.ts'

/** Required right: any signed-in person, or a role that allows an action. */
export type Access = 'signed-in' | { resource: Resource; action: Action }

/** An action of a page that the palette offers everywhere. */
interface PageAction {
  label: string
  /** Address that starts the action. */
  href: Href
  access: Access
  keywords?: readonly string[]
}

interface SearchHitFields {
  id: string
  label: string
  note?: string
  icon: ReactNode
  /** Whether it comes before the other results. */
  urgent?: boolean
  /** Right that a person needs to choose it. Default: the page's */
  access?: Access
}

/** A search result with the address that opens it, or with what it does, which returns what a toast says afterwards. */
export type SearchHit = SearchHitFields & ({ href: Href } | { act: () => Promise<string> })

/** Maximum number of results of a finder. */
export const FOUND_AT_MOST = 8

/** Finds things of one kind by the text typed into the palette. */
export interface Finder {
  /** Heading of its results, unique among finders. */
  group: string
  /** Live topic of the results. */
  topic: string
  find: (text: string, signal: AbortSignal) => Promise<readonly SearchHit[]>
}

/** Another path of a page. */
interface Alias {
  path: `/${string}`
  /** URL parameter of the page that receives the segment `$id`. */
  parameter?: string
}

/** A page of the application, as navigation, guards, palette, shortcuts and tests need it. */
export interface Page {
  /** Path; `$name` stands for a variable segment. The type of its area names it. */
  path: PagePath
  /** Other paths that open the page. */
  aliases?: readonly Alias[]
  /** The page above it, to which its breadcrumbs lead. Pages of the settings are below Settings by themselves. */
  parent?: FixedPath
  /** Whether the palette lists it by its name. Default: it does, unless its path has a variable segment. */
  listed?: false
  /** Name in the navigation, the palette and the title of the window. */
  title: string
  icon: ComponentType<{ className?: string }>
  /** Where the navigation lists it: among the areas, below Settings, in the account menu, or nowhere. */
  place: 'area' | 'settings' | 'account' | 'nowhere'
  /** Shortcut that opens the page. */
  keys?: string
  /** Other words that people may search for. */
  keywords?: readonly string[]
  /** Right that a person needs to open it. */
  access: Access
  /** Feature that must be enabled to open it. */
  feature?: Feature
  /**
   * Right that opens the page even while its feature is disabled, so that these people can enable the feature again.
   */
  keptFor?: Access
  /** Live topics of its data. */
  topics?: readonly string[]
  actions?: readonly PageAction[]
  /** Finds things that the page opens. People who may not open the page find nothing. */
  finder?: Finder
  /** Loads the code of the page when it first opens. */
  load: () => Promise<{ default: () => ReactNode }>
}

/**
 * Declares a page.
 * @example
 * export const teamPages = [
 *   definePage({
 *     path: '/settings/teams',
 *     title: 'Teams',
 *     icon: Users,
 *     place: 'settings',
 *     access: { resource: 'people', action: 'read' },
 *     load: () => import('./teams-page.tsx'),
 *   }),
 * ]
 */
export function definePage(page: Page): Page {
  return page
}

/** The roles of a person and the disabled features. */
export interface Visitor {
  roles: readonly Role[]
  disabled: ReadonlySet<Feature>
}

/** Whether the roles grant a right. */
export function permits(roles: readonly Role[], access: Access): boolean {
  return access === 'signed-in' || allow(roles, access.resource, access.action)
}

/**
 * Whether a person may open a page, or why not. A person without the right gets `denied` even if the feature is
 * disabled, and so does not learn that it is. A `kept` page opens at its address, but no link leads to it.
 */
export function pageState(
  page: Pick<Page, 'access' | 'feature' | 'keptFor'>,
  { roles, disabled }: Visitor,
): 'open' | 'kept' | 'denied' | 'off' {
  if (!permits(roles, page.access)) return 'denied'
  if (page.feature === undefined || !disabled.has(page.feature)) return 'open'
  return page.keptFor !== undefined && permits(roles, page.keptFor) ? 'kept' : 'off'
}

/** A page whose path has no variable segment. */
type FixedPage = Page & { path: FixedPath }

/** Whether the path of a page has no variable segment, so that it is an address. */
export function isFixed(page: Page): page is FixedPage {
  return !page.path.includes('$')
}

/** Returns the pages that the palette lists by name, without those that the palette already lists as an action. */
export function destinationsOf(pages: readonly Page[]): readonly FixedPage[] {
  const opened = new Set<string>(pages.flatMap(({ actions = [] }) => actions.map(({ href }) => href)))
  return pages.filter(isFixed).filter((page) => page.listed !== false && !opened.has(page.path))
}

/** Whether a person has only the role viewer. Such people see no Settings in the navigation. */
function isOnlyViewer(roles: readonly Role[]): boolean {
  return roles.every((role) => role === 'viewer')
}

/** Returns the navigation for a person: areas in the order of the registry, settings by name. */
export function navigationOf(
  pages: readonly Page[],
  visitor: Visitor,
): { areas: readonly Page[]; settings: readonly Page[] } {
  const open = pages.filter((page) => pageState(page, visitor) === 'open')
  return {
    areas: open.filter(({ place }) => place === 'area'),
    settings: isOnlyViewer(visitor.roles)
      ? []
      : open
          .filter(({ place }) => place === 'settings')
          .toSorted((left, right) => left.title.localeCompare(right.title, 'en')),
  }
}
