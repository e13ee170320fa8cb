import { createHash } from 'node:crypto'
import { feedConnectionTypes } from '@binnacle/contract/catalog'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { createRedactor, type Egress } from '@binnacle/egress'
import {
  divideAddress,
  type DividedAddress,
  sendToService,
  serviceAuthorization,
} from '@binnacle/plugin-kit/notifier-http'
import type { ConnectionValues } from '@binnacle/plugin-kit/core'
import type { NotifierFailure } from '@binnacle/plugin-kit/notifiers'
import type { Clock } from '../../../platform/clock.ts'
import type { References } from '../../../platform/references/index.ts'
import { type Connections, prepareConnection } from '../../connections/index.ts'

/** Milliseconds that a server may take for one request. */
const TIME_LIMIT = 30_000

export interface SendFeedDependencies {
  connections: Connections
  references: References
  egress: Egress
  userAgent: string
  clock: Clock
}

/** Properties of an HTTP connection whose way to sign in a feed does not have. */
const unsupportedProperties = {
  tokenURL: 'exchanges its user for a token',
  domain: 'signs in with NTLM',
} as const

/** The address of a connection. Only those of webhooks have headers in their query. */
function addressOf({
  type,
  url = '',
}: ConnectionValues): Pick<DividedAddress, 'url' | 'headers'> | undefined {
  if (type !== 'http') return divideAddress(url)
  const parsed = URL.parse(url)
  return parsed === null ? undefined : { url: parsed, headers: [] }
}

/**
 * Sends changes to the server of a connection. Redirects are not followed.
 * @param lines changes in their order, at least one, each with its line break
 * @returns why the server did not take them; its text shows no secret
 */
export async function sendChanges(
  dependencies: SendFeedDependencies,
  connectionId: string,
  lines: readonly string[],
  stopping: AbortSignal,
): Promise<Result<void, NotifierFailure>> {
  const permanentFailure = (message: string) => fail({ message, isTemporary: false })
  const stored = await dependencies.connections.find({ id: connectionId }, 'default')
  if (!stored.ok) return permanentFailure(stored.failure)
  if (!feedConnectionTypes.some((type) => type === stored.value.type))
    return permanentFailure(`the connection is of the type ${stored.value.type}, which takes no changes`)
  const prepared = await prepareConnection(stored.value, dependencies.references)
  if (!prepared.ok) return permanentFailure(prepared.failure)
  const { connection, secrets } = prepared.value
  for (const [property, what] of Object.entries(unsupportedProperties))
    if ((connection.properties[property] ?? '') !== '')
      return permanentFailure(`the connection ${what}, which a feed cannot do`)
  const address = addressOf(connection)
  if (address === undefined) return permanentFailure('the connection has no valid URL')
  const text = lines.join('')
  const sent = await sendToService(
    'the server',
    {
      url: address.url.href,
      headers: {
        'content-type': 'application/x-ndjson',
        'idempotency-key': createHash('sha256').update(text).digest('hex'),
        ...serviceAuthorization(connection),
        ...Object.fromEntries(address.headers.map(([name, value]) => [name.toLowerCase(), value])),
      },
      text,
      secrets: address.headers.map(([, value]) => value),
    },
    {
      connection,
      egress: dependencies.egress,
      userAgent: dependencies.userAgent,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIME_LIMIT)]),
      now: () => dependencies.clock.now(),
      redact: createRedactor(secrets),
    },
  )
  return sent.ok ? succeed(undefined) : sent
}
