import * as z from 'zod/mini'

/** What the stream of the server says. */
export type LiveMessage =
  | { kind: 'change'; topic: string; ids: readonly string[] | null }
  /** Something may have been missed: everything counts as changed. */
  | { kind: 'resync' }
  /** The reader may not hear of one of the topics any more. */
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

/** Milliseconds until a stream that the server refused is asked for again, for example while it restarts. */
const RETRY_MILLISECONDS = 2_000

/** Reads the stream itself and hands on what it says. @returns ends it */
function readStream(topics: readonly string[], emit: (message: LiveMessage) => void): () => void {
  let stream: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let opened = false

  function open(): void {
    const current = new EventSource(`/api/live?topics=${topics.join(',')}`)
    stream = current
    current.addEventListener('ready', () => {
      emit({ kind: 'state', online: true })
      // The browser reconnects by itself, but changes in between are not sent again.
      if (opened) emit({ kind: 'resync' })
      opened = true
    })
    current.addEventListener('change', (event: MessageEvent<string>) => {
      const parsed = change.safeParse(JSON.parse(event.data))
      if (parsed.success) emit({ kind: 'change', ...parsed.data })
    })
    // Roles or flags have changed, and with them what may be heard of: both are loaded again.
    current.addEventListener('refused', () => emit({ kind: 'refused' }))
    current.addEventListener('resync', () => emit({ kind: 'resync' }))
    current.addEventListener('error', () => {
      emit({ kind: 'state', online: false })
      // After an answer that is no stream the browser does not try again by itself.
      if (current.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MILLISECONDS)
    })
  }

  // A stream over a network that is gone looks as if nothing happened; the browser knows better.
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
 * Follows the changes of the server. One tab of a browser reads the stream and tells the others, as a browser opens
 * only six connections to a host over HTTP/1.1; when that tab goes, another takes its place.
 * @returns ends it for this tab
 */
export function followLive(topics: readonly string[], listener: (message: LiveMessage) => void): () => void {
  // Locks exist in secure contexts only: elsewhere each tab reads for itself.
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
    // A tab that takes over may have missed what happened since the last one went.
    listener({ kind: 'resync' })
    channel.postMessage({ kind: 'resync' } satisfies LiveMessage)
    await new Promise((resolve) => ended.signal.addEventListener('abort', resolve))
    stop()
  }
  navigator.locks
    .request(LOCK, { signal: ended.signal }, lead)
    // Ending before the lock came is no failure.
    .catch(() => undefined)
  return () => {
    ended.abort()
    channel.close()
  }
}
