import { z } from 'zod'
import { partOf } from '../../platform/access/gate.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Address } from './addresses.ts'
import { type AlertSilences, gettableSilence, postableSilence } from './silences.ts'

const read = { resource: 'notifications', action: 'read' } as const
const write = { resource: 'notifications', action: 'write' } as const

const silencesQuery = z.object({ filter: z.array(z.string()).max(100).default([]) })

/** Silences as Alertmanager's clients read and write them. They cover alerts of all sources. */
export function silenceRoutes(silences: AlertSilences, { prefix, params, paramsWithId }: Address): Route[] {
  return partOf('settings.notifications', [
    defineRoute({
      method: 'GET',
      path: `${prefix}/api/v2/silences`,
      summary: 'Silences, for clients of Alertmanager',
      access: read,
      params,
      query: silencesQuery,
      repeatable: ['filter'],
      answer: z.array(gettableSilence),
      handle: ({ query }) => silences.list(query.filter),
    }),
    defineRoute({
      method: 'POST',
      path: `${prefix}/api/v2/silences`,
      summary: 'Creates or changes a silence of alerts, for clients of Alertmanager',
      access: write,
      params,
      body: postableSilence,
      answer: z.object({ silenceID: z.string() }),
      handle: async ({ body, actor }) => ({ silenceID: await silences.save(body, actor) }),
    }),
    defineRoute({
      method: 'GET',
      path: `${prefix}/api/v2/silence/{id}`,
      summary: 'A silence, for clients of Alertmanager',
      access: read,
      params: paramsWithId,
      answer: gettableSilence,
      handle: ({ params }) => silences.get(params.id),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${prefix}/api/v2/silence/{id}`,
      summary: 'Ends a silence, for clients of Alertmanager',
      access: write,
      params: paramsWithId,
      answer: z.object({}),
      async handle({ params, actor }) {
        await silences.expire(params.id, actor)
        return {}
      },
    }),
  ])
}
