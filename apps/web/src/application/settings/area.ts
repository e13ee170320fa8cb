import type { Feature, Resource as Protected } from '@binnacle/contract/access'
import type { Href } from '@binnacle/ui'
import type { ComponentType } from 'react'
import type { SettingsTable } from '../pages/addresses.ts'
import { definePage, type Page } from '../pages/pages.ts'
import { findIn, loadItemPage, loadList } from '../resource/pages.tsx'
import type { ResourcePageDefinition } from '../resource/resource-page.tsx'
import type { Resource } from '../resource/resource.ts'

// An area is part of the first screen, so it holds texts only; list and page load when they are shown. No route has the
// table as a parameter: the router knows each address, so an unknown table is a page that is not found.

/** The facts about a resource table that are needed before its screens load. */
export interface SettingsArea {
  /** Name of the table, and last segment of its path. */
  table: SettingsTable
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

/** Returns the path of the list of a table. */
export function pathOf({ table }: Pick<SettingsArea, 'table'>): `/settings/${SettingsTable}` {
  return `/settings/${table}`
}

/** Returns the address that adds a row to a table. */
export function addPathOf({ table, add }: Pick<SettingsArea, 'table' | 'add'>): Href {
  return add?.href ?? `${pathOf({ table })}?add=true`
}

/** Returns all live topics of the lists and pages of an area: their rows show their last run, too. */
export function topicsOf({ topics }: Pick<SettingsArea, 'topics'>): readonly string[] {
  return [...topics, 'job_history']
}

/**
 * Defines the pages `/settings/{table}` and `/settings/{table}/{id}`.
 * @param screens.list loads the definition of the list
 * @param screens.item loads the definition of the page of one row
 */
export function settingsPages<Row extends object, Column extends string, Item extends object>(
  area: SettingsArea,
  screens: {
    list: () => Promise<Resource<Row, Column>>
    item: () => Promise<ResourcePageDefinition<Item>>
  },
): readonly [list: Page, item: Page] {
  const { table, title, singular, icon, keys, keywords, access: resource, feature, add } = area
  const read = { resource, action: 'read' } as const
  return [
    definePage({
      path: pathOf(area),
      title,
      icon,
      place: 'settings',
      keys,
      keywords: [...keywords, table],
      access: read,
      feature,
      topics: topicsOf(area),
      ...(add !== undefined && {
        actions: [
          {
            label: add.label,
            href: addPathOf(area),
            access: { resource, action: 'write' },
            keywords: add.keywords,
          },
        ],
      }),
      finder: findIn({ group: title, topic: area.topics[0] }, screens.list),
      load: loadList(screens.list),
    }),
    definePage({
      path: `${pathOf(area)}/$id`,
      parent: pathOf(area),
      title: singular,
      icon,
      place: 'nowhere',
      access: read,
      feature,
      topics: topicsOf(area),
      load: loadItemPage(screens.list, screens.item),
    }),
  ]
}
