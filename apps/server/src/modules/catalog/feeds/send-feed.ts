import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor, type Egress } from '@binnacle/egress'
import { sendToService, serviceAuthorization } from '@binnacle/plugin-kit/notifier-http'
import type { NotifierFailure } from '@binnacle/plugin-kit/notifiers'
import type { Clock } from '../../../platform/clock.ts'
import type { References } from '../../../platform/references/index.ts'
import { type Connections, readyConnection } from '../../connections/index.ts'
import { type FeedChange, linesOf } from './read-feed.ts'

/** Milliseconds that a server may take for one request. */
const TIME_LIMIT = 30_000

export interface SendFeedParts {
  connections: Connections
  references: References
  egress: Egress
  userAgent: string
  clock: Clock
}

/** Properties of an HTTP connection whose way to sign in a feed does not have. */
const unusable = { tokenURL: 'exchanges its user for a token', domain: 'signs in with NTLM' } as const

/**
 * Sends changes to the server of a connection. Redirects are not followed.
 * @param changes in their order, at least one
 * @returns why the server did not take them; its text shows no secret
 */
export async function sendChanges(
  parts: SendFeedParts,
  { id, connectionId }: { id: string; connectionId: string },
  changes: readonly FeedChange[],
  stopping: AbortSignal,
): Promise<Result<void, NotifierFailure>> {
  const lasting = (message: string) => fail({ message, isTemporary: false })
  const stored = await parts.connections.find({ id: connectionId }, 'default')
  if (!stored.ok) return lasting(stored.failure)
  const ready = await readyConnection(stored.value, parts.references)
  if (!ready.ok) return lasting(ready.failure)
  const { connection, secrets } = ready.value
  for (const [property, what] of Object.entries(unusable))
    if ((connection.properties[property] ?? '') !== '')
      return lasting(`the connection ${what}, which a feed cannot do`)
  const sent = await sendToService(
    'the server',
    {
      url: connection.url ?? '',
      headers: {
        'content-type': 'application/x-ndjson',
        'idempotency-key': `${id} ${changes.at(-1)?.cursor ?? ''}`,
        ...serviceAuthorization(connection),
      },
      text: linesOf(changes),
    },
    {
      connection,
      egress: parts.egress,
      userAgent: parts.userAgent,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIME_LIMIT)]),
      now: () => parts.clock.now(),
      redact: createRedactor(secrets),
    },
  )
  return sent.ok ? succeed(undefined) : sent
}
