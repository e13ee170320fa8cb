import {
  feedForm,
  feedList,
  methodForm,
  newFeed,
  ownQuietHours,
  type OwnReach,
  ownReach,
  pushKey,
  reachPlans,
  testResult,
  verification,
} from '@binnacle/contract/on-call'
import type { Actor } from '../../../platform/access/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { anyOf, tablesOn } from '../../../platform/database/tables-on.ts'
import { defineRoute, type Route } from '../../../platform/http/route.ts'
import { addFeed, listFeeds, removeFeed } from '../calendar/feeds.ts'
import { mayBeReachedBy, requirePaidUse } from '../reach/paid.ts'
import { loadMethods, plansOf, shownMethod } from '../reach/stored.ts'
import { sendTestMessages } from '../reach/test-message.ts'
import { addMethod } from '../reach/add.ts'
import { connectionTypes, requireMethod } from '../reach/method.ts'
import { setPlans } from '../reach/plans.ts'
import { quietHoursOf, setQuietHours } from '../reach/quiet-hours.ts'
import { removeMethod } from '../reach/remove.ts'
import { countOwnMessage, sendCode, verifyMethod } from '../reach/verify.ts'
import { loadWebPushKeys } from '../reach/web-push.ts'
import {
  byId,
  change,
  identified,
  make,
  nothing,
  type OnCallDependencies,
  read,
  write,
} from './dependencies.ts'

/** How the requesting person is reached, and what they may add. */
async function showOwn(
  { pool, secrets, alerting, connections: inUse }: OnCallDependencies,
  actor: Actor,
): Promise<OwnReach> {
  const methods = await loadMethods(pool, [actor.personId])
  const stored = await tablesOn(pool)
    .selectFrom('core.connections')
    .select(['id', 'name', 'type'])
    .where('deleted_at', 'is', null)
    .where('type', '=', anyOf(connectionTypes))
    .orderBy('name')
    .limit(200)
    .execute()
  const open = await Promise.all(stored.map((connection) => mayBeReachedBy(inUse(), connection, actor)))
  const connections = stored.filter((_connection, place) => open[place] === true)
  // Other ways are offered as soon as something sends by them.
  const isSent = alerting() !== undefined
  return {
    email: actor.email,
    methods: methods.map((row) => shownMethod(secrets, row)),
    plans: await plansOf(pool, actor.personId),
    quietHours: (await quietHoursOf(pool, actor.personId)) ?? null,
    kinds: isSent ? ['email', 'sms', 'voice', 'connection', 'web_push'] : ['email'],
    connections: isSent ? connections : [],
  }
}

/** Routes about how people are reached. */
export function reachRoutes(dependencies: OnCallDependencies): Route[] {
  const { pool, secrets, now } = dependencies
  return [
    defineRoute({
      method: 'GET',
      path: '/on-call/me',
      summary: 'How alerts reach the requesting person',
      access: read,
      answer: ownReach,
      handle: ({ actor }) => showOwn(dependencies, actor),
    }),
    defineRoute({
      method: 'PUT',
      path: '/on-call/me/plans',
      summary: 'Sets the order in which alerts reach the requesting person',
      access: 'signed-in',
      body: reachPlans,
      answer: nothing,
      handle: ({ body, actor }) => change(pool, (client) => setPlans(client, body, actor)),
    }),
    defineRoute({
      method: 'PUT',
      path: '/on-call/me/quiet-hours',
      summary: 'Sets the hours in which messages to the requesting person wait',
      access: 'signed-in',
      body: ownQuietHours,
      answer: nothing,
      handle: ({ body, actor }) => change(pool, (client) => setQuietHours(client, body, actor)),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/me/methods',
      summary: 'Adds a way to reach the requesting person',
      access: 'signed-in',
      body: methodForm,
      answer: identified,
      status: 201,
      handle: async ({ body, actor }) => {
        await requirePaidUse(dependencies.connections(), body, actor)
        return make(pool, (client) => addMethod(client, secrets, body, actor, now()))
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/on-call/me/methods/{id}',
      summary: 'Removes a way to reach the requesting person',
      access: 'signed-in',
      params: byId,
      answer: nothing,
      handle: ({ params, actor }) => change(pool, (client) => removeMethod(client, params.id, actor)),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/me/methods/{id}/code',
      summary: 'Sends a code to an address of the requesting person',
      access: 'signed-in',
      params: byId,
      answer: nothing,
      handle: async ({ params, actor }) => {
        await sendCode(dependencies, params.id, actor)
        return {}
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/me/methods/{id}/verify',
      summary: 'Verifies an address by the code that was sent there',
      access: 'signed-in',
      params: byId,
      body: verification,
      answer: nothing,
      handle: async ({ params, body, actor }) => {
        await verifyMethod(dependencies, params.id, body.code, actor)
        return {}
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/me/methods/{id}/test',
      summary: 'Sends a test message to an address of the requesting person',
      access: 'signed-in',
      work: 'test',
      params: byId,
      answer: testResult,
      handle: async ({ params, actor }) => {
        await inTransaction(pool, async (client) =>
          countOwnMessage(client, actor, 'send test', await requireMethod(client, params.id, actor), now()),
        )
        return sendTestMessages(dependencies, actor.personId, actor, params.id)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/people/{id}/test',
      summary: 'Sends a test message to somebody',
      access: write,
      work: 'test',
      params: byId,
      answer: testResult,
      handle: async ({ params: { id }, actor }) => {
        await inTransaction(pool, async (client) => {
          await dependencies.countMessage(actor, client)
          await audit(client, actor, { action: 'send test', resource: 'people', id, name: null })
        })
        return sendTestMessages(dependencies, id, actor)
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/on-call/web-push-key',
      summary: 'The public key with which browsers subscribe to messages',
      access: read,
      answer: pushKey,
      handle: async () => ({ key: (await loadWebPushKeys(pool, secrets)).publicKey }),
    }),
  ]
}

/** Routes about calendars that read shifts. */
export function feedRoutes({ pool, publicUrl }: OnCallDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/on-call/me/feeds',
      summary: 'Calendar addresses of the requesting person',
      access: read,
      answer: feedList,
      handle: ({ actor }) => listFeeds(pool, actor.personId),
    }),
    defineRoute({
      method: 'POST',
      path: '/on-call/me/feeds',
      summary: 'Makes a secret address from which a calendar program reads shifts',
      access: 'signed-in',
      body: feedForm,
      answer: newFeed,
      status: 201,
      handle: ({ body, actor }) =>
        inTransaction(pool, (client) => addFeed(client, body.rotaId, publicUrl, actor)),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/on-call/me/feeds/{id}',
      summary: 'Revokes a calendar address of the requesting person',
      access: 'signed-in',
      params: byId,
      answer: nothing,
      handle: ({ params, actor }) => change(pool, (client) => removeFeed(client, params.id, actor)),
    }),
  ]
}
