import { describeBlindness, detectorNames } from '@binnacle/contract/watchdog'
import { flagsInForce } from '../../platform/access/flags.ts'
import { refusalOf } from '../../platform/access/gate.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import { knownJobs } from '../../platform/jobs/index.ts'
import type { OpenModule } from '../../platform/module.ts'
import { pushedChecks } from '../health/index.ts'
import { frameBlindness } from '../people/index.ts'
import { propertiesInForce } from '../properties/index.ts'
import { retireChecks } from './checks.ts'
import { type DeadManDependencies, pingIfWorking } from './dead-man.ts'
import { DATABASE_AWAY, DirectTelling } from './direct.ts'
import { watchdogMetrics } from './metrics.ts'
import { NetworkWatch } from './network-watch.ts'
import { blindness, directMessages } from './ports.ts'
import { reads, watchdogRoutes } from './routes.ts'
import { leaveLookout, readStates } from './detector-states.ts'
import { createThresholds } from './thresholds.ts'
import { Watch } from './watch.ts'

export {
  blindness,
  type BlindnessReader,
  type DirectMessage,
  type DirectMessages,
  directMessages,
} from './ports.ts'

/** Milliseconds between two looks. */
const LOOK_MILLISECONDS = 2_000
/** Milliseconds between two looks at whether the database answers. */
const PING_MILLISECONDS = 5_000

const topics: LiveTopics = { watchdog: { access: reads } }

/**
 * Notices when the product cannot see, tells of it once, and holds back the alerts that only say so. It looks in every process:
 * one without workers notices that the others are gone.
 */
export const openWatchdog: OpenModule = (platform) => {
  const { pool, clock, log, processId, configuration, parts } = platform
  const isOn = configuration.watchSelf
  const pushed = pushedChecks.of(platform)
  const thresholds = createThresholds(propertiesInForce.of(platform))
  const monotonic = () => performance.now()
  const network = new NetworkWatch({ pool, clock, monotonic, thresholds, isOn })
  blindness.offer(platform, network)
  const deadMan: DeadManDependencies = platform
  const flags = flagsInForce.of(platform)
  frameBlindness.offer(platform, {
    async reason({ roles }) {
      if (!isOn || refusalOf({ access: reads }, roles, flags) !== undefined) return null
      const states = await readStates(pool)
      return describeBlindness(
        detectorNames.flatMap((name) => {
          const state = states.get(name)
          return state?.isBlind === true ? [state.reason] : []
        }),
      )
    },
  })
  const watch = new Watch({
    pool,
    processId,
    clock,
    monotonic,
    log,
    thresholds,
    jobs: () => [...(knownJobs.find(platform) ?? []), ...platform.events.jobs],
    network,
    pushed: isOn ? pushed : undefined,
  })

  const telling = new DirectTelling({
    clock,
    monotonic,
    log,
    messages: () => directMessages.find(platform),
  })
  const stopping = new AbortController()
  let isLookout = false
  async function look(): Promise<void> {
    isLookout = await watch.look()
    if (!isLookout || stopping.signal.aborted) return
    await pingIfWorking(deadMan, watch.states)
    if (isOn) await telling.follow(await readStates(pool))
  }
  /** Looks at the database apart from the other looks, which wait for its answers. */
  async function watchDatabase(): Promise<void> {
    let answered = { at: monotonic(), time: clock.now() }
    while (!stopping.signal.aborted) {
      await clock.wait(PING_MILLISECONDS, stopping.signal)
      if (stopping.signal.aborted) return
      if (await platform.availability.answers()) {
        answered = { at: monotonic(), time: clock.now() }
        await telling.databaseIsBack()
        // Only the process that looked when it was lost tells, so that nobody is told twice.
      } else if (isLookout && monotonic() - answered.at >= DATABASE_AWAY)
        await telling.databaseIsAway(answered.time)
    }
  }
  async function keepLooking(): Promise<void> {
    await clock.wait(LOOK_MILLISECONDS, stopping.signal)
    if (!isOn) await retireChecks({ pool, pushed }, await readStates(pool))
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn({ reason: String(error) }, 'the watchdog could not look; it tries again'),
      )
      await clock.wait(LOOK_MILLISECONDS, stopping.signal)
    }
  }
  const looking = keepLooking().catch((error: unknown) => log.error({ err: error }, 'the watchdog stopped'))
  const watching = (isOn ? watchDatabase() : Promise.resolve()).catch((error: unknown) =>
    log.error({ err: error }, 'the watchdog does not watch the database any more'),
  )
  parts.onEnd('watchdog', async () => {
    stopping.abort()
    await network.stop()
    await looking
    await watching
    await leaveLookout(pool, processId)
  })

  return {
    name: 'watchdog',
    routes: watchdogRoutes({ ...deadMan, thresholds, isOn }),
    topics,
    metrics: () => watchdogMetrics(pool, watch.databaseMilliseconds),
  }
}
