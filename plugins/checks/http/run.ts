import type { EgressResponse } from '@binnacle/egress'
import {
  type CheckData,
  credentialsOf,
  healthy,
  type Json,
  type RunCheck,
  tlsSettings,
  unhealthy,
} from '@binnacle/plugin-kit'
import { answerDetails, basicAuthorization, daysLeft, requestFailureOutcome } from '@binnacle/plugin-kit/http'
import type { HttpSpec } from './spec.ts'

/** As much of a body as is read and searched. */
const MAX_BODY_BYTES = 1_048_576

function headersOf(spec: HttpSpec, userAgent: string): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: '*/*',
    ...basicAuthorization(credentialsOf(spec)),
  }
  if (spec.body !== undefined) headers['content-length'] = String(Buffer.byteLength(spec.body))
  for (const { name, value } of spec.headers ?? []) headers[name.toLowerCase()] = value
  return headers
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

/** What JSON.parse gives is JSON; its type just does not say so. */
function isJson(_value: unknown): _value is Json {
  return true
}

/** What a body says as JSON; undefined where it is none. */
function jsonOf(answer: EgressResponse): Json | undefined {
  if (answer.truncated) return undefined
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'))
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether an answer says that it is JSON and is not. A script that tests the answer judges by itself. */
function isBrokenJson(spec: HttpSpec, answer: EgressResponse): boolean {
  return (
    spec.test === undefined &&
    jsonType.test(answer.headers['content-type'] ?? '') &&
    answer.body.length > 0 &&
    !answer.truncated &&
    jsonOf(answer) === undefined
  )
}

/** What scripts see of an answer. */
function answerData(answer: EgressResponse, elapsed: number, now: Date): CheckData {
  const expiry = answer.certificate?.validTo
  return {
    values: {
      headers: answer.headers,
      content: answer.body.toString('utf8'),
      json: jsonOf(answer) ?? null,
    },
    durations: {
      elapsed,
      ...(expiry === undefined ? {} : { sslAge: new Date(expiry).getTime() - now.getTime() }),
    },
  }
}

/** Everything the answer does wrong; the first one is what a list shows. */
function complaints(spec: HttpSpec, answer: EgressResponse, elapsed: number, now: Date): string[] {
  const found: string[] = []
  if (!isAccepted(answer.status, spec.responseCodes))
    found.push(`status ${answer.status}, expected ${acceptedText(spec.responseCodes)}`)
  if (spec.responseContent !== undefined && !answer.body.includes(spec.responseContent))
    found.push(
      `"${spec.responseContent}" is not in ${answer.truncated ? 'the first MiB of ' : ''}the body (${answer.body.length} bytes read)`,
    )
  if (isBrokenJson(spec, answer)) found.push('the body is not the JSON that its content type promises')
  if (spec.thresholdMillis !== undefined && elapsed > spec.thresholdMillis)
    found.push(`took ${Math.round(elapsed)}ms, expected at most ${spec.thresholdMillis}ms`)
  if (spec.maxSSLExpiry !== undefined) {
    if (answer.certificate === undefined) found.push('no certificate, as the address is not https')
    else if (daysLeft(answer.certificate.validTo, now) < spec.maxSSLExpiry)
      found.push(
        `the certificate expires in ${daysLeft(answer.certificate.validTo, now)} days, expected at least ${spec.maxSSLExpiry}`,
      )
  }
  return found
}

export const run: RunCheck<HttpSpec> = async (spec, context) => {
  const started = performance.now()
  const answer = await context.egress.request({
    url: spec.url,
    method: spec.method ?? 'GET',
    headers: headersOf(spec, context.userAgent),
    ...(spec.body === undefined ? {} : { body: spec.body }),
    signal: context.signal,
    maxRedirects: spec.maxRedirects ?? 10,
    maxBodyBytes: MAX_BODY_BYTES,
    tls: tlsSettings(spec.tlsConfig),
  })
  const elapsed = performance.now() - started
  if (!answer.ok)
    return { ...requestFailureOutcome(answer.failure, context.now()), durationMilliseconds: elapsed }
  const found = complaints(spec, answer.value, elapsed, context.now())
  const evidence = {
    durationMilliseconds: elapsed,
    details: answerDetails(answer.value, found.length > 0),
    data: () => answerData(answer.value, elapsed, context.now()),
  }
  return found.length > 0
    ? unhealthy(found.join('; '), evidence)
    : healthy({ ...evidence, message: `status ${answer.value.status}` })
}
