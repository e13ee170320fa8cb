import { createRedactor } from '@binnacle/egress'
import type { CheckContext } from '@binnacle/plugin-kit/checks'
import { decodePart, namedTexts, tlsSettings } from '@binnacle/plugin-kit/core'
import { type Proof, proofOf } from './authentication.ts'
import { signatureHeaders } from './sign.ts'
import type { HttpSpec } from './spec.ts'

/** Most bytes of a body that are read and searched. */
export const MAX_BODY_BYTES = 1_048_576

/**
 * Creates a check that stops secrets in the URL or in the body from following a redirect to another server.
 * @param parts secrets as they appear in the URL
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

function headersOf(body: string | undefined, userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: '*/*',
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
}

/** Headers of the spec, which override the check's own. */
function ownHeaders(spec: HttpSpec): Record<string, string> {
  return Object.fromEntries(namedTexts(spec.headers).map(([name, text]) => [name.toLowerCase(), text]))
}

interface SentRequest {
  url: string
  method: string
  body: string | undefined
}

interface Means {
  token: string | undefined
  /** Secrets as they appear in the URL. */
  parts: readonly string[]
}

type Ask = (sent: SentRequest, proof: Proof) => ReturnType<CheckContext['egress']['request']>

/** Creates the function that sends requests with all credentials to the server of the check. */
export function askerOf(spec: HttpSpec, { token, parts }: Means, context: CheckContext): Ask {
  return async ({ url, method, body }, proof) =>
    context.egress.request({
      url,
      method,
      headers: {
        ...headersOf(body, context.userAgent),
        ...proof.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(spec.awsSigV4 === undefined
          ? {}
          : await signatureHeaders(spec.awsSigV4, { method, url, body }, context)),
        ...ownHeaders(spec),
      },
      ...(body === undefined ? {} : { body }),
      signal: context.signal,
      // A signature is valid for one URL only.
      maxRedirects: spec.awsSigV4 === undefined ? (spec.maxRedirects ?? 10) : 0,
      refuseRedirect: redirectGuard(spec, parts),
      maxBodyBytes: MAX_BODY_BYTES,
      tls: tlsSettings(spec.tlsConfig),
      ...(proof.followUp === undefined ? {} : { followUp: proof.followUp }),
    })
}

/** Creates the function that requests the pages of a crawl. Pages of other servers get no credentials. */
export function pageAsker(
  spec: HttpSpec,
  { ask, parts }: Pick<Means, 'parts'> & { ask: Ask },
  context: CheckContext,
) {
  return async (url: string, isOwn: boolean) =>
    isOwn
      ? ask(
          { url, method: 'GET', body: undefined },
          proofOf(spec, { method: 'GET', body: '', now: context.now() }),
        )
      : context.egress.request({
          url,
          headers: headersOf(undefined, context.userAgent),
          signal: context.signal,
          maxRedirects: spec.maxRedirects ?? 10,
          refuseRedirect: redirectGuard(spec, parts),
          maxBodyBytes: MAX_BODY_BYTES,
        })
}
