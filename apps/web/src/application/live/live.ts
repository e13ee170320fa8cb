import * as z from 'zod/mini'

/** Messages of the server's stream. */
export type LiveMessage =
  | { kind: 'change'; topic: string; ids: readonly string[] | null }
  /** Messages may be lost, so treat everything as changed. */
  | { kind: 'resync' }
  /** The person may no longer follow one of the topics. */
  | { kind: 'refused' }
  | { kind: 'state'; online: boolean }

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), topic: z.string(), ids: z.nullable(z.array(z.string())) }),
  z.object({ kind: z.literal('resync') }),
  z.object({ kind: z.literal('refused') }),
  z.object({ kind: z.literal('state'), online: z.boolean() }),
])
const change = z.object({ topic: z.string(), ids: z.nullable(z.array(z.string())) })

const CHANNEL = 'binnacle.live'
const LOCK = 'binnacle.live'

/** Milliseconds before a stream that the server refused is requested again, for example during a restart. */
const RETRY_MILLISECONDS = 2_000

/** Reads the stream and passes on its messages. @returns closes the stream */
function readStream(topics: readonly string[], emit: (message: LiveMessage) => void): () => void {
  let stream: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let opened = false

  function open(): void {
    const current = new EventSource(`/api/live?topics=${topics.join(',')}`)
    stream = current
    current.addEventListener('ready', () => {
      emit({ kind: 'state', online: true })
      // The browser reconnects, but the server does not resend what happened in between.
      if (opened) emit({ kind: 'resync' })
      opened = true
    })
    current.addEventListener('change', (event: MessageEvent<string>) => {
      const parsed = change.safeParse(JSON.parse(event.data))
      if (parsed.success) emit({ kind: 'change', ...parsed.data })
    })
    // Roles or flags changed, and with them the allowed topics: reload both.
    current.addEventListener('refused', () => emit({ kind: 'refused' }))
    current.addEventListener('resync', () => emit({ kind: 'resync' }))
    current.addEventListener('error', () => {
      emit({ kind: 'state', online: false })
      // The browser does not reconnect after an answer that is not a stream.
      if (current.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MILLISECONDS)
    })
  }

  // A stream does not notice that the network is gone, but the browser does.
  function lose(): void {
    clearTimeout(retry)
    stream?.close()
    emit({ kind: 'state', online: false })
  }
  function regain(): void {
    lose()
    open()
  }

  open()
  addEventListener('offline', lose)
  addEventListener('online', regain)
  return () => {
    removeEventListener('offline', lose)
    removeEventListener('online', regain)
    clearTimeout(retry)
    stream?.close()
  }
}

/**
 * Follows the changes of the server. One tab reads the stream and forwards it to the others, because a browser opens
 * only six connections to a host over HTTP/1.1. When that tab closes, another one takes over.
 * @returns stops following in this tab
 */
export function followLive(topics: readonly string[], listener: (message: LiveMessage) => void): () => void {
  // Locks exist only in secure contexts. Without them, each tab reads its own stream.
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return readStream(topics, listener)
  const channel = new BroadcastChannel(CHANNEL)
  const ended = new AbortController()
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = message.safeParse(event.data)
    if (parsed.success) listener(parsed.data)
  })
  const lead = async () => {
    const stop = readStream(topics, (said) => {
      listener(said)
      channel.postMessage(said)
    })
    // The tab that takes over may have missed messages since the previous one closed.
    listener({ kind: 'resync' })
    channel.postMessage({ kind: 'resync' } satisfies LiveMessage)
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve))
    stop()
  }
  navigator.locks
    .request(LOCK, { signal: ended.signal }, lead)
    // Stopping before the lock is granted rejects the request, which is no failure.
    .catch(() => undefined)
  return () => {
    ended.abort()
    channel.close()
  }
}
