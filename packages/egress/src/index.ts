import { Resolver } from 'node:dns'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  connect,
  allowedAddresses,
  type ConnectFailure,
  type Connection,
  type ConnectOptions,
} from './connect.ts'
import type { EgressFailure } from './failure.ts'
import { createNameResolver, type ResolveName } from './names.ts'
import type { EgressPolicy } from './policy.ts'
import { type EgressResponse, request, type RequestFailure, type RequestOptions } from './request.ts'

export type { CertificateFacts, ConnectFailure, Connection, TlsSettings } from './connect.ts'
export type { EgressFailure } from './failure.ts'
export { createRedactor, redactDeep, type Redactor } from '@binnacle/contract/redact'
export { type EgressPolicy } from './policy.ts'
export { isOpenHeader } from './request.ts'
export type { AnswerHead, EgressResponse, FollowUp, RequestFailure, RequestOptions } from './request.ts'

/** The only way out of the product. It resolves every name once and checks every address before it connects. */
export interface Egress {
  /** Addresses of a host that the policy allows. */
  resolve(host: string, signal: AbortSignal): Promise<Result<readonly string[], EgressFailure>>
  connect(options: ConnectOptions): Promise<Result<Connection, ConnectFailure>>
  request(options: RequestOptions): Promise<Result<EgressResponse, RequestFailure>>
  /** A DNS client that queries one allowed server. The caller cancels it. */
  nameServer(
    server: { host: string; port: number },
    signal: AbortSignal,
  ): Promise<Result<Resolver, EgressFailure>>
}

/**
 * Creates egress.
 * @param policy which optional ranges are closed
 * @param resolveName resolves names; default: as the machine does
 */
export function createEgress(policy: EgressPolicy, resolveName: ResolveName = createNameResolver()): Egress {
  const connectJudged: Egress['connect'] = (options) => connect(options, policy, resolveName)
  return {
    resolve: (host, signal) => allowedAddresses(host, policy, resolveName, signal),
    connect: connectJudged,
    request: (options) => request(options, connectJudged),
    async nameServer({ host, port }, signal) {
      const addresses = await allowedAddresses(host, policy, resolveName, signal)
      if (!addresses.ok) return addresses
      const [address] = addresses.value
      if (address === undefined) return fail({ code: 'name-not-found', message: `${host} has no address` })
      const resolver = new Resolver({ timeout: 2_000, tries: 2 })
      resolver.setServers([address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`])
      return succeed(resolver)
    },
  }
}
