import { createHash, timingSafeEqual } from 'node:crypto'
import type { ReceivedMessage } from '@binnacle/plugin-kit/checks'
import type { Pool } from 'pg'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Delivery, Receiver } from '../../platform/http/receiver.ts'
import type { PreparedChecks } from './runner/prepare.ts'
import type { CheckWorker } from './scheduler/worker.ts'
import type { WebhookTokens } from './webhook-tokens.ts'

export interface WebhookDependencies {
  pool: Pool
  prepared: PreparedChecks
  tokens: WebhookTokens
  worker: Pick<CheckWorker, 'receive'>
}

/** Most bytes of one message. */
const LARGEST_MESSAGE = 1_048_576
/** Most messages that one process handles at once. */
const MOST_AT_ONCE = 50
/** Most webhooks of one name whose tokens are compared. */
const MOST_OF_A_NAME = 20

/**
 * Every webhook requires a token of 16 characters. In canary-checker it may have none, so anybody who knows a name could turn
 * a check without a token green. A limit of wrong tokens would let strangers keep the right sender out, and at this
 * length it is not needed. A wrong name is answered like a wrong token.
 */
const TOKEN_HEADER = 'webhook-token'
/** Headers that authenticate the sender. They are not stored. */
const provingHeaders = new Set([TOKEN_HEADER, 'authorization', 'proxy-authorization', 'cookie'])

const findWebhooks = (pool: Pool, name: string) =>
  tablesOn(pool)
    .selectFrom('core.checks as checks')
    .innerJoin('core.check_state as state', 'state.check_id', 'checks.id')
    .select(['checks.id as check_id', 'state.revision'])
    .where('checks.type', '=', 'webhook')
    .where('checks.name', '=', name)
    .where('checks.deleted_at', 'is', null)
    .where('checks.transformed', '=', false)
    .orderBy('checks.id')
    .limit(MOST_OF_A_NAME)
    .execute()

/** Compares texts of any length in the same time. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** The token of a request; undefined without one. */
function shownToken({ query, headers }: Delivery): string | undefined {
  return headers.get(TOKEN_HEADER) || query['token'] || undefined
}

/** Ids of the webhooks with a name that accept a token. Before a token is accepted, only tokens are read. */
async function webhooksFor(
  { pool, prepared, tokens }: WebhookDependencies,
  name: string,
  shown: string,
): Promise<string[]> {
  const checks = await prepared.get(await findWebhooks(pool, name))
  const found = await Promise.all(
    [...checks].map(async ([id, { prepared: check }]) => {
      const token = check.ok ? await tokens.current(check.value) : undefined
      return token !== undefined && isSame(token, shown) ? [id] : []
    }),
  )
  return found.flat()
}

/** Receives messages for webhook checks. A sender with the token of a check gives it a result. */
export function createWebhooks(dependencies: WebhookDependencies): Receiver[] {
  let underWay = 0

  async function receive(delivery: Delivery): Promise<{ message: string; state: string }> {
    const { name = '' } = delivery.params
    const shown = shownToken(delivery)
    const [id, ...others] = shown === undefined ? [] : await webhooksFor(dependencies, name, shown)
    // The same answer in both cases, so that strangers do not learn which names exist.
    if (id === undefined)
      throw new RequestError('EUNAUTHORIZED', 'There is no webhook of this name that takes this token')
    if (others.length > 0)
      throw new RequestError('ECONFLICT', 'Several webhooks of this name take this token; change one of them')
    const text = await delivery.readText({ bytes: LARGEST_MESSAGE })
    const message: ReceivedMessage = {
      headers: Object.fromEntries([...delivery.headers].filter(([header]) => !provingHeaders.has(header))),
      contentType: delivery.headers.get('content-type') ?? '',
      text,
    }
    const result = await dependencies.worker.receive(id, message)
    if (result === undefined)
      throw new RequestError('EUNAVAILABLE', 'The message was not taken; send it again in a moment')
    return { message: 'ok', state: result.state }
  }

  return [
    {
      path: '/canary/webhook/{name}',
      feature: 'health',
      receive: async (delivery) => {
        if (underWay >= MOST_AT_ONCE)
          throw new RequestError('ERATELIMITED', 'Too many messages at once; send it again in a moment')
        underWay += 1
        try {
          return await receive(delivery)
        } finally {
          underWay -= 1
        }
      },
    },
  ]
}
