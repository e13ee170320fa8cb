import { type FoundResource, foundResources, resourceSearch, type ResourceSelector } from '@binnacle/contract'
import type { DataRules } from '../../platform/data/index.ts'
import { defineRoute } from '../../platform/http/route.ts'

/** Finds the resources of a kind that any of the selectors chooses. */
export type FindResources = (
  selectors: readonly ResourceSelector[],
  limit: number,
) => Promise<FoundResource[]>

const data: DataRules = {
  saved_query: {
    resource: 'database',
    writes: { columns: ['name', 'icon', 'description', 'query', 'columns'], chosenKey: true },
  },
}

/** What pickers offer of every area, and the queries that people keep. */
export function createSearchModule({ checks }: { checks: FindResources }) {
  const search = defineRoute({
    method: 'POST',
    path: '/resources/search',
    summary: 'Resources that selectors choose, for pickers',
    access: { resource: 'canaries', action: 'read' },
    feature: 'health',
    body: resourceSearch,
    answer: foundResources,
    handle: async ({ body: { limit, checks: chosen, ...others } }) => ({
      ...Object.fromEntries(Object.keys(others).map((kind) => [kind, []])),
      ...(chosen === undefined ? {} : { checks: await checks(chosen, limit) }),
    }),
  })
  return { routes: [search], data }
}
