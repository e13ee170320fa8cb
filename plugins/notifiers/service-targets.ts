// Servers for the tests of services that take messages over HTTP.
import {
  type ServiceCall,
  type ServiceReply,
  type ServiceServer,
  startServiceServer,
} from '@binnacle/plugin-kit/servers'
import type { NotifierInput, NotifierTargets } from '@binnacle/plugin-kit/suite/notifiers'
import { connectionValuesOf } from '@binnacle/plugin-kit/testing'

/** The columns of a connection that a test gives. */
export interface ConnectionColumns {
  type: string
  url?: string
  username?: string
  password?: string
  properties?: Readonly<Record<string, string>>
}

/** A connection as a notification service gets it. */
export function connectionOf({ type, url, username, password, properties = {} }: ConnectionColumns) {
  return connectionValuesOf({
    name: 'test',
    namespace: 'default',
    type,
    url: url ?? null,
    username: username ?? null,
    password: password ?? null,
    certificate: null,
    insecure_tls: false,
    properties,
  })
}

/** The token of a connection that the server accepts, refuses, and never answers. */
export const GIVEN = 'given-token-123456'
const REFUSED = 'refused-token'
const HANGING = 'hanging-token'

/** What a service of a test is. */
export interface ServiceOfTest {
  spec: Readonly<Record<string, unknown>>
  /** @param token that the service gets. @param url of the server, for services without a fixed host */
  connection: (token: string, url: string) => ConnectionColumns
  /** What the vendor documents as the answer to a good request. @param calls so far, this one the last */
  taken: (call: ServiceCall, calls: readonly ServiceCall[]) => ServiceReply
  /** What the vendor documents as the answer to a wrong token. */
  refused: ServiceReply
}

export interface ServiceTargets extends NotifierTargets {
  server: ServiceServer
  /** Like `working`, with the server answering once with something else. */
  answering: (reply: ServiceReply) => NotifierInput
}

/** Everything of a request in which a token can be, basic authentication decoded. */
function textOf({ path, headers, body }: ServiceCall): string {
  const authorization = headers['authorization'] ?? ''
  const basic = /^Basic (.+)$/.exec(String(authorization))?.[1] ?? ''
  return [path, JSON.stringify(headers), body, Buffer.from(basic, 'base64').toString()].join('\n')
}

/** Starts a server that speaks the protocol of a service. */
export async function startServiceTargets(service: ServiceOfTest): Promise<ServiceTargets> {
  const replies: ServiceReply[] = []
  const calls: ServiceCall[] = []
  const server = await startServiceServer((call) => {
    calls.push(call)
    const text = textOf(call)
    if (text.includes(HANGING)) return 'hang'
    if (text.includes(REFUSED)) return service.refused
    return replies.shift() ?? service.taken(call, calls)
  })
  const at = (token: string): NotifierInput => ({
    spec: service.spec,
    connection: connectionOf(service.connection(token, server.url)),
    egress: server.egress,
  })
  return {
    server,
    working: at(GIVEN),
    failing: at(REFUSED),
    hanging: at(HANGING),
    arrived: () => calls.map(({ path, body }) => `${decodeURIComponent(path)} ${body}`),
    answering(reply) {
      replies.push(reply)
      return at(GIVEN)
    },
    stop: server.stop,
  }
}
