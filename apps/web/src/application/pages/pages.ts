import { allow, type Action, type Feature, type Resource, type Role } from '@binnacle/contract/access'
import type { ComponentType, ReactNode } from 'react'

/** Who may do something: anyone who is signed in, or those whose roles permit an action. */
export type Access = 'signed-in' | { resource: Resource; action: Action }

/** Something that can be done on a page, offered by the palette everywhere. */
interface PageAction {
  label: string
  /** Address that begins it. */
  href: string
  access: Access
  keywords?: readonly string[]
}

/** A thing that was found by its name, and the address that opens it. */
export interface FoundThing {
  id: string
  label: string
  note?: string
  icon: ReactNode
  href: string
  /** It comes before the others. */
  urgent?: boolean
}

/** Things that a finder gives at most. */
export const FOUND_AT_MOST = 8

/** Finds things of one kind by what is typed into the palette. */
export interface Finder {
  /** Heading, which tells it apart from other finders. */
  group: string
  /** Live topic of what is found. */
  topic: string
  find: (text: string, signal: AbortSignal) => Promise<readonly FoundThing[]>
}

/** Another address of a page. */
interface Alias {
  path: `/${string}`
  /** Parameter of the page that takes the part `$id` of the address. */
  parameter?: string
}

/** A page of the application: what navigation, guards, palette, keys and tests need to know of it. */
export interface Page {
  /** Address, beginning with a slash; `$name` stands for a part that differs. */
  path: `/${string}`
  /** Other addresses that lead here. */
  aliases?: readonly Alias[]
  /** Name in navigation and palette, and in the title of the window. */
  title: string
  icon: ComponentType<{ className?: string }>
  /** Where the navigation shows it: among the areas, below Settings, in the menu of the account, or nowhere. */
  place: 'area' | 'settings' | 'account' | 'nowhere'
  /** Keys that lead here. */
  keys?: string
  /** Other words people may look for. */
  keywords?: readonly string[]
  /** What someone must be allowed to do to see it. */
  access: Access
  /** It is closed to everyone while this is disabled. */
  feature?: Feature
  /** Who may do this still reaches the page at its address while its feature is disabled: there they enable it again. */
  keptFor?: Access
  /** Live topics of what it shows. */
  topics?: readonly string[]
  actions?: readonly PageAction[]
  /** Finds what the page opens; who may not open the page finds nothing. */
  finder?: Finder
  /** Loads the page when it is first shown. */
  load: () => Promise<{ default: ComponentType }>
}

/** Declares a page. */
export function definePage(page: Page): Page {
  return page
}

/** Who asks for a page, and what is switched off. */
export interface Visitor {
  roles: readonly Role[]
  disabled: ReadonlySet<Feature>
}

/** Whether someone's roles permit what is asked for. */
export function permits(roles: readonly Role[], access: Access): boolean {
  return access === 'signed-in' || allow(roles, access.resource, access.action)
}

/**
 * Whether a page may be shown to someone, or why not. Who may not read it does not learn that it is switched off. One
 * that is kept is shown at its address, and nothing leads there.
 */
export function pageState(
  page: Pick<Page, 'access' | 'feature' | 'keptFor'>,
  { roles, disabled }: Visitor,
): 'open' | 'kept' | 'denied' | 'off' {
  if (!permits(roles, page.access)) return 'denied'
  if (page.feature === undefined || !disabled.has(page.feature)) return 'open'
  return page.keptFor !== undefined && permits(roles, page.keptFor) ? 'kept' : 'off'
}

/** Whether a page has an address of its own, without parts that differ. */
export function isFixed(page: Page): boolean {
  return !page.path.includes('$')
}

/** Pages to go to by name; those that an action opens are found as that. */
export function destinationsOf(pages: readonly Page[]): readonly Page[] {
  const opened = new Set(pages.flatMap(({ actions = [] }) => actions.map(({ href }) => href)))
  return pages.filter((page) => isFixed(page) && !opened.has(page.path))
}

/** Whether someone is nothing but a viewer: they have no Settings in the navigation. */
function isOnlyViewer(roles: readonly Role[]): boolean {
  return roles.every((role) => role === 'viewer')
}

/** The navigation that someone sees: areas in the order of the registry, settings by name. */
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
