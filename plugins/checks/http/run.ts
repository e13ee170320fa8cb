import { type Result, succeed } from '@binnacle/contract/core'
import { createSearch } from '@binnacle/contract/search'
import { createRedactor, type EgressResponse } from '@binnacle/egress'
import { type CheckContext, excerpt, headersForScripts, type RunCheck } from '@binnacle/plugin-kit/checks'
import {
  type CheckData,
  examineJson,
  healthy,
  isTooSlow,
  type Json,
  namedTexts,
  parseBoundedJson,
  parseJson,
  unhealthy,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit/core'
import { answerDetails, daysLeft, requestFailureOutcome } from '@binnacle/plugin-kit/http'
import { withoutSecrets } from '@binnacle/plugin-kit/talk'
import { fillAddress, withCredentials } from './address.ts'
import { askerOf, MAX_BODY_BYTES, pageAsker } from './ask.ts'
import { proofOf } from './authentication.ts'
import { crawl, crawlDetails, crawlMessage, crawlProblem } from './crawl.ts'
import { forgetToken, tokenFor } from '@binnacle/clients/http/oauth2'
import type { HttpSpec } from './spec.ts'

const UNAUTHORIZED = 401

/** The body to send. */
async function bodyOf(spec: HttpSpec, context: CheckContext): Promise<Result<string | undefined, string>> {
  if (spec.body === undefined || spec.templateBody !== true) return succeed(spec.body)
  return context.template(spec.body, Object.fromEntries(namedTexts(spec.env)))
}

function acceptedText(codes: readonly number[] | undefined): string {
  return codes === undefined
    ? '200 to 299'
    : codes.length === 1
      ? String(codes[0])
      : `one of ${codes.join(', ')}`
}

function isAccepted(status: number, codes: readonly number[] | undefined): boolean {
  return codes === undefined ? status >= 200 && status < 300 : codes.includes(status)
}

/** The media type of JSON, or one that is built on it (RFC 6839, section 3.1). */
const jsonType = /^[^;]*[/+]json\s*(?:;|$)/i

/** A text, and what it is as JSON. */
interface ReadText {
  text: string
  json: Json | undefined
}

/** Parses what scripts see as JSON: undefined if it is not JSON or was truncated. */
async function readContent(
  text: string,
  { truncated }: EgressResponse,
  context: CheckContext,
): Promise<ReadText> {
  const parsed = truncated ? undefined : await parseJson(text, context)
  return { text, json: parsed?.ok === true ? parsed.value : undefined }
}

/** The same in this thread, for what asks for it later. */
function readHere(text: string, { truncated }: EgressResponse): ReadText {
  const parsed = truncated ? undefined : parseBoundedJson(text)
  return { text, json: parsed?.ok === true ? parsed.value : undefined }
}

/** Whether anything of a check reads its answer by a script. */
function hasScript({ test, display, transform, metrics }: HttpSpec): boolean {
  return [test, display, transform, metrics].some((script) => script !== undefined)
}

/** Whether a body contains a text. Compares bytes as characters, because a body need not be UTF-8. */
function holds(body: Buffer, text: string): boolean {
  return createSearch(Buffer.from(text).toString('latin1'))(body.toString('latin1')) !== -1
}

/** Whether an answer claims to be JSON but is not. If a script tests the answer, the script decides. */
async function isBrokenJson(spec: HttpSpec, answer: EgressResponse, context: CheckContext): Promise<boolean> {
  if (spec.test !== undefined || answer.body.length === 0 || answer.truncated) return false
  if (!jsonType.test(answer.headers['content-type'] ?? '')) return false
  const parsed = await examineJson(answer.body.toString('utf8'), context)
  return !parsed.ok && parsed.failure.isJson === false
}

/** The variables that scripts get from an answer. */
function answerData(
  answer: EgressResponse,
  { text, json }: ReadText,
  { elapsed, now, redact }: { elapsed: number; now: Date; redact: (text: string) => string },
): CheckData {
  const expiry = answer.certificate?.validTo
  return {
    values: {
      headers: headersForScripts(answer.headers, redact),
      content: text,
      json: json ?? null,
    },
    durations: {
      elapsed,
      ...(expiry === undefined ? {} : { sslAge: new Date(expiry).getTime() - now.getTime() }),
    },
  }
}

const LONGEST_SHOWN = 200

function shown(value: Json, context: CheckContext): string {
  const text = JSON.stringify(value)
  return text.length <= LONGEST_SHOWN ? text : `${excerpt(context, text, LONGEST_SHOWN)}…`
}

/** The error if a value in the JSON body is wrong. */
async function jsonComplaint(
  { responseJSONContent: expected }: HttpSpec,
  answer: EgressResponse,
  context: CheckContext,
): Promise<string | undefined> {
  if (expected === undefined) return undefined
  const { path, value } = expected
  if (answer.truncated) return `the body has more than ${MAX_BODY_BYTES} bytes, so ${path} cannot be read`
  const document = await parseJson(context.redactConnectionSecrets(answer.body.toString('utf8')), context)
  if (!document.ok)
    return document.failure.isJson === false
      ? `the body is not JSON, so it has no ${path}`
      : `the body ${document.failure.message}, so ${path} cannot be read`
  const found = await context.jsonPath(path, document.value)
  if (!found.ok) return `${path}: ${found.failure}`
  if (found.value === null) return `${path} finds nothing in the body, expected ${shown(value, context)}`
  const isSame = typeof found.value !== 'object' && String(found.value) === String(value)
  return isSame ? undefined : `${path} is ${shown(found.value, context)}, expected ${shown(value, context)}`
}

/** Whether a body contains a text. Ignores a match in a lent secret that the server echoes. */
function contains({ body }: EgressResponse, wanted: string, context: CheckContext): boolean {
  return (
    holds(body, wanted) && createSearch(wanted)(context.redactConnectionSecrets(body.toString('utf8'))) !== -1
  )
}

/** All errors of the answer. Lists show the first one. */
async function complaints(
  spec: HttpSpec,
  answer: EgressResponse,
  elapsed: number,
  context: CheckContext,
): Promise<string[]> {
  const now = context.now()
  const found: string[] = []
  if (!isAccepted(answer.status, spec.responseCodes))
    found.push(`status ${answer.status}, expected ${acceptedText(spec.responseCodes)}`)
  if (spec.responseContent !== undefined && !contains(answer, spec.responseContent, context))
    found.push(
      `"${spec.responseContent}" is not in ${answer.truncated ? 'the first MiB of ' : ''}the body (${answer.body.length} bytes read)`,
    )
  if (await isBrokenJson(spec, answer, context))
    found.push('the body is not the JSON that its content type promises')
  if (isTooSlow(elapsed, spec.thresholdMillis))
    found.push(`took ${Math.round(elapsed)}ms, expected at most ${spec.thresholdMillis}ms`)
  if (spec.maxSSLExpiry !== undefined && spec.maxSSLExpiry > 0) {
    if (answer.certificate === undefined) found.push('no certificate, as the address is not https')
    else if (daysLeft(answer.certificate.validTo, now) < spec.maxSSLExpiry)
      found.push(
        `the certificate expires in ${daysLeft(answer.certificate.validTo, now)} days, expected at least ${spec.maxSSLExpiry}`,
      )
  }
  return found
}

export const run: RunCheck<HttpSpec> = async (written, context) => {
  if (written.url === undefined || written.awsSigV4?.connection !== undefined) return unknown(UNRESOLVED)
  const address = fillAddress({ ...written, url: written.url })
  if (!address.ok) return unknown(`url: ${address.failure}`)
  const { url, parts, credentials } = address.value
  const spec = credentials === undefined ? written : withCredentials(written, credentials)
  const started = performance.now()
  const method = spec.method ?? 'GET'
  const filled = await bodyOf(spec, context)
  if (!filled.ok) return unknown(`the body cannot be made: ${filled.failure}`)
  const body = filled.value
  const token = spec.oauth2 === undefined ? undefined : await tokenFor(spec, context)
  if (token?.ok === false) return { durationMilliseconds: performance.now() - started, ...token.failure }
  const secrets = [...parts, ...(token === undefined ? [] : [token.value])]
  const proof = proofOf(spec, { method, body: body ?? '', now: context.now() })
  const ask = askerOf(spec, { token: token?.value, parts }, context)
  const startedAt = performance.now()
  const answer = await ask({ url, method, body }, proof)
  const elapsed = performance.now() - startedAt
  if (!answer.ok)
    return withoutSecrets(
      { ...requestFailureOutcome(answer.failure, context.now()), durationMilliseconds: elapsed },
      secrets,
    )
  if (answer.value.status === UNAUTHORIZED && token !== undefined) forgetToken(spec)
  const json = await jsonComplaint(spec, answer.value, context)
  const found = await complaints(spec, answer.value, elapsed, context)
  if (json !== undefined) found.push(json)
  const crawled =
    spec.crawl === undefined || found.length > 0
      ? undefined
      : await crawl(
          spec.crawl,
          { written: url, first: answer.value, ask: pageAsker(spec, { ask, parts }, context) },
          context,
        )
  if (crawled?.ok === false) return withoutSecrets(unknown(crawled.failure), secrets)
  const pages = crawled?.value
  const missing = pages === undefined ? undefined : crawlProblem(pages)
  if (missing !== undefined) found.push(missing)
  const problem = found.length > 0 ? proof.problem() : undefined
  const redact = createRedactor(secrets)
  const content = redact(answer.value.body.toString('utf8'))
  const read = hasScript(spec) ? await readContent(content, answer.value, context) : undefined
  const evidence = {
    durationMilliseconds: elapsed,
    details: {
      ...answerDetails(answer.value, found.length > 0 && missing === undefined ? context : undefined),
      ...(pages === undefined ? {} : { crawl: crawlDetails(pages) }),
    },
    data: () => {
      const data = answerData(answer.value, read ?? readHere(content, answer.value), {
        elapsed,
        now: context.now(),
        redact,
      })
      if (spec.crawl === undefined) return data
      const gone = pages === undefined ? [url] : pages.missing.map((page) => page.url)
      return { ...data, values: { ...data.values, visited: pages?.visited ?? 1, missing: gone.map(redact) } }
    },
  }
  return withoutSecrets(
    found.length > 0
      ? unhealthy([...found, ...(problem === undefined ? [] : [problem])].join('; '), evidence)
      : healthy({
          ...evidence,
          message: `status ${answer.value.status}${pages === undefined ? '' : `; ${crawlMessage(pages)}`}`,
        }),
    secrets,
  )
}
