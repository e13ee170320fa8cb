import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Live } from '../../../platform/live/index.ts'
import { gatherChanges } from '../../../platform/live/gather.ts'
import type { Log } from '../../../platform/log.ts'
import { type LinkKind, markDifferent } from './stale.ts'
import { rollUpStep, type RollUpDependencies } from './step.ts'

/** Milliseconds between two looks at everything, which find what no announcement told. */
const LOOK_MILLISECONDS = 60_000
/** Fewest milliseconds between two looks at everything that announcements without ids ask for. */
const REST_MILLISECONDS = 10_000
/** Milliseconds before a step that failed is tried again. */
const RETRY_MILLISECONDS = 2_000

export interface RollerDependencies extends Omit<RollUpDependencies, 'now'> {
  pool: Pool
  live: Live
  clock: Clock
  log: Log
}

/** Keeps the states of components up to date. */
export interface Roller {
  start(): void
  stop(): Promise<void>
}

/** Finds the states of all components that wait. @returns how many steps it took */
export async function rollUp(pool: Pool, dependencies: RollUpDependencies): Promise<number> {
  let steps = 0
  while (await inTransaction(pool, (client) => rollUpStep(client, dependencies))) steps += 1
  return steps
}

const topics: Readonly<Record<string, LinkKind>> = { checks: 'checks', configs: 'configs' }

/** Rolls up whenever a component waits, in every process that does background work. */
export function createRoller(dependencies: RollerDependencies): Roller {
  const { pool, live, clock, log } = dependencies
  const stopping = new AbortController()
  const rolling = { ...dependencies, now: () => clock.now() }
  let running: Promise<void> | undefined
  let again = false
  const looks = new Set<Promise<void>>()

  async function run(): Promise<void> {
    do {
      again = false
      try {
        await rollUp(pool, rolling)
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ reason: String(error) }, 'the health of components could not be rolled up')
        again = true
        await clock.wait(RETRY_MILLISECONDS, stopping.signal)
      }
    } while (again && !stopping.signal.aborted)
  }
  function wake(): void {
    if (stopping.signal.aborted) return
    again = true
    running ??= run().finally(() => {
      running = undefined
      if (again) wake()
    })
  }

  const lastLook = new Map<LinkKind, number>()
  const laterLooks = new Map<LinkKind, NodeJS.Timeout>()
  function lookLater(kind: LinkKind, milliseconds: number): void {
    if (laterLooks.has(kind)) return
    const timer = setTimeout(() => {
      laterLooks.delete(kind)
      gathered.add(kind, null)
    }, milliseconds)
    laterLooks.set(kind, timer)
  }
  async function look(kind: LinkKind, ids: readonly string[] | null): Promise<void> {
    if (ids === null) {
      const now = clock.now().getTime()
      const rest = (lastLook.get(kind) ?? 0) + REST_MILLISECONDS - now
      if (rest > 0) return lookLater(kind, rest)
      lastLook.set(kind, now)
    }
    await markDifferent(pool, kind, ids)
  }
  const gathered = gatherChanges(
    (topic, ids) => {
      const kind = topics[topic]
      if (kind === undefined || stopping.signal.aborted) return Promise.resolve()
      const looking = look(kind, ids).finally(() => looks.delete(looking))
      looks.add(looking)
      return looking
    },
    (error) => {
      if (!stopping.signal.aborted)
        log.warn({ reason: String(error) }, 'components may not show what changed in the last minute')
    },
  )
  let unsubscribe: (() => void) | undefined
  let looking: Promise<void> | undefined

  async function lookAtAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      gathered.add('checks', null)
      gathered.add('configs', null)
      wake()
      await clock.wait(LOOK_MILLISECONDS, stopping.signal)
    }
  }
  return {
    start() {
      unsubscribe = live.subscribe((event) => {
        if (event.kind === 'resync') return wake()
        const { topic, ids } = event.change
        if (topic === 'component_stale') wake()
        else if (topic === 'config_analysis') gathered.add('configs', null)
        else if (topic in topics) gathered.add(topic, ids)
      })
      looking = lookAtAll()
    },
    async stop() {
      stopping.abort()
      unsubscribe?.()
      gathered.end()
      for (const timer of laterLooks.values()) clearTimeout(timer)
      await Promise.allSettled([looking, running, ...looks])
    },
  }
}
