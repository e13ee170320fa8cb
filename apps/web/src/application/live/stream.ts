import * as z from 'zod/mini'
import type { LiveMessage } from './message.ts'
import { covers, type Subscription } from './subscription.ts'

const change = z.object({ topic: z.string(), ids: z.nullable(z.array(z.string())) })

/** Milliseconds before a stream that the server refused is requested again, for example during a restart. */
const RETRY_MILLISECONDS = 2_000

/** Oldest changes that are requested, in milliseconds. The server remembers 30 seconds. */
const REPEATED_MILLISECONDS = 20_000

/** Milliseconds that a request may take until the server subscribes it. */
export const MARGIN_MILLISECONDS = 5_000

/** The connection that a browser reads changes from. */
export interface LiveStream {
  /**
   * Changes what is subscribed to. The previous connection stays until the next one is ready, so nothing is missed.
   * @param since time of the page from which on changes are needed
   */
  subscribe(subscription: Subscription, since: number): void
  close(): void
}

interface Connection {
  source: EventSource
  openedAt: number
}

/** Reads the stream and passes on its messages. */
export function openStream(emit: (message: LiveMessage) => void): LiveStream {
  let wanted: Subscription = new Set()
  /** The connection that is ready; undefined if missing. */
  let current: Connection | undefined
  /** The connection that replaces it as soon as it is ready. */
  let next: Connection | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  /** Whether the server refused the last connection. */
  let refused = false
  /** Time from which on changes are needed that no ready connection delivered; undefined if missing. */
  let since: number | undefined

  function becomeReady(connection: Connection): void {
    emit({ kind: 'state', online: true })
    refused = false
    const needed = since
    since = undefined
    if (connection === current) {
      // The browser reconnected. It asks for the same age again, which may be too short by now.
      emit({ kind: 'resync' })
      return
    }
    current?.source.close()
    current = connection
    next = undefined
    const late = performance.now() - connection.openedAt > MARGIN_MILLISECONDS
    if (needed === undefined || connection.openedAt - needed > REPEATED_MILLISECONDS || late)
      emit({ kind: 'resync' })
  }

  function fail(connection: Connection): void {
    if (connection === current) since = Number.NEGATIVE_INFINITY
    if (connection === current || current === undefined) emit({ kind: 'state', online: false })
    // The browser does not reconnect after an answer that is not a stream.
    if (connection.source.readyState !== EventSource.CLOSED) return
    // What the answer said does not reach scripts: another request learns whether the session has ended.
    if (!refused) emit({ kind: 'refused' })
    refused = true
    if (connection === current) current = undefined
    if (connection === next) next = undefined
    clearTimeout(retry)
    if (next === undefined) retry = setTimeout(open, RETRY_MILLISECONDS)
  }

  function open(): void {
    clearTimeout(retry)
    next?.source.close()
    const openedAt = performance.now()
    const age = Math.ceil(openedAt - (since ?? openedAt)) + MARGIN_MILLISECONDS
    const parameters = new URLSearchParams({
      topics: [...wanted].join(),
      age: String(Math.min(age, REPEATED_MILLISECONDS + MARGIN_MILLISECONDS)),
    })
    const source = new EventSource(`/api/live?${parameters}`)
    const connection = { source, openedAt }
    next = connection
    source.addEventListener('ready', () => becomeReady(connection))
    source.addEventListener('change', (event: MessageEvent<string>) => {
      const parsed = change.safeParse(JSON.parse(event.data))
      if (parsed.success) emit({ kind: 'change', ...parsed.data })
    })
    // Roles or flags changed, and with them the allowed topics: reload both.
    source.addEventListener('refused', () => emit({ kind: 'refused' }))
    source.addEventListener('resync', () => emit({ kind: 'resync' }))
    source.addEventListener('error', () => fail(connection))
  }

  function close(): void {
    clearTimeout(retry)
    current?.source.close()
    next?.source.close()
    current = undefined
    next = undefined
  }

  // A stream does not notice that the network is gone, but the browser does.
  function lose(): void {
    close()
    since = Number.NEGATIVE_INFINITY
    emit({ kind: 'state', online: false })
  }
  function regain(): void {
    lose()
    open()
  }
  addEventListener('offline', lose)
  addEventListener('online', regain)
  return {
    subscribe(subscription, from) {
      // A connection that is being opened asks for changes since its own time.
      const known = next === undefined || (since ?? Number.POSITIVE_INFINITY) <= from
      const same = covers(wanted, subscription) && covers(subscription, wanted)
      since = Math.min(since ?? from, from)
      wanted = subscription
      if (!(next !== undefined && same && known)) open()
    },
    close() {
      removeEventListener('offline', lose)
      removeEventListener('online', regain)
      close()
    },
  }
}
