import type { Connection } from '@binnacle/egress'
import { excerpt, type RunCheck } from '@binnacle/plugin-kit/checks'
import { healthy, isTooSlow, tlsSettings, unhealthy, unknown, UNRESOLVED } from '@binnacle/plugin-kit/core'
import { talkTo } from '@binnacle/plugin-kit/talk'
import { type RedisSpec, redisAddress } from './spec.ts'

/** A client over an existing connection that sends nothing unasked and retries nothing. */
async function openClient({ socket }: Connection) {
  const { AbstractConnector, Redis } = await import('ioredis')
  class GivenConnection extends AbstractConnector {
    constructor() {
      super(0)
    }

    connect() {
      return Promise.resolve(socket)
    }
  }
  const client = new Redis({
    Connector: GivenConnection,
    lazyConnect: true,
    // Version 3 starts with HELLO, which old servers do not support.
    protocol: 2,
    enableReadyCheck: false,
    disableClientInfo: true,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  })
  // The failing command reports the error.
  client.on('error', () => {})
  await client.connect()
  return client
}

export const run: RunCheck<RedisSpec> = async (spec, context) => {
  if (spec.addr === undefined && spec.url === undefined) return unknown(UNRESOLVED)
  const address = redisAddress(spec)
  if (address === undefined) return unknown('the address is not of the form host:port')
  const { host, port, username, password, database } = address
  const started = performance.now()
  return talkTo(
    {
      host,
      port,
      ...(address.tls ? { tls: tlsSettings(spec.tlsConfig) } : {}),
      secrets: password === undefined ? [] : [password],
    },
    context,
    async ({ connection, enter, details }) => {
      const client = await openClient(connection)
      try {
        if (password !== undefined) {
          enter('signing in')
          await (username === undefined ? client.auth(password) : client.auth(username, password))
        }
        if (database !== undefined && database !== 0) {
          enter(`selecting database ${database}`)
          await client.select(database)
        }
        enter('waiting for the answer to PING')
        const answer: string = await client.ping()
        const elapsed = performance.now() - started
        if (answer !== 'PONG')
          return unhealthy(
            `the server answered "${excerpt(context, answer, 200)}" to PING, expected "PONG"`,
            {
              details: details(),
            },
          )
        if (isTooSlow(elapsed, spec.thresholdMillis))
          return unhealthy(`took ${Math.round(elapsed)}ms, expected at most ${spec.thresholdMillis}ms`, {
            details: details(),
          })
        return healthy({ message: answer, details: details() })
      } finally {
        client.disconnect()
      }
    },
  )
}
