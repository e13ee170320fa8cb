import { trimEndOf } from '@binnacle/contract/text'
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import { Socket } from 'node:net'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { EgressFailure } from '@binnacle/egress'
import {
  type Json,
  LONGEST_PARSED_HERE,
  parseBoundedJson,
  parseJson,
  type RunContext,
} from '@binnacle/plugin-kit/core'
import type { ClusterAccess } from '@binnacle/plugin-kit/kubeconfig'
import { retryAfter } from '@binnacle/plugin-kit/http'
import { textAt } from '@binnacle/health-rules/document'
import type { ReadAccess } from './access.ts'

// @kubernetes/client-node is not used: it opens connections by itself (undici, ws), past the checks of egress, reads
// kubeconfigs with programs and files of the machine, and its informer holds all objects in memory.

/** Most bytes of an answer. A page of a list is far below; a single object has at most 1.5 MiB in etcd. */
const LARGEST_ANSWER = 33_554_432
/** A server that is silent for so long does not answer, in milliseconds. */
const LONGEST_SILENCE = 60_000
const MOST_REPEATS = 4
/** Milliseconds before the first repeat where the server does not say how long; twice as long each time. */
const USUAL_WAIT = 500
const LONGEST_WAIT = 120_000
const LONGEST_REASON = 300

const TOO_MANY = 429
const FIRST_SERVER_FAULT = 500

/** Why the API gave no answer that can be used. */
export interface ApiFailure {
  message: string
  /** Status of the answer; undefined if there was none. */
  status?: number
  /** The reason in a word, as the API says it, such as `Expired`. */
  reason?: string
  /** Why there is no connection, in the word of egress. */
  code?: EgressFailure['code']
  /** Whether the answer has more values than are read at once. */
  isTooLarge?: boolean
}

/** The API of a cluster. */
export interface Api {
  /** Reads an object or a page of a list. Repeats where the server asks for it or fails. */
  get(path: string, accept?: string): Promise<Result<Json, ApiFailure>>
  /** Opens an answer that is read while it comes, such as a watch. @param silence milliseconds that it may be silent */
  open(path: string, silence: number): Promise<Result<IncomingMessage, ApiFailure>>
  /** The access of the next request. */
  access: ReadAccess
  /** Opens a connection to the API that the caller closes. */
  connect(access: ClusterAccess): Promise<Result<Socket, string>>
  /** Closes its connections. */
  close(): void
}

/** An error with the words of egress. */
class ConnectError extends Error {
  override name = 'ConnectError'
  readonly code: EgressFailure['code'] | undefined

  constructor({ message, code }: Pick<ApiFailure, 'message' | 'code'>) {
    super(message)
    this.code = code
  }
}

function hostOf({ server }: ClusterAccess): { url: URL; host: string; port: number } {
  const url = new URL(server)
  const usual = url.protocol === 'https:' ? 443 : 80
  return { url, host: url.hostname, port: url.port === '' ? usual : Number(url.port) }
}

async function readAll(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > LARGEST_ANSWER) {
      message.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What a bad answer says: the message of its Status, or the begin of its text. */
function reasonOf(body: Buffer): { message: string; reason?: string } {
  const text = body.subarray(0, LONGEST_PARSED_HERE).toString('utf8')
  const parsed = parseBoundedJson(text)
  const message = (parsed.ok ? textAt(parsed.value, 'message') : undefined) ?? text
  const reason = parsed.ok ? textAt(parsed.value, 'reason') : undefined
  const short = message.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON)
  return { message: short, ...(reason === undefined ? {} : { reason }) }
}

