import type { Pool } from 'pg'
import type { Clock } from '../../../../platform/clock.ts'
import { gatherChanges } from '../../../../platform/live/gather.ts'
import type { Log } from '../../../../platform/log.ts'
import { type LinkKind, markDifferent } from './stale.ts'

/** Fewest milliseconds between two searches of all components of a kind. */
const REST_MILLISECONDS = 10_000

const kinds: Readonly<Record<string, LinkKind>> = { checks: 'checks', configs: 'configs' }

/** @returns whether components are linked with what this live topic announces */
export function isLinkTopic(topic: string): topic is LinkKind {
  return Object.hasOwn(kinds, topic)
}

export interface SearchDependencies {
  pool: Pool
  clock: Clock
  log: Log
}

/** Marks components whose stored counts differ from their links, after changes that emit no event. */
export class DifferenceSearch {
  readonly #dependencies: SearchDependencies
  readonly #ending = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #lastFull = new Map<LinkKind, number>()
  readonly #laterFull = new Map<LinkKind, NodeJS.Timeout>()
  readonly #gathered: ReturnType<typeof gatherChanges>

  constructor(dependencies: SearchDependencies) {
    this.#dependencies = dependencies
    this.#gathered = gatherChanges(
      (topic, ids) => this.#start(topic, ids),
      (error) => {
        if (!this.#ending.signal.aborted)
          dependencies.log.warn(
            { reason: String(error) },
            'components may not show what changed in the last minute',
          )
      },
    )
  }

  /** Searches the components that are linked with these checks or items; null for all. */
  add(kind: LinkKind, ids: readonly string[] | null): void {
    this.#gathered.add(kind, ids)
  }

  /** Stops searching. @returns when running searches have ended */
  async end(): Promise<void> {
    this.#ending.abort()
    this.#gathered.end()
    for (const timer of this.#laterFull.values()) clearTimeout(timer)
    await Promise.allSettled(this.#running)
  }

  #start(topic: string, ids: readonly string[] | null): Promise<void> {
    const kind = kinds[topic]
    if (kind === undefined || this.#ending.signal.aborted) return Promise.resolve()
    const running = this.#search(kind, ids).finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  async #search(kind: LinkKind, ids: readonly string[] | null): Promise<void> {
    const { pool, clock } = this.#dependencies
    if (ids === null) {
      const now = clock.now().getTime()
      const rest = (this.#lastFull.get(kind) ?? 0) + REST_MILLISECONDS - now
      if (rest > 0) return this.#searchAllLater(kind, rest)
      this.#lastFull.set(kind, now)
    }
    await markDifferent(pool, kind, ids)
  }

  #searchAllLater(kind: LinkKind, milliseconds: number): void {
    if (this.#laterFull.has(kind)) return
    const timer = setTimeout(() => {
      this.#laterFull.delete(kind)
      this.add(kind, null)
    }, milliseconds)
    this.#laterFull.set(kind, timer)
  }
}
