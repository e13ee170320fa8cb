import type { EgressResponse, RequestFailure, TlsSettings } from '@binnacle/egress'
import { fail, type Result, succeed } from '@binnacle/contract'
import { parseBoundedJson } from './bounded-json.ts'
import type { CheckContext } from './check.ts'
import type { Json } from './json.ts'
import { excerptOfBytes } from './excerpt.ts'
import { type CheckOutcome, unhealthy, unknown } from './outcome.ts'
import type { Credentials } from './server-fields.ts'
import { certificateDetails, roundTimings } from './talk.ts'

/** As much of a failing answer's body as is kept as evidence. */
const MAX_EXCERPT = 2_000
/** An answer of a programming interface that is larger than this is not read. */
const MAX_JSON_BYTES = 8_388_608
const DAY = 86_400_000

/** The header of basic authentication, where there is a user or a password (RFC 7617). */
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
 * What is kept of an answer.
 * @param failed the run where it failed: then also its headers and the begin of its body
 */
export function answerDetails(
  answer: EgressResponse,
  failed: Pick<CheckContext, 'redact'> | undefined,
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

/** The outcome of a request without an answer. A certificate past its date says so, as someone has to act on it. */
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

/** An address below another one, which may end in / and have a path of its own. */
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
  /** Evidence of the answer, with or without its headers and the begin of its body. */
  details: (failed: boolean) => Record<string, Json>
}

/**
 * Asks a programming interface that answers in JSON.
 * @returns its answer, whatever the status; or the outcome of the check where there is no answer in JSON
 */
export async function requestJson(
  request: JsonRequest,
  context: CheckContext,
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
  const parsed = parseBoundedJson(answer.body.toString('utf8'))
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
