import { createSearch, fail, type Result, succeed } from '@binnacle/contract'
import { createRedactor, type EgressResponse } from '@binnacle/egress'
import {
  type CheckContext,
  type CheckData,
  decodePart,
  excerpt,
  fillPlaceholders,
  healthy,
  httpAddress,
  isTooSlow,
  type Json,
  namedTexts,
  parseBoundedJson,
  type RunCheck,
  soleIn,
  tlsSettings,
  unhealthy,
  unknown,
  UNRESOLVED,
} from '@binnacle/plugin-kit'
import { answerDetails, daysLeft, requestFailureOutcome } from '@binnacle/plugin-kit/http'
import { withoutSecrets } from '@binnacle/plugin-kit/talk'
import { proofOf } from './authentication.ts'
import { forgetToken, tokenFor } from './oauth2.ts'
import { signatureHeaders } from './sign.ts'
import type { HttpSpec } from './spec.ts'

const UNAUTHORIZED = 401

/**
 * Keeps secrets from following a redirect to another server, in the address or in the body.
 * @param parts secrets as they stand in the address
 */
function redirectGuard(spec: HttpSpec, parts: readonly string[]) {
  const redact = createRedactor([...parts, ...parts.map(decodePart)])
  return (from: URL, to: URL, sendsBody: boolean): string | undefined => {
    if (from.origin === to.origin) return undefined
    if (redact(to.href) !== to.href) return 'redirects to another server with a secret in the address'
    return sendsBody && spec.templateBody === true
      ? 'redirects to another server, which does not get a body made from "env"'
      : undefined
  }
}

/** As much of a body as is read and searched. */
const MAX_BODY_BYTES = 1_048_576

function headersOf(body: string | undefined, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: '*/*',
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
}

/** The body as it is sent. */
async function bodyOf(spec: HttpSpec, context: CheckContext): Promise<Result<string | undefined, string>> {
  if (spec.body === undefined || spec.templateBody !== true) return succeed(spec.body)
  return context.template(spec.body, Object.fromEntries(namedTexts(spec.env)))
}

