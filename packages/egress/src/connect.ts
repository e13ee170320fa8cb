import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { type EgressFailure, failureFrom } from './failure.ts'
import type { ResolveName } from './names.ts'
import { type EgressPolicy, refusalOf } from './policy.ts'

/** TLS settings of a connection. Certificates and keys are PEM texts. */
export interface TlsSettings {
  /** Accept any certificate. */
  skipVerify?: boolean
  /** Server name to request and to verify, if it differs from the host. */
  serverName?: string
  ca?: string
  certificate?: string
  key?: string
  /** Milliseconds that the handshake may take. Default: only the signal ends it. */
  handshakeMilliseconds?: number
}

export interface ConnectOptions {
  host: string
  /** 1 to 65535 */
  port: number
  /** Ends the attempt. If its reason is a `TimeoutError`, the failure is a timeout. */
  signal: AbortSignal
  tls?: TlsSettings
}

/** Milliseconds that each phase took. */
export interface ConnectTimings {
  name: number
  connect: number
  tls?: number
}

export interface CertificateFacts {
  subject: string
  issuer: string
  validFrom: string
  validTo: string
  /** Common names of the certificate chain, the server's own first. */
  chain: readonly string[]
}

/** A failed connection attempt, with the facts known so far. */
export interface ConnectFailure extends EgressFailure {
  certificate?: CertificateFacts
  /** The allowed address that was tried. */
  address?: string
  timings?: Readonly<Partial<ConnectTimings>>
}

export interface Connection {
  socket: Socket
  /** The allowed address that egress connected to. */
  address: string
  timings: ConnectTimings
  certificate?: CertificateFacts
}

/** The failure of an operation that a signal aborted. */
export function abortFailure(signal: AbortSignal, target: string, phase: string): EgressFailure {
  const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  return timedOut
    ? { code: 'timeout', message: `${target}: timed out ${phase}` }
    : { code: 'aborted', message: `${target}: stopped ${phase}` }
}

function nameOf(fields: DetailedPeerCertificate['subject'] | undefined): string {
  const name = fields?.CN ?? fields?.O ?? ''
  return Array.isArray(name) ? name.join(', ') : name
}

/** Reads the certificate facts that results show. */
function certificateFacts(socket: TLSSocket): CertificateFacts | undefined {
  const leaf = socket.getPeerCertificate(true)
  if (leaf.valid_to === undefined) return undefined
  const chain: string[] = []
  let current: DetailedPeerCertificate | undefined = leaf
  // A self-signed certificate is its own issuer. Ten is longer than any chain in use.
  while (current !== undefined && chain.length < 10) {
    chain.push(nameOf(current.subject))
    const issuer: DetailedPeerCertificate | undefined = current.issuerCertificate
    current = issuer === current || issuer?.fingerprint256 === current.fingerprint256 ? undefined : issuer
  }
  return {
    subject: nameOf(leaf.subject),
    issuer: nameOf(leaf.issuer),
    validFrom: new Date(leaf.valid_from).toISOString(),
    validTo: new Date(leaf.valid_to).toISOString(),
    chain,
  }
}

/** Waits for an event of a socket. Rejects if the socket fails or closes, or the signal aborts. */
function until(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => {
    socket.destroy()
    reject(new Error('aborted'))
  }
  const onError = (error: Error) => reject(error)
  const onClose = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
  socket.once(event, resolve).once('error', onError).once('close', onClose)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return promise.finally(() => {
    signal.removeEventListener('abort', stop)
    socket.off(event, resolve).off('error', onError).off('close', onClose)
  })
}

/** Waits for a promise. @returns undefined if the signal aborts first */
async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  if (signal.aborted) return undefined
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  const stop = () => resolve(undefined)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}

function bracketless(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
}

/** Resolves a host once and returns the addresses that the policy allows. */
export async function allowedAddresses(
  host: string,
  policy: EgressPolicy,
  resolve: ResolveName,
  signal: AbortSignal,
): Promise<Result<readonly string[], EgressFailure>> {
  const name = bracketless(host)
  const found = isIP(name) > 0 ? succeed([name]) : await orAborted(resolve(name), signal)
  if (found === undefined) return fail(abortFailure(signal, host, 'while resolving the name'))
  if (!found.ok) return found
  const refusals = found.value.map((address) => refusalOf(address, policy))
  const allowed = found.value.filter((_, index) => refusals[index] === undefined)
  if (allowed.length > 0) return succeed(allowed)
  return fail({
    code: 'denied',
    message: refusals.find((refusal) => refusal !== undefined) ?? `${host} has no address`,
  })
}

