import type { Pool } from 'pg'
import { z } from 'zod'
import type { Actor } from '../../platform/access/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { RequestError } from '../../platform/errors.ts'
import type { BodyBounds } from '../../platform/http/body.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import type { Silencing } from '../silences/index.ts'
import { type Address, addresses, DEFAULT_SOURCE } from './addresses.ts'
import type { Sending } from './alert.ts'
import { alertGroup, alertsQuery, gettableAlert, groupAlerts, listAlerts, RECEIVER } from './answers.ts'
import { parseAlerts, postedAlerts, refuseInvalid, webhookMessage } from './messages.ts'
import { silenceRoutes } from './silence-routes.ts'
import type { AlertSilences } from './silences.ts'
import { alertmanagerStatus, describeStatus } from './status.ts'
import { type AlertStore, MOST_FIRING } from './store.ts'
import type { RecordWake } from './wake.ts'

export interface AlertDependencies {
  pool: Pool
  clock: Clock
  store: AlertStore
  wake: Pick<RecordWake, 'wake'>
  silencing: Pick<Silencing, 'shown'>
  silences: AlertSilences
}

/** Who sends alerts gives results to checks, as who runs them does, and changes no canary. */
const send = { resource: 'canaries', action: 'run' } as const
const read = { resource: 'canaries', action: 'read' } as const

/** Room for 10,000 alerts with a dozen labels each. */
const bodyBounds: Partial<BodyBounds> = { bytes: 16_777_216, depth: 8, nodes: 1_000_000 }

/** Stores what a sender reports, and has it recorded. @throws RequestError if some of it was not taken */
async function receive(
  { clock, store, wake }: AlertDependencies,
  source: string,
  given: readonly unknown[],
  actor: Actor,
  how: { sending: Sending; status?: string | undefined },
): Promise<void> {
  const now = clock.now()
  const { alerts, problems } = await parseAlerts(given, { ...how, now })
  const { refused, isPending } = await store.store(source, alerts, now, actor)
  if (isPending) wake.wake()
  if (refused > 0)
    throw new RequestError(
      'ERATELIMITED',
      `${refused} new alerts were not accepted: ${MOST_FIRING} alerts of the source "${source}" fire already, which is the most`,
    )
  refuseInvalid(problems, given.length)
}

const nothing = z.object({})

function receivingRoutes(dependencies: AlertDependencies, { prefix, params, of }: Address): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: `${prefix}/api/v2/alerts`,
      summary: `Accepts alerts${of} from Prometheus and other clients of Alertmanager`,
      access: send,
      params,
      body: postedAlerts,
      bodyBounds,
      cleansTexts: true,
      answer: nothing,
      async handle({ params: { source = DEFAULT_SOURCE }, body, actor }) {
        await receive(dependencies, source, body, actor, { sending: 'api' })
        return {}
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${prefix}/api/v1/alerts`,
      summary: `Accepts alerts${of} from a Prometheus that is set to the first version of the API`,
      access: send,
      params,
      body: postedAlerts,
      bodyBounds,
      cleansTexts: true,
      answer: z.object({ status: z.literal('success') }),
      async handle({ params: { source = DEFAULT_SOURCE }, body, actor }) {
        await receive(dependencies, source, body, actor, { sending: 'api' })
        return { status: 'success' as const }
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${prefix}/webhook`,
      summary: `Accepts alerts${of} that an Alertmanager or a Grafana sends to a webhook`,
      access: send,
      params,
      body: webhookMessage,
      bodyBounds,
      cleansTexts: true,
      answer: nothing,
      async handle({ params: { source = DEFAULT_SOURCE }, body: { alerts, status }, actor }) {
        await receive(dependencies, source, alerts, actor, { sending: 'webhook', status })
        return {}
      },
    }),
  ]
}

function readingRoutes(
  { pool, clock, silencing }: AlertDependencies,
  { prefix, params, of }: Address,
): Route[] {
  const started = clock.now()
  return [
    defineRoute({
      method: 'GET',
      path: `${prefix}/api/v2/alerts`,
      summary: `Firing alerts${of}`,
      access: read,
      params,
      query: alertsQuery,
      repeatable: ['filter'],
      answer: z.array(gettableAlert),
      handle: ({ params: { source }, query }) => listAlerts({ pool, silencing }, source, query, clock.now()),
    }),
    defineRoute({
      method: 'GET',
      path: `${prefix}/api/v2/alerts/groups`,
      summary: `Firing alerts${of}, in groups of one name`,
      access: read,
      params,
      query: alertsQuery,
      repeatable: ['filter'],
      answer: z.array(alertGroup),
      handle: async ({ params: { source }, query }) =>
        groupAlerts(await listAlerts({ pool, silencing }, source, query, clock.now())),
    }),
    defineRoute({
      method: 'GET',
      path: `${prefix}/api/v2/receivers`,
      summary: 'The receiver that clients of Alertmanager see',
      access: read,
      params,
      answer: z.array(z.object({ name: z.string() })),
      handle: async () => [{ name: RECEIVER }],
    }),
    defineRoute({
      method: 'GET',
      path: `${prefix}/api/v2/status`,
      summary: 'The state of this server, for clients of Alertmanager',
      access: read,
      params,
      answer: alertmanagerStatus,
      handle: async () => describeStatus(started),
    }),
  ]
}

/** All routes of the alerts module. */
export function alertRoutes(dependencies: AlertDependencies): Route[] {
  return addresses.flatMap((address) => [
    ...receivingRoutes(dependencies, address),
    ...readingRoutes(dependencies, address),
    ...silenceRoutes(dependencies.silences, address),
  ])
}
