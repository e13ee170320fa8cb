import { createServer } from 'node:http'
import { listen, type TestServer } from '@binnacle/plugin-kit/servers'
import { azureTypes } from '../types.ts'
import {
  activities,
  advice,
  examples,
  machineStates,
  resourceGroup,
  resourceOf,
  subscription,
  SUBSCRIPTION_ID,
} from './examples.ts'

const TOKEN = 'eyToken-of-the-test'

/** An answer of the service in place of the usual one. */
interface Trouble {
  status: number
  body: unknown
  headers?: Readonly<Record<string, string>>
}

/** By path in lower case, without the subscription; undefined for the usual answer. */
export type Troubles = Readonly<Record<string, (url: URL) => Trouble | undefined>>

export interface AzureServer extends TestServer {
  /** Method, path and query of what was asked, in order. */
  requests: URL[]
}

interface List {
  /** Of the API. */
  version: string
  value: (url: URL) => readonly unknown[]
}

/** Lists by path in lower case. */
function lists(): Map<string, List> {
  const base = `/subscriptions/${SUBSCRIPTION_ID}`
  const fixed = (version: string, value: readonly unknown[]): List => ({ version, value: () => value })
  return new Map([
    ['/subscriptions', fixed('2022-12-01', [subscription])],
    [`${base}/resourcegroups`, fixed('2021-04-01', [resourceGroup])],
    [`${base}/providers/microsoft.insights/eventtypes/management/values`, fixed('2015-04-01', activities)],
    [`${base}/providers/microsoft.advisor/recommendations`, fixed('2023-01-01', advice)],
    ...azureTypes.map((type): [string, List] => {
      const resources = examples[type.type]?.resources ?? [resourceOf(type)]
      const inside = `${base}/resourcegroups/rg1/providers/${type.under}/example/${type.type.split('/').at(-1)}`
      const path = type.under === undefined ? `${base}/providers/${type.type}` : inside
      return [
        path.toLowerCase(),
        {
          version: type.version,
          value: (url: URL) => (url.searchParams.has('statusOnly') ? machineStates : resources),
        },
      ]
    }),
  ])
}

/**
 * Starts a server that speaks as Azure does: tokens for a service principal, lists in pages of one with `nextLink`, the version
 * of the API in each request, and the errors of Resource Manager.
 */
export async function startAzure(troubles: Troubles = {}): Promise<AzureServer> {
  const requests: URL[] = []
  const known = lists()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const say = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    const refuse = (status: number, code: string, message: string) =>
      say(status, { error: { code, message } })
    const path = url.pathname.toLowerCase()
    requests.push(url)
    const trouble = troubles[path.replace(`/subscriptions/${SUBSCRIPTION_ID}`, '')]?.(url)
    if (trouble !== undefined) return say(trouble.status, trouble.body, trouble.headers)
    if (path.endsWith('/oauth2/v2.0/token')) {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(parts).toString())
        const basic = Buffer.from(
          request.headers.authorization?.replace('Basic ', '') ?? '',
          'base64',
        ).toString()
        const secret = form.get('client_secret') ?? basic.split(':')[1] ?? ''
        if (secret === '' || secret === 'wrong')
          say(401, {
            error: 'invalid_client',
            error_description: 'AADSTS7000215: Invalid client secret provided.',
          })
        else say(200, { token_type: 'Bearer', expires_in: 3599, access_token: TOKEN })
      })
      return response
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return refuse(401, 'InvalidAuthenticationToken', 'The access token is invalid.')
    const version = url.searchParams.get('api-version')
    if (path === `/subscriptions/${SUBSCRIPTION_ID}`) return say(200, subscription)
    const list = known.get(path)
    if (list === undefined) return refuse(404, 'ResourceNotFound', `${path} was not found`)
    if (version !== list.version)
      return refuse(400, 'InvalidApiVersionParameter', `The api-version '${version}' is invalid.`)
    const value = list.value(url)
    const start = Number(url.searchParams.get('$skiptoken') ?? '0')
    const next = new URL(url)
    next.searchParams.set('$skiptoken', String(start + 1))
    return say(200, {
      value: value.slice(start, start + 1),
      ...(start + 1 < value.length ? { nextLink: next.href } : {}),
    })
  })
  return { ...(await listen(server, 0)), requests }
}
