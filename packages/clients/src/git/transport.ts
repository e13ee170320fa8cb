import { trimEndOf } from '@binnacle/contract/text'
import { randomBytes } from 'node:crypto'
import { createServer as createWebServer, type IncomingHttpHeaders, request as requestOver } from 'node:http'
import { createServer as createPlainServer, type Server, type Socket } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import type { TlsSettings } from '@binnacle/egress'
import type { Credentials, RunContext } from '@binnacle/plugin-kit/core'
import { basicAuthorization } from '@binnacle/plugin-kit/http'
import { signInOverSsh } from '../ssh/sign-in.ts'
import { type GitAddress, showGitAddress } from './address.ts'
import { REPOSITORY, TOKEN_HEADER } from './shell.ts'

// Git runs inside the containment of the script and has no secret. A server of this run adds the account and connects
// through egress, so a script cannot print the password, push with it, or wait for git to show it. The environment of
// git would show it to the script, which has the same user; a git client in JavaScript would unpack packs of a hostile
// server in the product's own process.

/** The services that a git client may request: to read, and to write. */
export type GitService = 'git-upload-pack' | 'git-receive-pack'

/** The server of a repository, and the credentials for it. */
export interface GitTarget {
  address: GitAddress
  credentials: Credentials
  tls: TlsSettings
  /** In OpenSSH's form. For SSH only. */
  privateKey: string | undefined
  /** Fingerprint that the SSH server must have. */
  hostKey: string | undefined
  services: readonly GitService[]
}

/** A local server that forwards git to one repository. Git needs no secret for it. */
export interface GitTransport {
  /** URL of the repository. It works only with the token of the environment. */
  url: string
  /** Variables for `PLAIN_GIT`, with a token that only the user of the run can read. */
  environment: Readonly<Record<string, string>>
  /** Why git could not reach the repository. Undefined if it could. */
  failure: () => { message: string; isDenied: boolean } | undefined
  close: () => Promise<void>
}

/** Bytes. A check that transfers more is stopped. */
const MOST_BYTES = 268_435_456
/** Headers that git servers need. */
const passedHeaders = [
  'accept',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'content-type',
  'git-protocol',
  'user-agent',
]
const LONGEST_REQUEST_LINE = 1_024
/** Path of the repository behind a transport. */
const PATH = REPOSITORY.replace(/^.*:/, '/')

/** All open connections, so that they can be closed together. */
class Lines {
  readonly #open = new Set<Duplex>()
  failure: { message: string; isDenied: boolean } | undefined
  #bytes = 0

  keep(stream: Duplex): void {
    this.#open.add(stream)
    stream.on('error', () => {})
    stream.on('close', () => this.#open.delete(stream))
  }

  fail(message: string, isDenied = false): void {
    this.failure ??= { message, isDenied }
  }

  /** Counts the bytes of a server and closes the connection above the limit. */
  count(stream: Readable): void {
    stream.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length
      if (this.#bytes <= MOST_BYTES) return
      this.fail(`the server sent more than ${MOST_BYTES / 1_048_576} MiB`)
      stream.destroy()
    })
  }

