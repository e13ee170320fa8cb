import type { EgressResponse } from '@binnacle/egress'
import { healthy, type RunCheck, tlsSettings, unhealthy, unknown, UNRESOLVED } from '@binnacle/plugin-kit'
import { answerDetails, daysLeft, requestFailureOutcome } from '@binnacle/plugin-kit/http'
import { withoutSecrets } from '@binnacle/plugin-kit/talk'
import { proofOf } from './authentication.ts'
import { forgetToken, tokenFor } from './oauth2.ts'
import { signatureHeaders } from './sign.ts'
import type { HttpSpec } from './spec.ts'

const UNAUTHORIZED = 401

/** As much of a body as is read and searched. */
const MAX_BODY_BYTES = 1_048_576

function headersOf(spec: HttpSpec, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: '*/*',
    ...(spec.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(spec.body)) }),
  }
}

/** What the spec says itself stands above what we would send. */
function ownHeaders(spec: HttpSpec): Record<string, string> {
  return Object.fromEntries((spec.headers ?? []).map(({ name, value }) => [name.toLowerCase(), value]))
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

/** Whether a body is not what its type says. What was cut off cannot be judged. */
function isBrokenJson({ headers, body, truncated }: EgressResponse): boolean {
  if (
    truncated ||
    body.length === 0 ||
    !/^application\/(?:[^;]+\+)?json\b/i.test(headers['content-type'] ?? '')
  )
    return false
  try {
    JSON.parse(body.toString('utf8'))
    return false
  } catch {
    return true
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
  if (isBrokenJson(answer)) found.push('the body is not JSON, as its type says')
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
  const { url } = spec
  if (url === undefined || spec.awsSigV4?.connection !== undefined) return unknown(UNRESOLVED)
  const started = performance.now()
  const method = spec.method ?? 'GET'
  const token = spec.oauth2 === undefined ? undefined : await tokenFor(spec, context)
  if (token?.ok === false) return { durationMilliseconds: performance.now() - started, ...token.failure }
  const secrets = token === undefined ? [] : [token.value]
  const proof = proofOf(spec, { method, body: spec.body ?? '', now: context.now() })
  const asked = performance.now()
  const answer = await context.egress.request({
    url,
    method,
    headers: {
      ...headersOf(spec, context.userAgent),
      ...proof.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token.value}` }),
      ...(spec.awsSigV4 === undefined
        ? {}
        : await signatureHeaders(spec.awsSigV4, { method, url, body: spec.body }, context)),
      ...ownHeaders(spec),
    },
    ...(spec.body === undefined ? {} : { body: spec.body }),
    signal: context.signal,
    maxRedirects: spec.maxRedirects ?? 10,
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
  const found = complaints(spec, answer.value, elapsed, context.now())
  const problem = found.length > 0 ? proof.problem() : undefined
  const evidence = {
    durationMilliseconds: elapsed,
    details: answerDetails(answer.value, found.length > 0),
  }
  return withoutSecrets(
    found.length > 0
      ? unhealthy([...found, ...(problem === undefined ? [] : [problem])].join('; '), evidence)
      : healthy({ ...evidence, message: `status ${answer.value.status}` }),
    secrets,
  )
}