async function secure(
  socket: Socket,
  options: ConnectOptions,
  tls: TlsSettings,
): Promise<{ socket: TLSSocket; failure?: EgressFailure }> {
  const host = bracketless(options.host)
  const serverName = tls.serverName ?? (isIP(host) > 0 ? '' : host)
  const secured = connectTls({
    socket,
    servername: serverName,
    host,
    // Verified below instead, so that the chain of a refused certificate can be shown.
    rejectUnauthorized: false,
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls.certificate === undefined ? {} : { cert: tls.certificate }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
  })
  await until(secured, 'secureConnect', options.signal)
  if (tls.skipVerify === true || secured.authorized) return { socket: secured }
  const reason = String(secured.authorizationError)
  return {
    socket: secured,
    failure: { code: 'certificate', message: `${options.host}: the certificate is not trusted: ${reason}` },
  }
}

/** A signal that aborts with another one, or when the handshake takes too long. */
function handshakeSignal(signal: AbortSignal, tls: TlsSettings | undefined) {
  const limit = tls?.handshakeMilliseconds
  if (limit === undefined) return { signal, start: () => {}, end: () => {} }
  const own = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: AbortSignal.any([signal, own.signal]),
    start() {
      timer = setTimeout(
        () => own.abort(Object.assign(new Error('too long'), { name: 'TimeoutError' })),
        limit,
      )
    },
    end: () => clearTimeout(timer),
  }
}

/**
 * Connects to a host: resolves it once, checks every address against the policy, and connects to an allowed one only.
 * The caller owns the socket and destroys it.
 */
export async function connect(
  options: ConnectOptions,
  policy: EgressPolicy,
  resolve: ResolveName,
): Promise<Result<Connection, ConnectFailure>> {
  const target = `${options.host}:${options.port}`
  const { signal } = options
  const started = performance.now()
  const addresses = await allowedAddresses(options.host, policy, resolve, signal)
  if (!addresses.ok) return addresses
  const named = performance.now()
  const candidates = addresses.value.map((address) => ({ address, family: isIP(address) }))
  const first = candidates[0]?.address ?? ''
  const socket = connectSocket({
    // With more than one address, Node races the address families (RFC 8305).
    host: candidates.length === 1 ? first : bracketless(options.host),
    port: options.port,
    lookup: (_host, lookupOptions, answer) =>
      lookupOptions.all === true ? answer(null, candidates) : answer(null, first, candidates[0]?.family ?? 4),
  })
  let phase = 'while connecting'
  const tls = options.tls
  const handshake = handshakeSignal(signal, tls)
  let timings: Partial<ConnectTimings> = {}
  const spent = () => {
    const now = performance.now()
    const { connect: connected } = timings
    return connected === undefined
      ? { name: named - started, connect: now - named }
      : { ...timings, tls: now - named - connected }
  }
  try {
    await until(socket, 'connect', signal)
    const connected = performance.now()
    const opened = { name: named - started, connect: connected - named }
    timings = opened
    const address = socket.remoteAddress ?? first
    if (tls === undefined) {
      socket.on('error', () => {})
      return succeed({ socket, address, timings: opened })
    }
    phase = 'during the TLS handshake'
    handshake.start()
    const secured = await secure(socket, { ...options, signal: handshake.signal }, tls)
    secured.socket.on('error', () => {})
    const certificate = certificateFacts(secured.socket)
    if (secured.failure !== undefined) {
      secured.socket.destroy()
      return fail({
        ...secured.failure,
        ...(certificate === undefined ? {} : { certificate }),
        address,
        timings: spent(),
      })
    }
    return succeed({
      socket: secured.socket,
      address,
      timings: { ...opened, tls: performance.now() - connected },
      ...(certificate === undefined ? {} : { certificate }),
    })
  } catch (error) {
    socket.on('error', () => {}).destroy()
    const failure = handshake.signal.aborted
      ? abortFailure(handshake.signal, target, phase)
      : failureFrom(error, target)
    return fail({ ...failure, address: socket.remoteAddress ?? first, timings: spent() })
  } finally {
    handshake.end()
  }
}
