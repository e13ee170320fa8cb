import { sharedLink, sharedParts, topologyShares } from '@binnacle/contract/topology'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { RequestError } from '../../../platform/errors.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { changeShare, listShares, renewLink, shareComponent, withdrawShare } from './shares.ts'

// Sharing gives people rights who have no account, so it needs the right to give rights: only administrators have it.
const write = { resource: 'rbac', action: 'write' } as const
const read = { resource: 'rbac', action: 'read' } as const

const component = z.object({ id: z.uuid('is not an id') })
const nothing = z.object({ id: z.uuid() })

/** Routes with which administrators share components. */
export function shareRoutes(dependencies: {
  pool: Pool
  clock: Clock
  publicUrl: string
  enabled: () => boolean
  /** Called after each change. */
  changed: () => void
}): Route[] {
  const { pool, clock, publicUrl, enabled, changed } = dependencies
  // Browsers send what follows the # to no server, so the key is in no log of addresses and in no Referer.
  const linkTo = (id: string, key: string) => ({
    url: new URL(`/view/topology/${id}#key=${key}`, publicUrl).href,
  })
  function requireEnabled(): void {
    if (!enabled()) throw new RequestError('ECONFLICT', 'Public views are switched off in this installation')
  }
  async function change<Value>(verb: Parameters<typeof inTransaction<Value>>[1]): Promise<Value> {
    const value = await inTransaction(pool, verb)
    changed()
    return value
  }
  return [
    defineRoute({
      method: 'GET',
      path: '/topology/shares',
      summary: 'Components that people without an account may see',
      access: read,
      answer: topologyShares,
      handle: async () => ({ shares: await listShares(pool), enabled: enabled() }),
    }),
    defineRoute({
      method: 'POST',
      path: '/topology/{id}/share',
      summary: 'Shares a component and all below it; the answer has the link, which is not shown again',
      access: write,
      params: component,
      body: sharedParts,
      answer: sharedLink,
      status: 201,
      async handle({ params: { id }, body, actor }) {
        requireEnabled()
        return linkTo(id, await change((client) => shareComponent(client, actor, id, body, clock.now())))
      },
    }),
    defineRoute({
      method: 'PUT',
      path: '/topology/{id}/share',
      summary: 'Changes what the public view of a component shows; its link stays',
      access: write,
      params: component,
      body: sharedParts,
      answer: nothing,
      async handle({ params, body, actor }) {
        await change((client) => changeShare(client, actor, params.id, body))
        return params
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/topology/{id}/share/link',
      summary: 'Makes another link to the public view of a component; the old one ends',
      access: write,
      params: component,
      answer: sharedLink,
      async handle({ params: { id }, actor }) {
        requireEnabled()
        return linkTo(id, await change((client) => renewLink(client, actor, id, clock.now())))
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/topology/{id}/share',
      summary: 'Withdraws the public view of a component',
      access: write,
      params: component,
      answer: nothing,
      async handle({ params, actor }) {
        await change((client) => withdrawShare(client, actor, params.id))
        return params
      },
    }),
  ]
}
