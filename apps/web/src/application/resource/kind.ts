import type { Feature, Resource as Protected } from '@binnacle/contract/access'
import type { Href } from '@binnacle/ui'
import type { ComponentType } from 'react'
import type { ListPath, SettingsTable } from '../pages/addresses.ts'
import { definePage, type Page } from '../pages/pages.ts'
import { findIn, loadItemPage, loadList } from './pages.tsx'
import type { ResourcePageDefinition } from './resource-page.tsx'
import type { Resource } from './resource.ts'

// An kind is part of the first screen, so it holds texts only; list and page load when they are shown. No route has the
// table as a parameter: the router knows each address, so an unknown table is a page that is not found.

/** Where the rows of a table are listed: among the settings by its name, or at a path of its own. */
type Place = { table: SettingsTable; path?: never } | { table: string; path: ListPath }

interface Facts {
  /** Where the navigation lists it. Default: among the settings. */
  place?: 'area' | 'settings'
  /** Resource type of its rows in the job history. */
  resourceType: string
  title: string
  /** Singular as a title, such as `Health check`. */
  singular: string
  icon: ComponentType<{ className?: string; strokeWidth?: number }>
  keys: string
  keywords: readonly string[]
  /** Resource of the role table: read opens its pages, write allows changes. */
  access: Protected
  feature: Feature
  /** Live topics of what its lists show, besides the runs of its rows. The first one begins their query keys. */
  topics: readonly [string, ...string[]]
  /** Missing where rows are not added by hand. */
  add?: {
    /** Text of the entry in the palette. */
    label: string
    /** Address of the page that adds a row. Default: the dialog `add` over the list. */
    href?: Href
    keywords: readonly string[]
  }
}

/** The facts about a resource table that are needed before its screens load. */
export type ResourceKind = Facts & Place

/** Returns the path of the list of a table. */
export function pathOf(kind: Place): ListPath {
  return kind.path ?? `/settings/${kind.table}`
}

/** Returns the address that adds a row to a table. */
export function addPathOf(kind: Place & Pick<Facts, 'add'>): Href {
  return kind.add?.href ?? `${pathOf(kind)}?add=true`
}

/** Returns all live topics of the lists and pages of an kind: their rows show their last run, too. */
export function topicsOf({ topics }: Pick<Facts, 'topics'>): readonly string[] {
  return [...topics, 'job_history']
}

/**
 * Defines the page of the list of a table, and that of each of its rows.
 * @param screens.list loads the definition of the list
 * @param screens.item loads the definition of the page of one row
 */
export function kindPages<Row extends object, Column extends string, Item extends object>(
  kind: ResourceKind,
  screens: {
    list: () => Promise<Resource<Row, Column>>
    item: () => Promise<ResourcePageDefinition<Item>>
  },
): readonly [list: Page, item: Page] {
  const { table, title, singular, icon, keys, keywords, access: resource, feature, add } = kind
  const read = { resource, action: 'read' } as const
  return [
    definePage({
      path: pathOf(kind),
      title,
      icon,
      place: kind.place ?? 'settings',
      keys,
      keywords: [...keywords, table],
      access: read,
      feature,
      topics: topicsOf(kind),
      ...(add !== undefined && {
        actions: [
          {
            label: add.label,
            href: addPathOf(kind),
            access: { resource, action: 'write' },
            keywords: add.keywords,
          },
        ],
      }),
      finder: findIn({ group: title, topic: kind.topics[0] }, screens.list),
      load: loadList(screens.list),
    }),
    definePage({
      path: `${pathOf(kind)}/$id`,
      parent: pathOf(kind),
      title: singular,
      icon,
      place: 'nowhere',
      access: read,
      feature,
      topics: topicsOf(kind),
      load: loadItemPage(screens.list, screens.item),
    }),
  ]
}
