import { Client, type ClientConfig } from 'pg'

/** The channel of PostgREST, so that both reload together. */
const CHANNEL = 'pgrst'
const RETRY_MILLISECONDS = 1_000

export interface SchemaWatch {
  /** Resolves when the connection listens for the first time. */
  listening: Promise<void>
  close(): Promise<void>
}

/**
 * Reloads a service at each `NOTIFY pgrst, 'reload schema'` or `NOTIFY pgrst`. Uses its own connection. If that
 * breaks, it reconnects and reloads, because a notification may have been missed.
 * @param onError receives failures of listening or reloading; both are retried
 */
export function watchSchema(
  connection: ClientConfig,
  reload: () => Promise<void>,
  onError: (error: unknown) => void,
): SchemaWatch {
  const listening = Promise.withResolvers<void>()
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  let interrupted = false

  const reloadNow = () => void reload().catch(onError)
  const later = (error: unknown) => {
    if (closed) return
    onError(error)
    interrupted = true
    client = undefined
    clearTimeout(retry)
    retry = setTimeout(() => void listen(), RETRY_MILLISECONDS)
  }
  async function listen(): Promise<void> {
    const own = new Client({ ...connection, application_name: 'data-service watch' })
    client = own
    const broken = (error: unknown) => {
      if (client === own) later(error)
    }
    own.on('error', broken)
    own.on('end', () => broken(new Error('The connection that listens for changes of the schema ended')))
    own.on('notification', ({ payload }) => {
      if (payload === undefined || payload === '' || payload === 'reload schema') reloadNow()
    })
    try {
      await own.connect()
      await own.query(`listen ${CHANNEL}`)
      listening.resolve()
      if (interrupted) reloadNow()
      interrupted = false
    } catch (error) {
      broken(error)
      await own.end().catch(() => undefined)
    }
  }
  void listen()
  return {
    listening: listening.promise,
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
