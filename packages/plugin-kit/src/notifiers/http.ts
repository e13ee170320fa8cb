import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse, RequestFailure, TlsSettings } from '@binnacle/egress'
import { createRedactor } from '@binnacle/contract/redact'
import { basicAuthorization } from '../checks/http.ts'
import { parseBoundedJson } from '../core/bounded-json.ts'
import { type ConnectionValues, connectionSecrets } from '../core/connection.ts'
import { isRecord } from '../core/json.ts'
import type { NotifierContext, NotifierFailure } from './notifier.ts'

export { divideAddress, type DividedAddress, isHeader } from './address.ts'

/** Largest answer that is read. Slack and Telegram repeat the whole message in it. */
const LARGEST_ANSWER = 262_144
/** Most characters of the service's own words in an error. */
const LONGEST_WORDS = 300
/** A service that asks for more time than this is asked again anyway. */
const LONGEST_WAIT = 86_400_000
/** Shorter parts of a URL are names such as `hooks`, which errors may show. */
const SHORTEST_URL_SECRET = 12

/** The context that a request uses. */
export type ServiceContext = Pick<
  NotifierContext,
  'connection' | 'egress' | 'userAgent' | 'signal' | 'now' | 'redact'
>

/** A request to a notification service. It has at most one of `json`, `form`, `text` and `bytes`. */
export interface ServiceRequest {
  url: string
  /** Default: POST */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** A body that is sent as JSON. */
  json?: unknown
  /** A body that is sent as a form. */
  form?: Readonly<Record<string, string>>
  /** A body that is sent as it is; name its type in `headers`. */
  text?: string
  /** The same for what is not text. */
  bytes?: Uint8Array
  tls?: TlsSettings
  /** Secrets of the request that the connection does not have, such as an access token of a session. */
  secrets?: readonly string[]
}

/** What a service answered. */
export interface ServiceAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  /** The body parsed. Undefined if it is not JSON. */
  json: unknown
}

/** How a service says why it refused a message. */
export interface RefusalWords {
  /** The words of the service. Default: the text of the usual fields, such as `message`. */
  words?: (answer: ServiceAnswer) => string | undefined
  /** Milliseconds that the service asks for, in its own field. Default: the header Retry-After */
  wait?: (answer: ServiceAnswer) => number | undefined
  /** Whether the same message may be taken later. Default: as the status says */
  isTemporary?: (answer: ServiceAnswer) => boolean | undefined
}

function contentOf({ json, form, text, bytes }: ServiceRequest): {
  type?: string
  body?: string | Uint8Array
} {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) }
  if (form !== undefined)
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() }
  const body = text ?? bytes
  return body === undefined ? {} : { body }
}

/** The header with user and password; a password alone is a token. */
export function serviceAuthorization({ username, password }: ConnectionValues): Record<string, string> {
  if (username === undefined || username === '')
    return password === undefined || password === '' ? {} : { authorization: `Bearer ${password}` }
  return basicAuthorization({ username, ...(password === undefined ? {} : { password }) })
}

/** The secrets that an answer may repeat: those of the connection and the long parts of the requested URL. */
function secretsOf({ url, secrets = [] }: ServiceRequest, { connection }: ServiceContext): string[] {
  const parsed = URL.parse(url)
  const parts = [...(parsed?.pathname.split('/') ?? []), ...(parsed?.searchParams.values() ?? [])]
  const long = parts.filter((part) => part.length >= SHORTEST_URL_SECRET)
  return [...secrets, ...long, ...connectionSecrets(connection)].filter((text) => text !== '')
}

/** Replaces everything in a text that is secret in a request. */
function hide(text: string, request: ServiceRequest, context: ServiceContext): string {
  return context.redact(createRedactor(secretsOf(request, context))(text))
}

function unsent(failure: RequestFailure, request: ServiceRequest, context: ServiceContext): NotifierFailure {
  // Its message would show the URL, which is the password of a webhook.
  if (failure.code === 'invalid-address')
    return { message: 'the connection has no valid http or https URL', isTemporary: false }
  return {
    message: hide(failure.message, request, context),
    isTemporary: failure.code !== 'denied',
    // Egress gives the time of an answer only where the request was on its way.
    ...(failure.timings?.firstByte === undefined ? {} : { mayHaveArrived: true }),
  }
}

