import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  abortFailure,
  type CertificateFacts,
  type ConnectFailure,
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
  body?: string | Uint8Array
  signal: AbortSignal
  /** Most redirects to follow. 0 returns the redirect itself. */
  maxRedirects: number
  /** After this many bytes of body, reading stops and the connection is closed. */
  maxBodyBytes: number
  tls?: TlsSettings
  /** Checks each redirect before it is followed. @returns the reason to refuse it, or undefined */
  refuseRedirect?: (from: URL, to: URL, sendsBody: boolean) => string | undefined
  /**
   * Receives the head of every answer from the first server. If it returns a follow-up, the request is sent again
   * with other headers before the answer is used. This is how HTTP authentication works.
   */
  followUp?: (answer: AnswerHead) => FollowUp | undefined
}

export interface AnswerHead {
  /** The requested URL. */
  url: string
  status: number
  headers: Readonly<Record<string, string>>
  /** Each WWW-Authenticate header as its own entry. */
  challenges: readonly string[]
}

export interface FollowUp {
  /** Replace the headers of the first request. */
  headers: Readonly<Record<string, string>>
  /** Whether the follow-up must use the same connection. */
  sameConnection: boolean
}

interface RequestTimings extends ConnectTimings {
  /** Milliseconds from sending the request to the head of the answer. */
  firstByte: number
  /** Milliseconds from the head of the answer to its end. */
  transfer: number
}

export interface EgressResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Whether the body was longer than `maxBodyBytes`. */
  truncated: boolean
  /** URL of the answer, after redirects. */
  url: string
  address: string
  redirects: readonly string[]
  /** Timings of the last request. */
  timings: RequestTimings
  certificate?: CertificateFacts
}

/** A failed request, with the facts known so far. */
export interface RequestFailure extends EgressFailure {
  url: string
  redirects: readonly string[]
  certificate?: CertificateFacts
  address?: string
  /** Milliseconds of the completed phases. */
  timings?: Readonly<Partial<RequestTimings>>
}

export type Connect = (options: ConnectOptions) => Promise<Result<Connection, ConnectFailure>>

/** Bytes. If an authentication challenge has a longer body, the next request uses a new connection. */
const MOST_DRAINED_BYTES = 1_048_576

/** No authentication method needs more. */
const MOST_FOLLOW_UPS = 4

const redirectStatuses = new Set([301, 302, 303, 307, 308])
const openHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-length',
  'content-type',
  'user-agent',
])

/** Whether a header only describes a request. All others may have a secret. */
export function isOpenHeader(name: string): boolean {
  return openHeaders.has(name.toLowerCase())
}

interface Answer {
  message: IncomingMessage
  firstByte: number
}

/** A connection with the agent that sends one or more requests over it, one after the other. */
interface Line {
  connection: Connection
  agent: Agent | undefined
}

function openLine(connection: Connection, isKept: boolean): Line {
  if (!isKept) return { connection, agent: undefined }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let isTaken = false
  agent.createConnection = (_options, done) => {
    if (!isTaken) {
      isTaken = true
      return connection.socket
    }
    // The server closed the connection between two requests. A new connection would skip the address check.
    done?.(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), connection.socket)
    return undefined
  }
  return { connection, agent }
}

/** Sends one request over a connected socket and waits for the head of the answer. */
function exchange({ connection, agent }: Line, url: URL, options: RequestOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = performance.now()
  const stop = () => connection.socket.destroy(new Error('aborted'))
  options.signal.addEventListener('abort', stop, { once: true })
  const request = sendRequest({
    ...(agent === undefined ? { createConnection: () => connection.socket } : { agent }),
    method: options.method ?? 'GET',
    host: url.hostname,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...options.headers },
    setHost: false,
  })
  request.on('response', (message) => resolve({ message, firstByte: performance.now() - sent }))
  request.on('error', reject)
  request.on('close', () => {
    options.signal.removeEventListener('abort', stop)
    // An answer that changes the protocol closes the request without a response.
    reject(new Error('the connection was closed without an answer to the request'))
  })
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

function headOf(message: IncomingMessage, url: URL): AnswerHead {
  return {
    url: url.href,
    status: message.statusCode ?? 0,
    headers: flatHeaders(message),
    challenges: message.headersDistinct['www-authenticate'] ?? [],
  }
}

/** Reads and drops the body of an answer. @returns whether the connection can be used again */
async function drain(message: IncomingMessage): Promise<boolean> {
  const { truncated } = await readBody(message, MOST_DRAINED_BYTES)
  const isOver = /\bclose\b/i.test(message.headers.connection ?? '') || message.httpVersion === '1.0'
  return !truncated && !isOver
}

