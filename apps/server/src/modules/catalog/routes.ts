import {
  catalogChanges,
  catalogChangesRequest,
  catalogFacets,
  catalogImpact,
  catalogItems,
  catalogItemsQuery,
  catalogSummary,
  catalogSummaryRequest,
} from '@binnacle/contract/catalog'
import { queryOffers, queryOffersQuery } from '@binnacle/contract/health'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { listChanges } from './queries/changes.ts'
import { findFacets } from './queries/facets.ts'
import { findImpact } from './queries/impact.ts'
import { listItems } from './queries/items.ts'
import { itemOffersAt } from './queries/query-offers.ts'
import { summarizeCatalog } from './queries/summary.ts'
import { presentId } from './store/merge/present-id.ts'

const read = { resource: 'database', action: 'read' } as const

/** Reads of the catalog that are more than a table. */
export function catalogRoutes(dependencies: { pool: Pool; clock: Clock }): Route[] {
  const { pool } = dependencies
  return [
    defineRoute({
      method: 'POST',
      path: '/catalog/summary',
      summary: 'Items, counted by groups',
      access: read,
      body: catalogSummaryRequest,
      answer: catalogSummary,
      handle: ({ body }) => summarizeCatalog(pool, body),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/items',
      summary: 'A page of items',
      access: read,
      query: catalogItemsQuery,
      answer: catalogItems,
      handle: ({ query }) => listItems(pool, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/query-offers',
      summary: 'What can be written at a place of a query for items',
      access: read,
      query: queryOffersQuery,
      answer: queryOffers,
      handle: ({ query }) => itemOffersAt(pool, query.text, query.at),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/facets',
      summary: 'Values that filters of the catalog offer',
      access: read,
      answer: catalogFacets,
      handle: () => findFacets(pool),
    }),
    defineRoute({
      method: 'POST',
      path: '/catalog/changes',
      summary: 'A page of changes, of all items or of those around one',
      access: read,
      body: catalogChangesRequest,
      answer: catalogChanges,
      handle: ({ body }) => listChanges(dependencies, body),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/changes',
      summary: 'The same, with the request in the address',
      access: read,
      query: catalogChangesRequest,
      answer: catalogChanges,
      handle: ({ query }) => listChanges(dependencies, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/catalog/{id}/impact',
      summary: 'What depends on an item',
      access: read,
      params: z.object({ id: z.guid('is not an id') }),
      answer: catalogImpact,
      handle: async ({ params }) => findImpact(pool, await presentId(pool, params.id)),
    }),
  ]
}