function answerOf({ status, headers, body, truncated }: EgressResponse): ServiceAnswer {
  const text = body.toString('utf8')
  const parsed = truncated ? undefined : parseBoundedJson(text)
  return { status, headers, text, json: parsed?.ok === true ? parsed.value : undefined }
}

/**
 * Sends a request to a notification service. Redirects are not followed, because they could lead the secrets elsewhere.
 * @returns the answer with any status; a failure if no answer came
 */
export async function requestService(
  request: ServiceRequest,
  context: ServiceContext,
): Promise<Result<ServiceAnswer, NotifierFailure>> {
  const { type, body } = contentOf(request)
  const { insecureTls, certificate } = context.connection
  const tls = {
    ...(insecureTls ? { skipVerify: true } : {}),
    ...(certificate?.includes('-----BEGIN CERTIFICATE-----') === true ? { ca: certificate } : {}),
    ...request.tls,
  }
  const answered = await context.egress.request({
    url: request.url,
    method: request.method ?? 'POST',
    headers: {
      'user-agent': context.userAgent,
      accept: 'application/json',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: context.signal,
    maxRedirects: 0,
    maxBodyBytes: LARGEST_ANSWER,
    tls,
  })
  return answered.ok ? succeed(answerOf(answered.value)) : fail(unsent(answered.failure, request, context))
}

/**
 * Milliseconds from a header Retry-After, which has seconds or a date (RFC 9110 section 10.2.3).
 * @returns undefined if it has neither
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  if (text === '') return undefined
  const seconds = Number(text)
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) ? boundedWait(wait) : undefined
}

function boundedWait(milliseconds: number): number {
  return Math.ceil(Math.min(Math.max(milliseconds, 0), LONGEST_WAIT))
}

const wordKeys = ['message', 'error_description', 'error', 'description', 'msg', 'detail', 'errors', 'title']

/** The words of an answer in one of the fields that services use for errors. */
function usualWords(json: unknown, levels = 3): string | undefined {
  if (typeof json === 'string') return json
  if (levels === 0) return undefined
  if (Array.isArray(json)) return usualWords(json[0], levels - 1)
  if (!isRecord(json)) return undefined
  return wordKeys
    .map((key) => usualWords(json[key], levels - 1))
    .find((words) => words !== undefined && words.trim() !== '')
}

function wordsOf({ json, text, headers }: ServiceAnswer): string | undefined {
  const found = usualWords(json)
  if (found !== undefined) return found
  const isPage = /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(text)
  return isPage || json !== undefined ? undefined : text
}

/** One line of printable text. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

const temporaryStatuses: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * Why a service did not take a message, in words for people.
 * @param service name of the service
 * @param answer that is not a good one
 */
export function refusal(
  service: string,
  answer: ServiceAnswer,
  request: ServiceRequest,
  context: ServiceContext,
  { words, wait, isTemporary }: RefusalWords = {},
): NotifierFailure {
  const { status, headers } = answer
  if (status >= 300 && status < 400)
    return {
      message: `${service} answered with a redirect (status ${status}), which is not followed; correct the address`,
      isTemporary: false,
    }
  const delay = wait?.(answer)
  const waitMilliseconds =
    delay === undefined ? readRetryAfter(headers['retry-after'], context.now()) : boundedWait(delay)
  const isLater = isTemporary?.(answer) ?? (status >= 500 || temporaryStatuses.has(status))
  const reply = words?.(answer) ?? wordsOf(answer) ?? ''
  const shown = oneLine(hide(reply.slice(0, 4_096), request, context))
    .slice(0, LONGEST_WORDS)
    .toWellFormed()
  const start = status < 300 ? `${service} refused the message` : `${service} answered with status ${status}`
  return {
    message: shown === '' ? start : `${start}: ${shown}`,
    isTemporary: isLater,
    ...(isLater && waitMilliseconds !== undefined ? { waitMilliseconds } : {}),
  }
}

/**
 * Sends a request that only an answer with a status of 200 to 299 takes.
 * @param service name of the service, for errors
 */
export async function sendToService(
  service: string,
  request: ServiceRequest,
  context: ServiceContext,
  says: RefusalWords = {},
): Promise<Result<ServiceAnswer, NotifierFailure>> {
  const answered = await requestService(request, context)
  if (!answered.ok) return answered
  const { status } = answered.value
  return status >= 200 && status < 300
    ? answered
    : fail(refusal(service, answered.value, request, context, says))
}
