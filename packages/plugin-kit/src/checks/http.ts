import type { EgressResponse, RequestFailure, TlsSettings } from '@binnacle/egress'
import { DAY, fail, type Result, succeed } from '@binnacle/contract/core'
import { parseJson } from '../core/long-json.ts'
import type { RunContext } from '../core/run-context.ts'
import type { Json } from '../core/json.ts'
import { excerptOfBytes } from './excerpt.ts'
import { type CheckOutcome, unhealthy, unknown } from '../core/outcome.ts'
import type { Credentials } from '../core/server-fields.ts'
import { certificateDetails, roundTimings } from './talk.ts'

/** Most characters of the body of a failing response in the evidence. */
const MAX_EXCERPT = 2_000
/** Largest response of an API. */
const MAX_JSON_BYTES = 8_388_608

/** The header of basic authentication (RFC 7617), if there is a user or a password. */
export function basicAuthorization({ username, password }: Credentials): Record<string, string> {
  if (username === undefined && password === undefined) return {}
  const pair = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

/** Days until the certificate expires, rounded down. */
export function daysLeft(validTo: string, now: Date): number {
  return Math.floor((new Date(validTo).getTime() - now.getTime()) / DAY)
}

/**
 * The evidence of a response.
 * @param failed the failed run; it adds headers and the start of the body
 */
export function answerDetails(
  answer: EgressResponse,
  failed: Pick<RunContext, 'redact'> | undefined,
): Record<string, Json> {
  return {
    code: answer.status,
    address: answer.address,
    timings: roundTimings(answer.timings),
    bytes: answer.body.length,
    ...(answer.truncated ? { truncated: true } : {}),
    ...(answer.redirects.length > 0 ? { redirects: answer.redirects } : {}),
    ...certificateDetails(answer.certificate),
    ...(failed === undefined
      ? {}
      : { headers: answer.headers, content: excerptOfBytes(failed, answer.body, MAX_EXCERPT) }),
  }
}

/** The outcome of a request without a response. It names an expired certificate, because somebody must renew it. */
export function requestFailureOutcome(failure: RequestFailure, now: Date): CheckOutcome {
  const details = {
    reason: failure.code,
    ...(failure.address === undefined ? {} : { address: failure.address }),
    ...(failure.timings === undefined ? {} : { timings: roundTimings(failure.timings) }),
    ...(failure.redirects.length > 0 ? { redirects: failure.redirects } : {}),
    ...certificateDetails(failure.certificate),
  }
  if (failure.code === 'denied' || failure.code === 'invalid-address')
    return unknown(failure.message, { details })
  const expired =
    failure.certificate !== undefined && daysLeft(failure.certificate.validTo, now) < 0
      ? ` (expired ${failure.certificate.validTo.slice(0, 10)})`
      : ''
  return unhealthy(`${failure.message}${expired}`, { details })
}

/** Milliseconds that a server asks to wait: seconds or a time (RFC 9110, section 10.2.3). */
export function retryAfter(written: string | undefined, now: Date): number | undefined {
  if (written === undefined || written.trim() === '') return undefined
  if (/^\s*\d+\s*$/.test(written)) return Number(written) * 1_000
  const at = Date.parse(written)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/** Appends a path to an address, which may have a path and a trailing slash. */
export function below(base: string, path: string): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url.href
}

export interface JsonRequest {
  url: string
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  credentials?: Credentials
  tls?: TlsSettings
}

export interface JsonAnswer {
  json: unknown
  status: number
  durationMilliseconds: number
  /** Evidence of the response, with headers and the start of the body if it failed. */
  details: (failed: boolean) => Record<string, Json>
}

/**
 * Sends a request to an API that answers in JSON.
 * @returns the response with any status, or the outcome of the check if there is no JSON response
 */
export async function requestJson(
  request: JsonRequest,
  context: RunContext,
): Promise<Result<JsonAnswer, CheckOutcome>> {
  const { url, method = 'GET', headers, body, credentials = {}, tls } = request
  const started = performance.now()
  const answered = await context.egress.request({
    url,
    method,
    headers: {
      'user-agent': context.userAgent,
      accept: 'application/json',
      ...basicAuthorization(credentials),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: context.signal,
    maxRedirects: 5,
    maxBodyBytes: MAX_JSON_BYTES,
    ...(tls === undefined ? {} : { tls }),
  })
  const durationMilliseconds = performance.now() - started
  if (!answered.ok)
    return fail({ ...requestFailureOutcome(answered.failure, context.now()), durationMilliseconds })
  const answer = answered.value
  const evidence = { durationMilliseconds, details: answerDetails(answer, context) }
  if (answer.truncated)
    return fail(unhealthy(`the answer has more than ${MAX_JSON_BYTES / 1_048_576} MiB`, evidence))
  const parsed = await parseJson(answer.body.toString('utf8'), context)
  if (!parsed.ok) {
    const start = excerptOfBytes(context, answer.body, 200).trim()
    const isGood = answer.status >= 200 && answer.status < 300
    return fail(
      unhealthy(
        isGood
          ? `the answer ${parsed.failure.message}`
          : `status ${answer.status}, expected 200 to 299${start === '' ? '' : `: ${start}`}`,
        evidence,
      ),
    )
  }
  return succeed({
    json: parsed.value,
    status: answer.status,
    durationMilliseconds,
    details: (failed) => answerDetails(answer, failed ? context : undefined),
  })
}
