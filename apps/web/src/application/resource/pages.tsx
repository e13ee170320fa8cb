import { FOUND_AT_MOST, type Finder, type Page } from '../pages/pages.ts'
import type { ResourcePageDefinition } from './resource-page.tsx'
import { hrefOfRow, type Resource } from './resource.ts'

/** Loads the list page of a resource. */
export function loadList<Row extends object, Column extends string>(
  load: () => Promise<Resource<Row, Column>>,
): Page['load'] {
  return async () => {
    const [resource, { ResourceListPage }] = await Promise.all([load(), import('./resource-list-page.tsx')])
    return { default: () => <ResourceListPage resource={resource} /> }
  }
}

/** Loads the page of one row of a resource. */
export function loadItemPage<Row extends object, Column extends string, Item extends object>(
  load: () => Promise<Resource<Row, Column>>,
  loadPage: () => Promise<ResourcePageDefinition<Item>>,
): Page['load'] {
  return async () => {
    const [resource, page, { ResourcePage }] = await Promise.all([
      load(),
      loadPage(),
      import('./resource-page.tsx'),
    ])
    return { default: () => <ResourcePage resource={resource} page={page} /> }
  }
}

/** Finds rows of a resource by the words of a text, as the search of its list does. */
export function findIn<Row extends object, Column extends string>(
  { group, topic }: Pick<Finder, 'group' | 'topic'>,
  load: () => Promise<Resource<Row, Column>>,
): Finder {
  return {
    group,
    topic,
    async find(text, signal) {
      const [resource, { queryOfWords }] = await Promise.all([load(), import('@binnacle/query')])
      const { icon: Icon, noteOf } = resource
      const { rows } = await resource.load(
        {
          query: queryOfWords(text),
          sortBy: resource.sortColumns[0],
          sortOrder: resource.sortOrder ?? 'asc',
          pageIndex: 0,
          pageSize: FOUND_AT_MOST,
          filters: {},
        },
        signal,
      )
      return rows.slice(0, FOUND_AT_MOST).map((row) => ({
        id: resource.idOf(row),
        label: resource.nameOf(row),
        ...(noteOf === undefined ? {} : { note: noteOf(row) }),
        icon: <Icon />,
        href: hrefOfRow(resource, row),
      }))
    },
  }
}