function closeLine({ connection, agent }: Line): void {
  agent?.destroy()
  connection.socket.destroy()
}

/** The facts known of the connection of a failed request. */
function partial({ connection: { address, timings, certificate } }: Line) {
  return { address, timings, ...(certificate === undefined ? {} : { certificate }) }
}

/** TLS settings for another origin: they keep the trusted authorities, but not the client certificate. */
function tlsElsewhere({ certificate: _certificate, key: _key, ...rest }: TlsSettings): TlsSettings {
  return rest
}

/**
 * The request that follows a redirect (RFC 9110 section 15.4). Headers that may contain a secret, and the client
 * certificate, are sent to their own origin only.
 */
export function redirected(options: RequestOptions, from: URL, to: URL, status: number): RequestOptions {
  const becomesGet = status === 303 || ((status === 301 || status === 302) && options.method === 'POST')
  const { body, followUp, tls, ...rest } = options
  const isElsewhere = from.origin !== to.origin
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).filter(([name]) => {
      if (isElsewhere && !isOpenHeader(name)) return false
      return !becomesGet || !/^content-/i.test(name)
    }),
  )
  return {
    ...rest,
    ...(followUp === undefined || isElsewhere ? {} : { followUp }),
    ...(tls === undefined ? {} : { tls: isElsewhere ? tlsElsewhere(tls) : tls }),
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
 * Sends an HTTP/1.1 request on its own connection and reads the answer. Every redirect is checked like the first
 * address. Connections are never shared, so the timings are those of a new client.
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
  const open = () =>
    connect({
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      signal: options.signal,
      ...(url.protocol === 'https:' ? { tls: options.tls ?? {} } : {}),
    })
  const connection = await open()
  if (!connection.ok) return fail({ ...connection.failure, ...evidence })
  let line = openLine(connection.value, options.followUp !== undefined)
  let phase = 'while waiting for the answer'
  let phaseSince = performance.now()
  let firstByte: number | undefined
  try {
    let answer = await exchange(line, url, options)
    for (let times = 0; times < MOST_FOLLOW_UPS; times += 1) {
      const next = options.followUp?.(headOf(answer.message, url))
      if (next === undefined) break
      const isKept = await drain(answer.message)
      if (!isKept && next.sameConnection)
        return fail({
          code: 'protocol',
          message: `${url.host}: the other side closed the connection between the steps of signing in`,
          ...evidence,
          ...partial(line),
        })
      if (!isKept) {
        closeLine(line)
        const again = await open()
        if (!again.ok) return fail({ ...again.failure, ...evidence })
        line = openLine(again.value, true)
      }
      phaseSince = performance.now()
      answer = await exchange(line, url, { ...options, headers: { ...options.headers, ...next.headers } })
    }
    const { message } = answer
    firstByte = answer.firstByte
    phase = 'while reading the answer'
    phaseSince = performance.now()
    const status = message.statusCode ?? 0
    const location = message.headers.location
    if (redirectStatuses.has(status) && location !== undefined && options.maxRedirects > 0) {
      closeLine(line)
      const next = parseUrl(location, url)
      if (next === undefined)
        return fail({
          code: 'redirects',
          message: `${url.host}: redirects to "${location}", which is not an http address`,
          ...evidence,
        })
      const following = redirected(options, url, next, status)
      const refusal = options.refuseRedirect?.(url, next, following.body !== undefined)
      if (refusal !== undefined)
        return fail({ code: 'redirects', message: `${url.host}: ${refusal}`, ...evidence, ...partial(line) })
      return await request(following, connect, [...redirects, next.href])
    }
    if (redirectStatuses.has(status) && location !== undefined && redirects.length > 0)
      return fail({
        code: 'redirects',
        message: `${url.host}: more than ${redirects.length} redirects`,
        ...evidence,
      })
    const { body, truncated } = await readBody(message, options.maxBodyBytes)
    const { address, timings, certificate } = line.connection
    return succeed({
      status,
      headers: flatHeaders(message),
      body,
      truncated,
      url: url.href,
      address,
      redirects,
      timings: { ...timings, firstByte, transfer: performance.now() - phaseSince },
      ...(certificate === undefined ? {} : { certificate }),
    })
  } catch (error) {
    const failure = options.signal.aborted
      ? abortFailure(options.signal, url.host, phase)
      : failureFrom(error, url.host)
    const spent = performance.now() - phaseSince
    const timings =
      firstByte === undefined
        ? { ...line.connection.timings, firstByte: spent }
        : { ...line.connection.timings, firstByte, transfer: spent }
    return fail({ ...failure, ...evidence, ...partial(line), timings })
  } finally {
    closeLine(line)
  }
}