  close(): void {
    for (const stream of this.#open) stream.destroy()
  }
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const place = server.address()
  return typeof place === 'object' && place !== null ? place.port : 0
}

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** Parses the path and query of a git client's request. @returns undefined for any other request */
function askedFor(
  method: string | undefined,
  path: string,
  services: readonly GitService[],
): string | undefined {
  const requested = services.find((service) =>
    method === 'GET' ? path === `/info/refs?service=${service}` : method === 'POST' && path === `/${service}`,
  )
  return requested === undefined ? undefined : path
}

/** Creates a web server that forwards git's requests and adds the credentials. */
function openWebTransport(
  url: URL,
  target: GitTarget,
  context: RunContext,
  lines: Lines,
  token: string,
): Server {
  const { credentials, services, tls } = target
  // Git servers check the password. With a token they accept any user name, but not an empty one.
  const proof =
    credentials.password === undefined ? {} : basicAuthorization({ username: 'git', ...credentials })
  const isSecure = url.protocol === 'https:'
  const base = trimEndOf(url.pathname, '/')
  return createWebServer((incoming, outgoing) => {
    const refuse = (status: number) => void outgoing.writeHead(status, { connection: 'close' }).end()
    const isOwn = incoming.headers[TOKEN_HEADER.toLowerCase()] === token
    const path = isOwn && incoming.url?.startsWith(`${PATH}/`) === true ? incoming.url.slice(PATH.length) : ''
    const requested = askedFor(incoming.method, path, services)
    if (requested === undefined) return refuse(403)
    void (async () => {
      const connection = await context.egress.connect({
        host: url.hostname,
        port: Number(url.port) || (isSecure ? 443 : 80),
        signal: context.signal,
        ...(isSecure ? { tls } : {}),
      })
      if (!connection.ok) {
        lines.fail(connection.failure.message, connection.failure.code === 'denied')
        return refuse(502)
      }
      const { socket } = connection.value
      lines.keep(socket)
      const upstream = requestOver({
        createConnection: () => socket,
        method: incoming.method,
        path: base + requested,
        headers: { ...pickHeaders(incoming.headers), host: url.host, connection: 'close', ...proof },
      })
      upstream.on('error', () => {
        lines.fail(`${url.host} closed the connection`)
        if (outgoing.headersSent) outgoing.destroy()
        else refuse(502)
      })
      upstream.on('response', (answer) => {
        const { statusCode: status = 502, headers } = answer
        if (status !== 200) {
          const to = typeof headers.location === 'string' ? `, which leads to ${headers.location}` : ''
          lines.fail(`${url.host} answered with status ${status}${to}`)
          answer.resume()
          // At 401 git would ask for a password, and it would follow redirects.
          return refuse(403)
        }
        lines.count(answer)
        answer.on('error', () => outgoing.destroy())
        const type = headers['content-type'] ?? 'application/octet-stream'
        const encoding = headers['content-encoding']
        outgoing.writeHead(200, {
          'content-type': type,
          'cache-control': 'no-cache',
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        })
        answer.pipe(outgoing)
        return undefined
      })
      incoming.pipe(upstream)
      return undefined
    })()
    return undefined
  })
}

/**
 * Parses service and path from the first line of git's own protocol: four digits with its length, then `service
 * path\0…`.
 */
function readGreeting(bytes: Buffer): { service: string; path: string; rest: Buffer } | 'more' | 'wrong' {
  if (bytes.length < 4) return 'more'
  const length = Number.parseInt(bytes.toString('latin1', 0, 4), 16)
  if (!(length > 4 && length <= LONGEST_REQUEST_LINE)) return 'wrong'
  if (bytes.length < length) return 'more'
  const [words = ''] = bytes.toString('latin1', 4, length).split('\0')
  const [service = '', path = ''] = words.trim().split(' ')
  return { service, path, rest: bytes.subarray(length) }
}

/** Creates a server for git's own protocol that forwards requests over SSH. */
function openSshTransport(
  address: Extract<GitAddress, { kind: 'ssh' }>,
  target: GitTarget,
  context: RunContext,
  lines: Lines,
  token: string,
): Server {
  const { credentials, privateKey, hostKey, services } = target
  const { host, port, path } = address

  async function passOn(inner: Socket, service: GitService, rest: Buffer): Promise<void> {
    const connection = await context.egress.connect({ host, port, signal: context.signal })
    if (!connection.ok) {
      lines.fail(connection.failure.message, connection.failure.code === 'denied')
      inner.destroy()
      return
    }
    lines.keep(connection.value.socket)
    const { client } = await signInOverSsh(connection.value.socket, {
      username: credentials.username ?? address.username ?? 'git',
      password: credentials.password,
      privateKey,
      hostKey,
    })
    client.exec(`${service} '${path.replaceAll("'", String.raw`'\''`)}'`, (error, channel) => {
      if (error !== undefined) {
        lines.fail(`${host} refused to start ${service}: ${error.message}`)
        inner.destroy()
        return
      }
      lines.count(channel)
      channel.stderr.on('data', (chunk: Buffer) => {
        const line = chunk.toString('utf8').trim().split('\n')[0] ?? ''
        if (line !== '') lines.fail(`${host} said: ${line.slice(0, 500)}`)
      })
      channel.write(rest)
      inner.pipe(channel).pipe(inner)
      inner.on('close', () => client.end())
    })
  }

  return createPlainServer((inner) => {
    lines.keep(inner)
    let bytes = Buffer.alloc(0)
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const greeting = readGreeting(bytes)
      if (greeting === 'more') return
      inner.off('data', take)
      inner.pause()
      const service =
        greeting === 'wrong' || greeting.path !== `/${token}${PATH}`
          ? undefined
          : services.find((one) => one === greeting.service)
      if (service === undefined || greeting === 'wrong') {
        inner.destroy()
        return
      }
      passOn(inner, service, greeting.rest).catch((error: unknown) => {
        lines.fail(`${host}: ${error instanceof Error ? error.message : String(error)}`)
        inner.destroy()
      })
    }
    inner.on('data', take)
  })
}

/**
 * Opens a transport to a repository. It adds the credentials, so neither git nor a script in the same run ever has them,
 * and it connects through egress. Close the transport when git is done.
 */
export async function openGitTransport(target: GitTarget, context: RunContext): Promise<GitTransport> {
  const { address } = target
  const lines = new Lines()
  const token = randomBytes(16).toString('hex')
  const server =
    address.kind === 'web'
      ? openWebTransport(address.url, target, context, lines, token)
      : openSshTransport(address, target, context, lines, token)
  const port = await listen(server)
  server.on('connection', (socket) => lines.keep(socket))
  // Git's own protocol has no headers. It is spoken by the process that has the settings, so no argument has its URL.
  const base = address.kind === 'web' ? `http://127.0.0.1:${port}/` : `git://127.0.0.1:${port}/${token}/`
  return {
    url: base + PATH.slice(1),
    environment: { BINNACLE_GIT_TRANSPORT: base, BINNACLE_GIT_TOKEN: token },
    failure: () => lines.failure,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      lines.close()
      await closed
    },
  }
}

/** Replaces the transport's URL in git's output by the repository's address. */
export function withoutTransport(text: string, transport: GitTransport, address: GitAddress): string {
  return text
    .replaceAll(transport.url, showGitAddress(address))
    .replaceAll(REPOSITORY, showGitAddress(address))
}
