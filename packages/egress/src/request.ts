import { type IncomingMessage, request as sendRequest } from 'node:http'
import { fail, type Result, succeed } from '@binnacle/contract'
import {
  abortFailure,
  type CertificateFacts,
  type Connection,
  type ConnectOptions,
  type ConnectTimings,
  type TlsSettings,
} from './connect.ts'
import { type EgressFailure, failureFrom } from './failure.ts'

export interface RequestOptions {
  url: string
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
  /** How many redirects are followed; 0 returns the redirect itself. */
  maxRedirects: number
  /** Reading stops, and the connection is closed, after this many bytes of body. */
  maxBodyBytes: number
  tls?: TlsSettings
}

export interface RequestTimings extends ConnectTimings {
  /** From the request sent to the head of the answer. */
  firstByte: number
  /** From the head of the answer to its end. */
  transfer: number
}

export interface EgressResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Whether the body went on after `maxBodyBytes`. */
  truncated: boolean
  /** Where the answer came from, after redirects. */
  url: string
  address: string
  redirects: readonly string[]
  /** Of the last request. */
  timings: RequestTimings
  certificate?: CertificateFacts
}

/** What is known of a request that failed. */
export interface RequestFailure extends EgressFailure {
  url: string
  redirects: readonly string[]
  certificate?: CertificateFacts
}

export type Connect = (
  options: ConnectOptions,
) => Promise<Result<Connection, EgressFailure & { certificate?: CertificateFacts }>>

const redirectStatuses = new Set([301, 302, 303, 307, 308])
const credentialHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])

interface Answer {
  message: IncomingMessage
  firstByte: number
}

/** Sends one request over a connected socket and waits for the head of the answer. */
function exchange(connection: Connection, url: URL, options: RequestOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = performance.now()
  const stop = () => connection.socket.destroy(new Error('aborted'))
  options.signal.addEventListener('abort', stop, { once: true })
  const request = sendRequest({
    createConnection: () => connection.socket,
    method: options.method ?? 'GET',
    host: url.hostname,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...options.headers },
    setHost: false,
  })
  request.on('response', (message) => resolve({ message, firstByte: performance.now() - sent }))
  request.on('error', reject)
  request.on('close', () => options.signal.removeEventListener('abort', stop))
  request.end(options.body)
  return promise
}

async function readBody(
  message: IncomingMessage,
  limit: number,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue
    chunks.push(chunk)
    size += chunk.length
    if (size > limit) return { body: Buffer.concat(chunks).subarray(0, limit), truncated: true }
  }
  return { body: Buffer.concat(chunks), truncated: false }
}

function flatHeaders(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

/** The request that follows a redirect: RFC 9110 section 15.4, and credentials stay with their origin. */
export function redirected(options: RequestOptions, from: URL, to: URL, status: number): RequestOptions {
  const becomesGet = status === 303 || ((status === 301 || status === 302) && options.method === 'POST')
  const { body, ...rest } = options
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).filter(([name]) => {
      if (from.origin !== to.origin && credentialHeaders.has(name.toLowerCase())) return false
      return !becomesGet || !/^content-/i.test(name)
    }),
  )
  return {
    ...rest,
    url: to.href,
    headers,
    maxRedirects: options.maxRedirects - 1,
    ...(becomesGet ? { method: 'GET' } : body === undefined ? {} : { body }),
  }
}

function parseUrl(text: string, base?: URL): URL | undefined {
  const url = URL.parse(text, base?.href) ?? undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

/**
 * Sends an HTTP/1.1 request on a connection of its own and reads the answer; every redirect is judged like the first
 * address. A connection is never shared, so that the timings are those of a new client.
 */
export async function request(
  options: RequestOptions,
  connect: Connect,
  redirects: readonly string[] = [],
): Promise<Result<EgressResponse, RequestFailure>> {
  const url = parseUrl(options.url)
  const evidence = { url: options.url, redirects }
  if (url === undefined)
    return fail({
      code: 'invalid-address',
      message: `"${options.url}" is not an http or https address`,
      ...evidence,
    })
  const connection = await connect({
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    signal: options.signal,
    ...(url.protocol === 'https:' ? { tls: options.tls ?? {} } : {}),
  })
  if (!connection.ok) return fail({ ...connection.failure, ...evidence })
  const { address, timings, certificate, socket } = connection.value
  let phase = 'while waiting for the answer'
  try {
    const { message, firstByte } = await exchange(connection.value, url, options)
    phase = 'while reading the answer'
    const status = message.statusCode ?? 0
    const location = message.headers.location
    if (redirectStatuses.has(status) && location !== undefined && options.maxRedirects > 0) {
      socket.destroy()
      const next = parseUrl(location, url)
      if (next === undefined)
        return fail({
          code: 'redirects',
          message: `${url.host}: redirects to "${location}", which is not an http address`,
          ...evidence,
        })
      return await request(redirected(options, url, next, status), connect, [...redirects, next.href])
    }
    if (redirectStatuses.has(status) && location !== undefined && redirects.length > 0)
      return fail({
        code: 'redirects',
        message: `${url.host}: more than ${redirects.length} redirects`,
        ...evidence,
      })
    const headed = performance.now()
    const { body, truncated } = await readBody(message, options.maxBodyBytes)
    return succeed({
      status,
      headers: flatHeaders(message),
      body,
      truncated,
      url: url.href,
      address,
      redirects,
      timings: { ...timings, firstByte, transfer: performance.now() - headed },
      ...(certificate === undefined ? {} : { certificate }),
    })
  } catch (error) {
    const failure = options.signal.aborted
      ? abortFailure(options.signal, url.host, phase)
      : failureFrom(error, url.host)
    return fail({ ...failure, ...evidence, ...(certificate === undefined ? {} : { certificate }) })
  } finally {
    socket.destroy()
  }
}
