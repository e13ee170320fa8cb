import { parseBoundedJson } from '@binnacle/plugin-kit/core'
import { at, type Fields, fieldsOf, numberAt, textAt } from '@binnacle/health-rules/document'
import type { Api } from './client.ts'
import type { Resource } from './discovery.ts'
import { linesOf } from './lines.ts'
import { listPath, type Selection } from './path.ts'

/** Seconds after which the server ends a watch, so that a connection that broke silently is found out. */
const WATCH_SECONDS = 240
/** A watch may be silent until the server ends it, in milliseconds. */
const LONGEST_SILENCE = (WATCH_SECONDS + 30) * 1_000
/** Bytes. An object has at most 1.5 MiB in etcd, and more as JSON. */
const LONGEST_LINE = 8_388_608
const GONE = 410

/** What a watch says. */
export type WatchEvent =
  | { kind: 'stored' | 'deleted'; object: Fields; resourceVersion: string }
  /** Everything up to this version has been said. */
  | { kind: 'bookmark'; resourceVersion: string }
  /** The server has forgotten what came after the version of the watch, so the list must be read again. */
  | { kind: 'expired' }
  /** It cannot go on for now. */
  | { kind: 'failed'; message: string; status?: number }
  /** One object cannot be read; the list must be read again, as the next version is unknown. */
  | { kind: 'unreadable'; message: string }

function eventOf(line: string): WatchEvent | undefined {
  const parsed = parseBoundedJson(line)
  if (!parsed.ok) return { kind: 'unreadable', message: `an event of the watch ${parsed.failure.message}` }
  const object = fieldsOf(at(parsed.value, 'object'))
  const resourceVersion = textAt(object, 'metadata', 'resourceVersion') ?? ''
  switch (textAt(parsed.value, 'type')) {
    case 'ADDED':
    case 'MODIFIED':
      return { kind: 'stored', object, resourceVersion }
    case 'DELETED':
      return { kind: 'deleted', object, resourceVersion }
    case 'BOOKMARK':
      return { kind: 'bookmark', resourceVersion }
    case 'ERROR': {
      const code = numberAt(object, 'code')
      if (code === GONE) return { kind: 'expired' }
      const message = textAt(object, 'message') ?? 'the watch ended with an error'
      return { kind: 'failed', message, ...(code === undefined ? {} : { status: code }) }
    }
    default:
      return undefined
  }
}

/**
 * Watches a kind from a version on ("Efficient detection of changes"). Ends when the server ends the watch or the connection
 * breaks, which is no failure: the next watch continues from the version of the last event.
 */
export async function* watchEvents(
  api: Api,
  resource: Resource,
  selection: Selection,
  resourceVersion: string,
): AsyncGenerator<WatchEvent> {
  const path = listPath(resource, selection, {
    watch: '1',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds: String(WATCH_SECONDS),
  })
  const opened = await api.open(path, LONGEST_SILENCE)
  if (!opened.ok) {
    const { message, status } = opened.failure
    yield status === GONE
      ? { kind: 'expired' }
      : { kind: 'failed', message, ...(status === undefined ? {} : { status }) }
    return
  }
  try {
    for await (const line of linesOf(opened.value, LONGEST_LINE)) {
      const event =
        line === undefined
          ? {
              kind: 'unreadable' as const,
              message: `an event of the watch has more than ${LONGEST_LINE} bytes`,
            }
          : eventOf(line)
      if (event !== undefined) yield event
    }
  } catch {
    // The connection broke. Nothing is lost, as the next watch continues.
  } finally {
    opened.value.destroy()
  }
}
