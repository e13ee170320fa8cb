import type { EgressResponse } from '@binnacle/egress'
import { credentialsOf, healthy, type RunCheck, tlsSettings, unhealthy } from '@binnacle/plugin-kit'
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
  }
  return found.length > 0
    ? unhealthy(found.join('; '), evidence)
    : healthy({ ...evidence, message: `status ${answer.value.status}` })
}
