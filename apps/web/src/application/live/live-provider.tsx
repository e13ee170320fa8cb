import type { LiveState } from '@binnacle/ui'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { followLive, type LiveMessage } from './live.ts'
import { type ChangedIds, reload } from './reload.ts'

/** Milliseconds that a lost connection has to come back in before it is worth a word: a new session takes one. */
const GRACE_MILLISECONDS = 3_000

/** Changes come in bursts; the screen follows at most this often. */
const GATHER_MILLISECONDS = 400

/** Whether the screen follows what happens, and how to pause it. */
export interface LiveControl {
  state: LiveState
  /** Since when the connection is lost. */
  since: Date | undefined
  toggle: () => void
  /**
   * Pauses for a page that wants to stand still.
   * @param release told when someone wants the screen live again
   * @returns ends the pause
   */
  hold: (release: () => void) => () => void
}

const LiveContext = createContext<LiveControl>({
  state: 'offline',
  since: undefined,
  toggle: () => undefined,
  hold: () => () => undefined,
})

/** Topics that roles and flags belong to: the topics that may be heard depend on them. */
const RIGHTS = ['people', 'properties'] as const

type Change = Exclude<LiveMessage, { kind: 'state' }>

/** Adds what may have changed with a message to what changed before it. */
function addChange(changes: Map<string, ChangedIds>, message: Change, topics: readonly string[]): void {
  if (message.kind !== 'change') {
    for (const topic of message.kind === 'resync' ? topics : RIGHTS) changes.set(topic, null)
    return
  }
  const { topic, ids } = message
  const known = changes.get(topic)
  changes.set(topic, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]))
}

/** Whether the screen is live. */
export function useLive(): LiveControl {
  return use(LiveContext)
}

/**
 * Keeps the screen from following what happens while a page is shown that wants to stand still.
 * @param release told when someone presses to resume
 */
export function useLiveHold(held: boolean, release: () => void): void {
  const { hold } = useLive()
  const onRelease = useEffectEvent(release)
  useEffect(() => (held ? hold(() => onRelease()) : undefined), [held, hold])
}

/**
 * Loads again what the server says has changed: the first part of a query's key is the topic it shows, and its `meta` says
 * which ids of it, where it does not show the topic as a whole.
 * @param props.topics all topics that anything on the screens belongs to
 */
export function LiveProvider(props: { topics: readonly string[]; children: ReactNode }): ReactNode {
  const { topics } = props
  const queries = useQueryClient()
  const [offlineSince, setOfflineSince] = useState<Date>()
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState<() => void>()
  const isPaused = useRef(false)

  useEffect(() => {
    let changed = new Map<string, ChangedIds>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let losing: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      timer = undefined
      if (isPaused.current) return
      reload(queries, changed)
      changed = new Map()
    }
    const listen = (message: LiveMessage) => {
      if (message.kind === 'state') {
        if (message.online) {
          clearTimeout(losing)
          losing = undefined
          setOfflineSince(undefined)
        } else if (losing === undefined) {
          const since = new Date()
          losing = setTimeout(() => setOfflineSince(since), GRACE_MILLISECONDS)
        }
        return
      }
      addChange(changed, message, topics)
      timer ??= setTimeout(load, GATHER_MILLISECONDS)
    }
    const stop = followLive(topics, listen)
    return () => {
      clearTimeout(timer)
      clearTimeout(losing)
      stop()
    }
  }, [queries, topics])

  const still = paused || held !== undefined
  useEffect(() => {
    // What changed during a pause is loaded at once.
    if (isPaused.current && !still) reload(queries)
    isPaused.current = still
  }, [still, queries])

  const hold = useCallback((release: () => void) => {
    setHeld(() => release)
    return () => setHeld((present) => (present === release ? undefined : present))
  }, [])
  const control = useMemo<LiveControl>(
    () => ({
      state: still ? 'paused' : offlineSince === undefined ? 'live' : 'offline',
      since: offlineSince,
      toggle: () => {
        setPaused(!still)
        if (still) held?.()
      },
      hold,
    }),
    [still, held, offlineSince, hold],
  )
  return <LiveContext value={control}>{props.children}</LiveContext>
}
