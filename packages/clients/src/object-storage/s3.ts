import { isIP } from 'node:net'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressResponse } from '@binnacle/egress'
import { excerpt } from '@binnacle/plugin-kit/checks'
import { type CheckOutcome, unhealthy, type RunContext } from '@binnacle/plugin-kit/core'
import { answerDetails, requestFailureOutcome } from '@binnacle/plugin-kit/http'
import { z } from 'zod'
import type { Store } from './s3-fields.ts'

const MAX_ANSWER_BYTES = 16_777_216

/** Encodes a key as Amazon requires for signed requests (RFC 3986). */
function encodeKey(key: string): string {
  return key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
}

/** The URL of a bucket or of an object in it. */
export function objectUrl(store: Store, bucket: string, key = ''): URL {
  const url = new URL(store.endpoint)
  const base = url.pathname.replace(/\/$/, '')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLabel = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(bucket)
  // A bucket name that is not a valid host label could end the host name and lead to another host.
  const inPath = store.pathStyle || isIP(host) > 0 || !isLabel
  if (!inPath) url.hostname = `${bucket}.${url.hostname}`
  const parts = [...(inPath ? [bucket] : []), ...(key === '' ? [] : [key])]
  url.pathname = `${base}/${parts.map(encodeKey).join('/')}`
  return url
}

export interface StoreRequest {
  /** What the request does, for messages. */
  purpose: string
  method: 'GET' | 'PUT'
  url: URL
  body?: string
}

/** Parses a store's XML answer. All values stay texts. */
export async function readXml(text: string): Promise<unknown> {
  const { XMLParser } = await import('fast-xml-parser')
  return new XMLParser({
    ignoreAttributes: true,
    parseTagValue: false,
    isArray: (name) => name === 'Contents',
  }).parse(text)
}

const errorShape = z.object({ Error: z.object({ Code: z.string(), Message: z.string().optional() }) })

/** The reason of a store's refusal, in its words (Amazon S3's "Error responses"). */
async function refusal(answer: EgressResponse, context: RunContext): Promise<string> {
  const text = answer.body.subarray(0, 10_000).toString('utf8')
  try {
    const { Error: error } = errorShape.parse(await readXml(text))
    return `${error.Code}${error.Message === undefined ? '' : `: ${error.Message}`}`
  } catch {
    return excerpt(context, text.trim(), 200)
  }
}

/**
 * Sends one signed request (AWS Signature Version 4).
 * @returns the answer of a successful request, otherwise the outcome of the check
 */
export async function askStore(
  store: Store,
  { purpose, method, url, body }: StoreRequest,
  context: RunContext,
): Promise<Result<EgressResponse, CheckOutcome>> {
  const { AwsV4Signer } = await import('aws4fetch')
  const isAnonymous = store.accessKey === ''
  const signed = isAnonymous
    ? undefined
    : await new AwsV4Signer({
        method,
        url: url.href,
        accessKeyId: store.accessKey,
        secretAccessKey: store.secretKey,
        ...(store.sessionToken === undefined ? {} : { sessionToken: store.sessionToken }),
        service: 's3',
        region: store.region,
        datetime: context
          .now()
          .toISOString()
          .replaceAll(/[:-]|\.\d{3}/g, ''),
        ...(body === undefined ? {} : { body }),
      }).sign()
  const answered = await context.egress.request({
    url: (signed?.url ?? url).href,
    method,
    headers: {
      'user-agent': context.userAgent,
      ...Object.fromEntries(signed?.headers ?? []),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
    ...(body === undefined ? {} : { body }),
    signal: context.signal,
    // A signature is valid for one host only.
    maxRedirects: 0,
    maxBodyBytes: MAX_ANSWER_BYTES,
    tls: store.tls,
  })
  if (!answered.ok) {
    const outcome = requestFailureOutcome(answered.failure, context.now())
    return fail({ ...outcome, error: `${purpose}: ${outcome.error ?? ''}` })
  }
  const answer = answered.value
  if (answer.status >= 200 && answer.status <= 299) return succeed(answer)
  return fail(
    unhealthy(`${purpose}: status ${answer.status}, expected 200 to 299: ${await refusal(answer, context)}`, {
      details: answerDetails(answer, context),
    }),
  )
}
