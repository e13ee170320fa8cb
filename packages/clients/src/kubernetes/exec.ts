import { trimEndOf } from '@binnacle/contract/text'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { textAt } from '@binnacle/health-rules/document'
import { parseBoundedJson } from '@binnacle/plugin-kit/core'
import { type RawData, WebSocket } from 'ws'
import type { Api } from './client.ts'

/** Protocols of Kubernetes for commands over WebSockets, the newest first: one byte for the channel, then data. */
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io']
const STDOUT = 1
const STDERR = 2
const OUTCOME = 3

const LONGEST_REASON = 300
const HANDSHAKE = 30_000

/** A command in a container. */
export interface Command {
  namespace: string
  pod: string
  /** The first one of the pod if left out. */
  container?: string | undefined
  words: readonly string[]
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

function execPath({ namespace, pod, container, words }: Command): string {
  const query = new URLSearchParams({ stdout: 'true', stderr: 'true' })
  for (const word of words) query.append('command', word)
  if (container !== undefined) query.set('container', container)
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/exec?${query.toString()}`
}

const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON)

/** How a command ended, by the Status that Kubernetes sends at last. */
function outcomeOf(status: string, output: Buffer, errors: string): Result<Buffer, string> {
  const parsed = parseBoundedJson(status)
  if (parsed.ok && textAt(parsed.value, 'status') === 'Success') return succeed(output)
  if (errors !== '') return fail(shorten(errors))
  const message = parsed.ok ? textAt(parsed.value, 'message') : undefined
  return fail(message === undefined ? 'the connection broke before the command ended' : shorten(message))
}

/**
 * Runs a command in a container and reads what it prints.
 * @param most bytes; a command that prints more fails
 */
export async function execute(
  api: Api,
  command: Command,
  { most, signal, userAgent }: { most: number; signal: AbortSignal; userAgent: string },
): Promise<Result<Buffer, string>> {
  const access = await api.access()
  if (!access.ok) return access
  const connected = await api.connect(access.value)
  if (!connected.ok) return connected
  const socket = connected.value
  const url = new URL(access.value.server)
  const path = `${trimEndOf(url.pathname, '/')}${execPath(command)}`
  const { promise, resolve } = Promise.withResolvers<Result<Buffer, string>>()
  // The socket speaks TLS already where the API does.
  const client = new WebSocket(`ws://${url.host}${path}`, PROTOCOLS, {
    createConnection: () => socket,
    headers: { ...access.value.headers, host: url.host, 'user-agent': userAgent },
    maxPayload: most,
    handshakeTimeout: HANDSHAKE,
  })
  const stop = () => {
    resolve(fail('stopped'))
    client.terminate()
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()

  const output: Buffer[] = []
  let size = 0
  let errors = ''
  let status = ''
  client.on('message', (data: RawData) => {
    const bytes = bytesOf(data)
    const rest = bytes.subarray(1)
    if (bytes[0] === STDOUT) {
      output.push(rest)
      size += rest.length
      if (size <= most) return
      resolve(fail(`it has more than ${most} bytes`))
      client.terminate()
    } else if (bytes[0] === STDERR && errors.length < LONGEST_REASON) errors += rest.toString('utf8')
    else if (bytes[0] === OUTCOME) status += rest.toString('utf8')
  })
  client.on('unexpected-response', (_request, response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('close', () => {
      const parsed = parseBoundedJson(Buffer.concat(chunks).toString('utf8'))
      const message = parsed.ok ? (textAt(parsed.value, 'message') ?? '') : ''
      resolve(fail(shorten(`status ${response.statusCode ?? 0}, expected 101: ${message}`)))
      client.terminate()
    })
  })
  client.on('error', (error) => resolve(fail(shorten(error.message))))
  client.on('close', () => resolve(outcomeOf(status, Buffer.concat(output), errors)))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
    client.terminate()
    socket.destroy()
  }
}