/** What the spec says itself stands above what we would send. */
function ownHeaders(spec: HttpSpec): Record<string, string> {
  return Object.fromEntries(namedTexts(spec.headers).map(([name, text]) => [name.toLowerCase(), text]))
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

/** What a body says as JSON; undefined where it is none, or is more than is read. */
function jsonOf(text: string, { truncated }: EgressResponse): Json | undefined {
  if (truncated) return undefined
  const parsed = parseBoundedJson(text)
  return parsed.ok ? parsed.value : undefined
}

/** Whether a body holds a text. Compares bytes as characters, since a body need not be UTF-8. */
function holds(body: Buffer, text: string): boolean {
  return createSearch(Buffer.from(text).toString('latin1'))(body.toString('latin1')) !== -1
}

/** Whether an answer says that it is JSON and is not. A script that tests the answer judges by itself. */
function isBrokenJson(spec: HttpSpec, answer: EgressResponse): boolean {
  if (spec.test !== undefined || answer.body.length === 0 || answer.truncated) return false
  if (!jsonType.test(answer.headers['content-type'] ?? '')) return false
  const parsed = parseBoundedJson(answer.body.toString('utf8'))
  return !parsed.ok && parsed.failure.isJson === false
}

/** A header name as Go programs write it, and scripts made for them: `Content-Type` for `content-type`. */
function asGoWrites(name: string): string {
  return name.replaceAll(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase())
}

/** What scripts see of an answer. */
function answerData(
  answer: EgressResponse,
  { elapsed, now, redact }: { elapsed: number; now: Date; redact: (text: string) => string },
): CheckData {
  const expiry = answer.certificate?.validTo
  const content = redact(answer.body.toString('utf8'))
  return {
    values: {
      headers: Object.fromEntries(
        Object.entries(answer.headers).flatMap(([name, value]) => {
          const text = redact(value)
          return [
            [name, text],
            [asGoWrites(name), text],
          ]
        }),
      ),
      content,
      json: jsonOf(content, answer) ?? null,
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

/** What is wrong with the value that the body should have. */
async function jsonComplaint(
  { responseJSONContent: expected }: HttpSpec,
  answer: EgressResponse,
  context: CheckContext,
): Promise<string | undefined> {
  if (expected === undefined) return undefined
  const { path, value } = expected
  if (answer.truncated) return `the body has more than ${MAX_BODY_BYTES} bytes, so ${path} cannot be read`
  const document = parseBoundedJson(context.withoutLent(answer.body.toString('utf8')))
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

/** Whether a body has a text; one that a server sends back of a secret that was lent does not count. */
function contains({ body }: EgressResponse, wanted: string, context: CheckContext): boolean {
  return holds(body, wanted) && createSearch(wanted)(context.withoutLent(body.toString('utf8'))) !== -1
}

/** Everything the answer does wrong; the first one is what a list shows. */
function complaints(
  spec: HttpSpec,
  answer: EgressResponse,
  elapsed: number,
  context: CheckContext,
): string[] {
  const now = context.now()
  const found: string[] = []
  if (!isAccepted(answer.status, spec.responseCodes))
    found.push(`status ${answer.status}, expected ${acceptedText(spec.responseCodes)}`)
  if (spec.responseContent !== undefined && !contains(answer, spec.responseContent, context))
    found.push(
      `"${spec.responseContent}" is not in ${answer.truncated ? 'the first MiB of ' : ''}the body (${answer.body.length} bytes read)`,
    )
  if (isBrokenJson(spec, answer)) found.push('the body is not the JSON that its content type promises')
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

/** The address that is requested, and what of it may stand in no output. */
function addressOf(
  written: string,
  variables: Readonly<Record<string, string>>,
): Result<{ text: string; parts: readonly string[] }, string> {
  const sole = soleIn(written)
  if (sole === undefined) {
    const filled = fillPlaceholders(written, variables)
    return filled.ok ? filled : fail(`there is no variable for ${filled.failure.join(', ')}`)
  }
  const text = (Object.hasOwn(variables, sole) ? (variables[sole] ?? '') : '').trim()
  const url = httpAddress.safeParse(text)
  return url.success
    ? succeed({ text, parts: [text, URL.parse(text)?.href ?? text] })
    : fail(`the variable "${sole}" is not an http or https address without user and password`)
}

export const run: RunCheck<HttpSpec> = async (spec, context) => {
  if (spec.url === undefined || spec.awsSigV4?.connection !== undefined) return unknown(UNRESOLVED)
  const address = addressOf(spec.url, Object.fromEntries(namedTexts(spec.env)))
  if (!address.ok) return unknown(`url: ${address.failure}`)
  const { text: url, parts } = address.value
  const started = performance.now()
  const method = spec.method ?? 'GET'
  const filled = await bodyOf(spec, context)
  if (!filled.ok) return unknown(`the body cannot be made: ${filled.failure}`)
  const body = filled.value
  const token = spec.oauth2 === undefined ? undefined : await tokenFor(spec, context)
  if (token?.ok === false) return { durationMilliseconds: performance.now() - started, ...token.failure }
  const secrets = [...parts, ...(token === undefined ? [] : [token.value])]
  const proof = proofOf(spec, { method, body: body ?? '', now: context.now() })
  const asked = performance.now()
  const answer = await context.egress.request({
    url,
    method,
    headers: {
      ...headersOf(body, context.userAgent),
      ...proof.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token.value}` }),
      ...(spec.awsSigV4 === undefined
        ? {}
        : await signatureHeaders(spec.awsSigV4, { method, url, body }, context)),
      ...ownHeaders(spec),
    },
    ...(body === undefined ? {} : { body }),
    signal: context.signal,
    // What was signed for one address means nothing at another.
    maxRedirects: spec.awsSigV4 === undefined ? (spec.maxRedirects ?? 10) : 0,
    refuseRedirect: redirectGuard(spec, parts),
    maxBodyBytes: MAX_BODY_BYTES,
    tls: tlsSettings(spec.tlsConfig),
    ...(proof.followUp === undefined ? {} : { followUp: proof.followUp }),
  })
  const elapsed = performance.now() - asked
  if (!answer.ok)
    return withoutSecrets(
      { ...requestFailureOutcome(answer.failure, context.now()), durationMilliseconds: elapsed },
      secrets,
    )
  if (answer.value.status === UNAUTHORIZED && token !== undefined) forgetToken(spec)
  const json = await jsonComplaint(spec, answer.value, context)
  const found = [...complaints(spec, answer.value, elapsed, context), ...(json === undefined ? [] : [json])]
  const problem = found.length > 0 ? proof.problem() : undefined
  const evidence = {
    durationMilliseconds: elapsed,
    details: answerDetails(answer.value, found.length > 0 ? context : undefined),
    data: () => answerData(answer.value, { elapsed, now: context.now(), redact: createRedactor(secrets) }),
  }
  return withoutSecrets(
    found.length > 0
      ? unhealthy([...found, ...(problem === undefined ? [] : [problem])].join('; '), evidence)
      : healthy({ ...evidence, message: `status ${answer.value.status}` }),
    secrets,
  )
}
