import type { EgressResponse, RequestFailure, TlsSettings } from '@binnacle/egress'
import {
  type CheckOutcome,
  healthy,
  type Json,
  type RunCheck,
  secretText,
  unhealthy,
  unknown,
} from '@binnacle/plugin-kit'
import type { HttpSpec } from './spec.ts'

/** As much of a body as is read and searched. */
const MAX_BODY_BYTES = 1_048_576
/** As much of a failing answer's body as is kept as evidence. */
const MAX_EXCERPT = 2_000
const DAY = 86_400_000

/** Optional properties are left out, not set to undefined. */
function tlsSettings(spec: HttpSpec): TlsSettings {
  const { insecureSkipVerify, ca, cert, key } = spec.tlsConfig ?? {}
  const texts = { ca: secretText(ca), certificate: secretText(cert), key: secretText(key) }
  return {
    ...(insecureSkipVerify === undefined ? {} : { skipVerify: insecureSkipVerify }),
    ...(texts.ca === undefined ? {} : { ca: texts.ca }),
    ...(texts.certificate === undefined ? {} : { certificate: texts.certificate }),
    ...(texts.key === undefined ? {} : { key: texts.key }),
  }
}

function headersOf(spec: HttpSpec, userAgent: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: '*/*' }
  const username = secretText(spec.username)
  const password = secretText(spec.password)
  if (username !== undefined || password !== undefined)
    headers['authorization'] =
      `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`
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

/** Days until the certificate expires, rounded down. */
function daysLeft(validTo: string, now: Date): number {
  return Math.floor((new Date(validTo).getTime() - now.getTime()) / DAY)
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

function rounded(timings: EgressResponse['timings']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(timings).map(([phase, milliseconds]) => [phase, Math.round(milliseconds * 10) / 10]),
  )
}

function certificateDetails(certificate: EgressResponse['certificate']): Record<string, Json> {
  return certificate === undefined ? {} : { certificate: { ...certificate } }
}

function answerDetails(answer: EgressResponse, failed: boolean): Record<string, Json> {
  return {
    code: answer.status,
    address: answer.address,
    timings: rounded(answer.timings),
    bytes: answer.body.length,
    ...(answer.truncated ? { truncated: true } : {}),
    ...(answer.redirects.length > 0 ? { redirects: answer.redirects } : {}),
    ...certificateDetails(answer.certificate),
    ...(failed
      ? { headers: answer.headers, content: answer.body.subarray(0, MAX_EXCERPT).toString('utf8') }
      : {}),
  }
}

/** A certificate that is past its date says so in days, which is what someone has to act on. */
function failureOutcome(failure: RequestFailure, now: Date): CheckOutcome {
  const details = {
    reason: failure.code,
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
    tls: tlsSettings(spec),
  })
  const elapsed = performance.now() - started
  if (!answer.ok) return { ...failureOutcome(answer.failure, context.now()), durationMilliseconds: elapsed }
  const found = complaints(spec, answer.value, elapsed, context.now())
  const evidence = {
    durationMilliseconds: elapsed,
    details: answerDetails(answer.value, found.length > 0),
  }
  return found.length > 0
    ? unhealthy(found.join('; '), evidence)
    : healthy({ ...evidence, message: `status ${answer.value.status}` })
}