/** Makes a client of the API of a cluster, for one run. @param most requests at once */
export function createApi(access: ReadAccess, most: number, context: RunContext): Api {
  const { egress, signal, userAgent } = context

  async function dial(chosen: ClusterAccess): Promise<Result<Socket, EgressFailure>> {
    const { url, host, port } = hostOf(chosen)
    const connected = await egress.connect({
      host,
      port,
      signal,
      ...(url.protocol === 'https:' ? { tls: chosen.tls } : {}),
    })
    return connected.ok ? succeed(connected.value.socket) : connected
  }

  /** Every connection goes through egress, and is used again while the server keeps it. */
  function agentOf(maxSockets: number): Agent {
    const agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: 8 })
    agent.createConnection = (_options, done) => {
      void (async () => {
        const chosen = await access()
        const connected = chosen.ok ? await dial(chosen.value) : fail({ message: chosen.failure })
        if (connected.ok) done?.(null, connected.value)
        else done?.(new ConnectError(connected.failure), new Socket())
      })()
      return undefined
    }
    return agent
  }
  const agent = agentOf(most)
  // A watch keeps its connection, so it must not take one of those that lists wait for.
  const openAgent = agentOf(Number.POSITIVE_INFINITY)

  async function send(
    path: string,
    { through, silence, accept }: { through: Agent; silence: number; accept: string },
  ): Promise<Result<IncomingMessage, ApiFailure>> {
    const chosen = await access()
    if (!chosen.ok) return fail({ message: chosen.failure })
    const { url, host, port } = hostOf(chosen.value)
    const base = trimEndOf(url.pathname, '/')
    const { promise, resolve } = Promise.withResolvers<Result<IncomingMessage, ApiFailure>>()
    const failed = (error: Error) => {
      const isConnect = error instanceof ConnectError
      const words = signal.aborted ? 'stopped' : error.message
      const { message, code } = isConnect ? error : { message: `${url.host}: ${words}`, code: undefined }
      resolve(fail({ message, ...(code === undefined ? {} : { code }) }))
    }
    const request = sendRequest(
      {
        agent: through,
        method: 'GET',
        host,
        port,
        path: `${base}${path}`,
        headers: { host: url.host, 'user-agent': userAgent, accept, ...chosen.value.headers },
        setHost: false,
        signal,
      },
      (message) => resolve(succeed(message)),
    )
    request.on('error', failed)
    request.setTimeout(silence, () => request.destroy(new Error(`no answer in ${silence / 1_000} s`)))
    request.end()
    return promise
  }

  /** Reads the body of an answer. An answer that breaks off is a failure like no answer. */
  async function bodyOf(message: IncomingMessage, path: string): Promise<Result<Buffer, ApiFailure>> {
    try {
      const body = await readAll(message)
      return body === undefined
        ? fail({ message: `${path}: the answer has more than ${LARGEST_ANSWER} bytes`, isTooLarge: true })
        : succeed(body)
    } catch (error) {
      const words = signal.aborted ? 'stopped' : error instanceof Error ? error.message : String(error)
      return fail({ message: `${path}: the answer broke off: ${words}` })
    }
  }

  /** What a bad status means. */
  function refusal(path: string, status: number, body: Buffer): ApiFailure {
    const { message, reason } = reasonOf(body)
    const words = context.redact(
      `${path}: status ${status}, expected 200${message === '' ? '' : `: ${message}`}`,
    )
    return { message: words, status, ...(reason === undefined ? {} : { reason }) }
  }

  /** One attempt. `wait` is how long the server asks to wait, in milliseconds; undefined if another one is no use. */
  async function attempt(
    path: string,
    accept: string,
  ): Promise<{ answer: Result<Json, ApiFailure>; again?: { wait: number | undefined } }> {
    const sent = await send(path, { through: agent, silence: LONGEST_SILENCE, accept })
    if (!sent.ok) {
      // A server that keeps connections may close one while it is used again; a refused connection stays refused.
      const isPassing = /ECONNRESET|socket hang up|EPIPE/.test(sent.failure.message)
      return { answer: sent, ...(isPassing ? { again: { wait: undefined } } : {}) }
    }
    const { statusCode: status = 0, headers } = sent.value
    const body = await bodyOf(sent.value, path)
    if (!body.ok)
      return { answer: body, ...(body.failure.isTooLarge === true ? {} : { again: { wait: undefined } }) }
    if (status !== 200) {
      const answer = fail(refusal(path, status, body.value))
      const isPassing = status === TOO_MANY || status >= FIRST_SERVER_FAULT
      return {
        answer,
        ...(isPassing ? { again: { wait: retryAfter(headers['retry-after'], context.now()) } } : {}),
      }
    }
    const parsed = await parseJson(body.value.toString('utf8'), context)
    if (parsed.ok) return { answer: succeed(parsed.value) }
    const { isJson, message } = parsed.failure
    return { answer: fail({ message: `${path}: the answer ${message}`, isTooLarge: isJson === undefined }) }
  }

  return {
    access,
    async connect(chosen) {
      const connected = await dial(chosen)
      return connected.ok ? connected : fail(connected.failure.message)
    },
    async get(path, accept = 'application/json') {
      for (let repeats = 0; ; repeats += 1) {
        const { answer, again } = await attempt(path, accept)
        if (again === undefined || repeats === MOST_REPEATS || signal.aborted) return answer
        const wait = again.wait ?? USUAL_WAIT * 2 ** repeats
        if (wait > LONGEST_WAIT) return answer
        await context.wait(wait)
      }
    },
    async open(path, silence) {
      const sent = await send(path, { through: openAgent, silence, accept: 'application/json' })
      if (!sent.ok || sent.value.statusCode === 200) return sent
      const body = await bodyOf(sent.value, path)
      return fail(body.ok ? refusal(path, sent.value.statusCode ?? 0, body.value) : body.failure)
    },
    close() {
      agent.destroy()
      openAgent.destroy()
    },
  }
}
