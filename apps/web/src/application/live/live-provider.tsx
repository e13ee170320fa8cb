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
import { type LiveMessage, RIGHTS } from './message.ts'
import { type ChangedIds, reload } from './reload.ts'

/** Milliseconds before a lost connection is reported. A new session interrupts the stream briefly. */
const GRACE_MILLISECONDS = 3_000

/** Milliseconds between reloads at least, because changes come in bursts. */
const GATHER_MILLISECONDS = 400

/** Whether the screen shows live changes, and how to pause it. */
export interface LiveControl {
  state: LiveState
  /** Since when the connection is lost. */
  since: Date | undefined
  toggle: () => void
  /**
   * Pauses live updates for a page.
   * @param release called when the person resumes live updates
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

type Change = Exclude<LiveMessage, { kind: 'state' }>

/** Merges the changes of a message into the changes before it. */
function addChange(changes: Map<string, ChangedIds>, message: Change, topics: readonly string[]): void {
  if (message.kind !== 'change') {
    for (const topic of message.kind === 'resync' ? topics : RIGHTS) changes.set(topic, null)
    return
  }
  const { topic, ids } = message
  const known = changes.get(topic)
  changes.set(topic, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]))
}

/** Returns whether the screen is live, and how to pause it. */
export function useLive(): LiveControl {
  return use(LiveContext)
}

/**
 * Pauses live updates while the calling page is shown.
 * @param release called when the person resumes live updates
 */
export function useLiveHold(held: boolean, release: () => void): void {
  const { hold } = useLive()
  const onRelease = useEffectEvent(release)
  useEffect(() => (held ? hold(() => onRelease()) : undefined), [held, hold])
}

/**
 * Reloads data that the server announces as changed. The first part of a query key is its topic; `meta` lists the row
 * ids if the query shows only some rows of the topic. The stream loads after the first screen.
 * @param props.topics every topic that the person may follow
 */
export function LiveProvider(props: { topics: readonly string[]; children: ReactNode }): ReactNode {
  const { topics } = props
  const queries = useQueryClient()
  const [offlineSince, setOfflineSince] = useState<Date>()
  const [paused, setPaused] = useState(false)
  const [releaseHold, setReleaseHold] = useState<() => void>()
  const isPaused = useRef(false)

  useEffect(() => {
    let changed = new Map<string, ChangedIds>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let losing: ReturnType<typeof setTimeout> | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
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
    let stop: (() => void) | undefined
    let ended = false
    const follow = () => {
      import('./live.ts').then(
        ({ followLive }) => {
          if (!ended) stop = followLive(queries, topics, listen)
        },
        () => {
          listen({ kind: 'state', online: false })
          if (!ended) retry = setTimeout(follow, GRACE_MILLISECONDS)
        },
      )
    }
    follow()
    return () => {
      ended = true
      clearTimeout(retry)
      clearTimeout(timer)
      clearTimeout(losing)
      stop?.()
    }
  }, [queries, topics])

  const still = paused || releaseHold !== undefined
  useEffect(() => {
    // Load everything that changed during the pause.
    if (isPaused.current && !still) reload(queries)
    isPaused.current = still
  }, [still, queries])

  const hold = useCallback((release: () => void) => {
    setReleaseHold(() => release)
    return () => setReleaseHold((present) => (present === release ? undefined : present))
  }, [])
  const control = useMemo<LiveControl>(
    () => ({
      state: still ? 'paused' : offlineSince === undefined ? 'live' : 'offline',
      since: offlineSince,
      toggle: () => {
        setPaused(!still)
        if (still) releaseHold?.()
      },
      hold,
    }),
    [still, releaseHold, offlineSince, hold],
  )
  return <LiveContext value={control}>{props.children}</LiveContext>
}
