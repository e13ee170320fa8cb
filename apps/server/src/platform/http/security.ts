import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { RequestError } from '../errors.ts'

/** Allows only our own files, and style elements with the nonce of the page. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Menus and columns get their positions from style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** A service worker has the policy of the worker's file: this one may ask this server, and show our pictures. */
export const serviceWorkerPolicy =
  "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Creates a value that is valid for one page only. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

const none = ["'none'"]

/** Sets the security headers. Answers that are not pages set no policy themselves and get the strictest one. */
export function securityHeaders(secure: boolean): MiddlewareHandler {
  return secureHeaders({
    // A page has already set its policy.
    overwrite: false,
    // `default-src` does not cover the last three.
    contentSecurityPolicy: { defaultSrc: none, frameAncestors: none, baseUri: none, formAction: none },
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    referrerPolicy: 'same-origin',
    strictTransportSecurity: secure ? 'max-age=31536000' : false,
    xFrameOptions: 'DENY',
    // Only old browsers read these headers.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether the page of another site made a browser send a request that changes something. Clients that are not
 * browsers send neither header and pass.
 * @param publicOrigin origin under which users reach the product
 */
export function isForeignChange(
  { req }: { req: { method: string; header(name: string): string | undefined } },
  publicOrigin: string,
): boolean {
  if (readingMethods.has(req.method)) return false
  const site = req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const origin = req.header('origin')
  return origin !== undefined && origin !== publicOrigin && URL.parse(origin)?.host !== req.header('host')
}

/**
 * Refuses changes that the page of another site makes a signed-in browser send.
 * @param publicOrigin origin under which users reach the product
 */
export function sameOriginOnly(publicOrigin: string): MiddlewareHandler {
  return async (context, next) => {
    if (isForeignChange(context, publicOrigin))
      throw new RequestError('EFORBIDDEN', 'This request came from another site')
    await next()
  }
}

/** Whether a host means this machine. IPv6 addresses may be in brackets. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.[\d.]+$/.test(name)
}

/** The host of a Host header without its port. @returns undefined if the header is missing or invalid */
function hostnameOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : URL.parse(`http://${header}`)?.hostname
}

/**
 * Whether a request names this server by a name that its operator configured. A page in a browser on this machine can
 * resolve its own name to 127.0.0.1 and then read answers (DNS rebinding), but its requests carry that name.
 * @param host the Host header
 */
export function asksForThisServer(
  host: string | undefined,
  configuration: { host: string; publicUrl: string },
): boolean {
  const name = hostnameOf(host)
  if (name === undefined) return false
  const own = isIP(configuration.host) === 6 ? `[${configuration.host}]` : configuration.host
  return isLoopback(name) || name === hostnameOf(own) || name === URL.parse(configuration.publicUrl)?.hostname
}

/** Whether a request comes directly from this machine, not through a proxy on it. */
export function comesFromThisMachine(context: {
  req: { header(name: string): string | undefined }
  env: HttpBindings
}): boolean {
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip'].some(
    (name) => context.req.header(name) !== undefined,
  )
  const address = context.env.incoming.socket.remoteAddress ?? ''
  return !forwarded && isLoopback(address.replace('::ffff:', ''))
}
