import { cause, componentHistory, topologyAnswer, topologyGraph } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { RequestError } from '../../platform/errors.ts'
import { JsonText } from '../../platform/http/json-answer.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { causesOf } from './tree/causes.ts'
import { graphOf } from './tree/graph.ts'
import { historyOf } from './tree/history.ts'
import type { TreeCache } from './tree/index.ts'
import { treesText } from './tree/render.ts'
import { selectTree } from './tree/select.ts'
import { treeThen } from './tree/then.ts'

const read = { resource: 'topologies', action: 'read' } as const

const MOST_LEVELS = 50
/** Levels of an answer that does not say how many: the cards of a page, those on them, and what these count. */
const USUAL_LEVELS = 3
const DAY = 86_400_000

const instant = z.iso.datetime({ offset: true }).transform((time) => new Date(time))
const flag = z.enum(['true', 'false', '']).optional()
const text = z.string().max(10_000).optional()

const treeQuery = z.object({
  id: z.union([z.guid('is not an id'), z.literal('')]).optional(),
  type: text,
  team: text,
  labels: text,
  status: text,
  agent_id: text,
  owner: text,
  sortBy: text,
  sortOrder: z.enum(['asc', 'desc', '']).optional(),
  flatten: flag,
  hidden: flag,
  depth: z.coerce.number().int().min(0).max(1_000).optional(),
  at: z.union([instant, z.literal('')]).optional(),
})

const component = z.object({ id: z.guid('is not an id') })

/** Reads of the topology that are more than a table. */
export function topologyRoutes({
  pool,
  clock,
  tree,
}: {
  pool: Pool
  clock: Clock
  tree: TreeCache
}): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/topology',
      summary: 'Components as a tree, as they are now or were at a time',
      access: read,
      query: treeQuery,
      answer: topologyAnswer,
      async handle({ query }) {
        const { at, id, sortBy, sortOrder, flatten, hidden, depth = USUAL_LEVELS } = query
        const then = at === undefined || at === '' ? undefined : at
        const { model, shown, facets } = await (then === undefined ? tree.current() : treeThen(pool, then))
        const trees = selectTree(model, {
          ...query,
          id: id === '' ? undefined : id,
          sortBy: sortBy === undefined || sortBy === '' ? 'status' : sortBy,
          // Descending is the most severe first; names are read the other way round.
          sortOrder:
            sortOrder || (sortBy === undefined || sortBy === '' || sortBy === 'status' ? 'desc' : 'asc'),
          flatten: flatten === 'true',
          hidden: hidden !== 'false',
          depth: depth === 0 ? MOST_LEVELS : Math.min(depth, MOST_LEVELS),
        })
        const rest = JSON.stringify({ ...facets(), at: then?.toISOString() ?? null })
        return new JsonText(`{"components":${treesText(trees, shown)},${rest.slice(1)}`)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/topology/graph',
      summary: 'Components and what depends on what',
      access: read,
      query: z.object({
        id: z.guid('is not an id').optional(),
        level: z.coerce.number().int().min(0).max(MOST_LEVELS).optional(),
      }),
      answer: topologyGraph,
      handle: async ({ query }) => graphOf((await tree.current()).model, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/topology/{id}/history',
      summary: 'When the health of a component changed',
      access: read,
      params: component,
      query: z.object({ from: instant.optional(), to: instant.optional() }),
      answer: componentHistory,
      handle({ params: { id }, query }) {
        const to = query.to ?? clock.now()
        return historyOf(pool, { id, from: query.from ?? new Date(to.getTime() - DAY), to })
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/topology/{id}/why',
      summary: 'Why a component is not healthy, the most likely cause first',
      access: read,
      params: component,
      answer: z.object({ causes: z.array(cause) }),
      async handle({ params: { id } }) {
        const { model } = await tree.current()
        const node = model.nodes.get(id)
        if (node === undefined) throw new RequestError('ENOTFOUND', 'Component not found')
        return { causes: causesOf(model, node) }
      },
    }),
  ]
}
