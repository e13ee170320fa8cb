import { componentHistory, heldComponents, topologyAnswer, topologyGraph } from '@binnacle/contract/topology'
import { allow } from '@binnacle/contract/access'
import { DAY, type Result, succeed } from '@binnacle/contract/core'
import { parseDuration } from '@binnacle/contract/text'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { begunTime } from '../../platform/begun-time.ts'
import { RequestError } from '../../platform/errors.ts'
import { Download, downloadAnswer } from '../../platform/http/download.ts'
import { JsonText } from '../../platform/http/json-answer.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { ComponentLogs } from '../logs/index.ts'
import { agentNames } from './agents.ts'
import { isCounting } from './roll-up/mark/stale.ts'
import { approveHeld, rejectHeld } from './store/delete.ts'
import { snapshotOf } from './snapshot/index.ts'
import { graphOf } from './tree/graph.ts'
import { historyOf } from './tree/history.ts'
import type { TreeCache } from './tree/index.ts'
import { treesText } from './tree/render.ts'
import { describeList, selectPage } from './tree/select.ts'
import { createPast } from './tree/then.ts'

const read = { resource: 'topologies', action: 'read' } as const

const MOST_LEVELS = 50
/** Levels of an answer that does not say how many: the cards of a page, those on them, and what these count. */
const USUAL_LEVELS = 3
/** The range of a snapshot that does not say one. Source: TOP-028. */
const QUARTER = 15 * 60_000

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
  offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
  mostBelow: z.coerce.number().int().min(0).max(10_000).optional(),
})

/** A length of time before now, as the ranges of pages name it, or an instant. */
const moment = z
  .string()
  .max(1_024, { abort: true })
  .transform((text, context) => {
    const long = /^(\d{1,3})(mo|y)$/.exec(text)
    const length: Result<number, string> =
      long === null ? parseDuration(text) : succeed(Number(long[1]) * DAY * (long[2] === 'y' ? 365 : 30))
    if (length.ok) return { ago: length.value }
    const at = instant.safeParse(text)
    if (at.success) return { at: at.data }
    context.addIssue({ code: 'custom', message: 'is neither a length of time such as 15m nor a time' })
    return z.NEVER
  })
type Moment = z.output<typeof moment>

function timeOf(given: Moment | undefined, usual: Date, now: Date): Date {
  if (given === undefined) return usual
  return 'at' in given ? given.at : new Date(now.getTime() - given.ago)
}

const refuse = (path: string, message: string) =>
  new RequestError('EINVALID', `${path}: ${message}`, [{ path, message }])

const component = z.object({ id: z.guid('is not an id') })

/** Reads of the topology that are more than a table. */
export function topologyRoutes({
  pool,
  clock,
  tree,
  logs,
}: {
  pool: Pool
  clock: Clock
  tree: TreeCache
  logs: ComponentLogs
}): Route[] {
  const past = createPast(pool, clock)
  return [
    defineRoute({
      method: 'GET',
      path: '/topology',
      summary: 'Components as a tree, as they are now or were at a time',
      access: read,
      query: treeQuery,
      answer: topologyAnswer,
      async handle({ query, actor }) {
        const { at, id, sortBy, sortOrder, flatten, hidden, depth = USUAL_LEVELS } = query
        const then = at === undefined || at === '' ? undefined : begunTime('at', at, clock.now())
        // Asked for first, so that an answer with counts of before says so.
        const counting = then === undefined && (await isCounting(pool))
        const { model, shown, facets } = await (then === undefined ? tree.current() : past(then))
        const { trees, ...list } = selectPage(model, {
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
        const rest = JSON.stringify({
          ...describeList(list),
          ...facets(),
          agents: allow(actor.roles, 'agents', 'read') ? await agentNames(pool) : [],
          counting,
          at: then?.toISOString() ?? null,
        })
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
        const now = clock.now()
        const to = query.to ?? now
        const from = begunTime('from', query.from ?? new Date(to.getTime() - DAY), now)
        if (from > to) throw refuse('from', 'is after the end')
        return historyOf(pool, { id, from, to })
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/snapshot/topology/{id}',
      summary: 'A component and all below it as files in a zip archive',
      access: read,
      params: component,
      query: z.object({
        start: moment.optional(),
        end: moment.optional(),
        related: flag,
        logFormat: z.enum(['log', 'json', '']).optional(),
      }),
      answer: downloadAnswer,
      async handle({ params: { id }, query: { start, end, related, logFormat }, actor, signal }) {
        const current = await tree.current()
        const node = current.model.nodes.get(id)
        if (node === undefined) throw new RequestError('ENOTFOUND', 'Component not found')
        const now = clock.now()
        const from = timeOf(start, new Date(now.getTime() - QUARTER), now)
        const bytes = snapshotOf({ pool, logs }, current, {
          node,
          from,
          to: timeOf(end, now, now),
          related: related === 'true',
          logFormat: logFormat === 'json' ? 'json' : 'log',
          actor,
          now,
          signal,
        })
        return new Download({ resource: 'components', id, filename: `${node.data.name}.zip`, bytes })
      },
    }),
  ]
}

const write = { resource: 'topologies', action: 'write' } as const

/** Decisions about deletions that the brake holds. */
export function heldRoutes({ pool, clock }: { pool: Pool; clock: Clock }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/topologies/{id}/deletions/approve',
      summary: 'Deletes the components that no longer appear, of which there are so many that it waited',
      access: write,
      params: component,
      answer: heldComponents,
      handle: async ({ params: { id }, actor }) => ({
        components: await inTransaction(pool, (client) => approveHeld(client, actor, id, clock.now())),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/topologies/{id}/deletions/reject',
      summary: 'Keeps the components that no longer appear, of which there are so many that it waited',
      access: write,
      params: component,
      answer: heldComponents,
      handle: async ({ params: { id }, actor }) => ({
        components: await inTransaction(pool, (client) => rejectHeld(client, actor, id)),
      }),
    }),
  ]
}
