import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse, RequestOptions } from '@binnacle/egress'
import { excerptOfBytes } from '@binnacle/plugin-kit/checks'
import type { Json, RunContext } from '@binnacle/plugin-kit/core'
import { retryAfter } from '@binnacle/plugin-kit/http'
import { documentsOf } from '../documents/read.ts'

/** Most bytes of one answer. More is a fault: a source of any size gives pages. */
const MOST_BYTES = 16_777_216
/** Attempts after the first, where a server asks to come back later. */
const MOST_REPEATS = 3
/** Longest time to wait for a server, in milliseconds. */
const LONGEST_WAIT = 300_000
/** Time to wait where a server does not say how long, in milliseconds; twice as long each time. */
const USUAL_WAIT = 1_000

const TOO_MANY = 429
const UNAVAILABLE = 503

/** A request for a part of a source. */
export type SourceRequest = Pick<
  RequestOptions,
  'url' | 'method' | 'headers' | 'body' | 'tls' | 'refuseRedirect'
> & {
  /** Default: 5. */
  maxRedirects?: number
  /** Statuses other than 200 to 299 that are an answer too. */
  accepts?: readonly number[]
  /** Default: `MOST_BYTES`. */
  mostBytes?: number
  /** Milliseconds to wait until the limit of requests of a server ends, as its answer says. */
  limitOf?: (answer: EgressResponse, now: Date, repeats: number) => number | undefined
  /** Attempts after the first, where the server asks to come back later. Default: 3. */
  mostRepeats?: number
}

export interface SourceFailure {
  /** Says what was expected and what came, without secrets of the spec. */
  message: string
  /** Of the answer, where there was one. */
  status?: number
  /** Where its status was not a good one. */
  answer?: EgressResponse
}

function waitOf(answer: EgressResponse, { limitOf }: SourceRequest, repeats: number, now: Date) {
  const delay = retryAfter(answer.headers['retry-after'], now)
  const limited = limitOf?.(answer, now, repeats)
  if (answer.status === TOO_MANY) return delay ?? limited ?? USUAL_WAIT * 2 ** repeats
  return answer.status === UNAVAILABLE ? (delay ?? limited) : limited
}

const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / 1_000)} s`

function placeOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

/**
 * Asks a source. Where it says that there are too many requests, it is asked again, at most `mostRepeats` times, when it wants that.
 * @returns an answer that is whole and has a good status; else what was wrong
 */
export async function fetchSource(
  request: SourceRequest,
  context: RunContext,
): Promise<Result<EgressResponse, SourceFailure>> {
  const {
    url,
    method,
    headers,
    body,
    tls,
    refuseRedirect,
    maxRedirects = 5,
    mostBytes = MOST_BYTES,
    mostRepeats = MOST_REPEATS,
  } = request
  const place = placeOf(url)
  for (let repeats = 0; ; repeats += 1) {
    const answered = await context.egress.request({
      url,
      signal: context.signal,
      maxRedirects,
      maxBodyBytes: mostBytes,
      headers: {
        'user-agent': context.userAgent,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
      ...(method === undefined ? {} : { method }),
      ...(body === undefined ? {} : { body }),
      ...(tls === undefined ? {} : { tls }),
      ...(refuseRedirect === undefined ? {} : { refuseRedirect }),
    })
    if (!answered.ok) return fail({ message: answered.failure.message })
    const answer = answered.value
    const { status } = answer
    const isGood = (status >= 200 && status <= 299) || request.accepts?.includes(status) === true
    if (isGood && answer.truncated)
      return fail({ message: `${place}: the answer has more than ${mostBytes / 1_048_576} MiB`, status })
    if (isGood) return succeed(answer)
    const text = excerptOfBytes(context, answer.body, 200).trim().replaceAll(/\s+/g, ' ')
    const reason = `${place}: status ${status}, expected 200 to 299${text === '' ? '' : `: ${text}`}`
    const wait = waitOf(answer, request, repeats, context.now())
    if (wait === undefined) return fail({ message: reason, status, answer })
    if (repeats >= mostRepeats)
      return fail({ message: `${reason} (asked ${repeats + 1} times)`, status, answer })
    if (wait > Math.min(LONGEST_WAIT, context.timeoutMilliseconds))
      return fail({ message: `${reason} (it asks to wait ${seconds(wait)})`, status, answer })
    await context.wait(wait)
    if (context.signal.aborted) return fail({ message: `${reason} (stopped while waiting)`, status })
  }
}

const htmlType = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
const htmlStart = /^\s*(?:<!doctype\s+html|<html[\s>])/i

/** Whether an answer is a page for people, such as that of a proxy or a sign-in. */
export function isPage(answer: EgressResponse): boolean {
  return (
    htmlType.test(answer.headers['content-type'] ?? '') ||
    htmlStart.test(answer.body.subarray(0, 512).toString('utf8'))
  )
}

/** What a page says of itself. */
export function pageProblem(
  answer: Pick<EgressResponse, 'url' | 'status' | 'body'>,
  context: Pick<RunContext, 'redact'>,
): string {
  const start = answer.body.subarray(0, 65_536).toString('utf8')
  const title = /<title[^<>]*>([^<]*)</i.exec(start)?.[1]?.trim().replaceAll(/\s+/g, ' ') ?? ''
  const words = title === '' ? '' : ` with the title "${context.redact(title).slice(0, 200)}"`
  return `${placeOf(answer.url)}: status ${answer.status}, but the answer is a page of HTML${words}`
}

/** Reads an answer that must be JSON. */
export async function jsonOf(
  answer: EgressResponse,
  context: Pick<RunContext, 'redact' | 'work'>,
): Promise<Result<Json, string>> {
  if (isPage(answer)) return fail(`${pageProblem(answer, context)}, expected JSON`)
  const read = await documentsOf({ text: answer.body.toString('utf8'), format: 'json' }, context)
  if (!read.ok) return fail(`${placeOf(answer.url)}: the answer ${context.redact(read.failure)}`)
  return succeed(read.value[0] ?? null)
}

/** Asks a source for JSON. */
export async function fetchJson(
  request: SourceRequest,
  context: RunContext,
): Promise<Result<{ json: Json; answer: EgressResponse }, SourceFailure>> {
  const answered = await fetchSource(request, context)
  if (!answered.ok) return answered
  const { status } = answered.value
  const json = await jsonOf(answered.value, context)
  return json.ok
    ? succeed({ json: json.value, answer: answered.value })
    : fail({ message: json.failure, status })
}
