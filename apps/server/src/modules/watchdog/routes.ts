import {
  deadManForm,
  detectorNames,
  pingResult,
  type WatchdogState,
  watchdogState,
} from '@binnacle/contract/watchdog'
import { inTransaction } from '../../platform/database/index.ts'
import { RequestError } from '../../platform/errors.ts'
import { defineRoute, type Route } from '../../platform/http/route.ts'
import { countLimited } from './facts.ts'
import { detectors } from './catalog.ts'
import { type DeadManDependencies, deadManState, saveDeadMan, testPing } from './dead-man.ts'
import { lookedAt, readStates } from './detector-states.ts'
import type { Thresholds } from './thresholds.ts'

/** Who may see and change the watchdog: as for the event queue, a matter of the installation. */
export const reads = { resource: 'database', action: 'read' } as const
const writes = { resource: 'database', action: 'write' } as const

export interface RouteDependencies extends DeadManDependencies {
  thresholds: Thresholds
  /** Whether the product watches itself. */
  isOn: boolean
}

async function stateOf({ pool, thresholds, isOn }: RouteDependencies): Promise<WatchdogState> {
  const states = await readStates(pool)
  return {
    isOn,
    lookedAt: (await lookedAt(pool))?.toISOString() ?? null,
    deadMan: await deadManState(pool),
    limited: await countLimited(pool),
    detectors: detectorNames.map((name) => {
      const state = states.get(name)
      const { title, description } = detectors[name]
      const last = state?.last
      return {
        name,
        title,
        description,
        state: state === undefined ? 'unknown' : state.isBlind ? 'unhealthy' : 'healthy',
        since: state?.since.toISOString() ?? null,
        reason: state?.reason ?? '',
        last: last === undefined ? null : { from: last.from.toISOString(), to: last.to.toISOString() },
        checkId: isOn ? (state?.checkId ?? null) : null,
        thresholds: thresholds.shown(name),
      }
    }),
  }
}

/** What the page of the watchdog shows and changes. */
export function watchdogRoutes(dependencies: RouteDependencies): Route[] {
  const { pool, secrets } = dependencies
  return [
    defineRoute({
      method: 'GET',
      path: '/watchdog',
      summary: 'What the product says of its blindness, and the state of the dead-man’s switch',
      access: reads,
      answer: watchdogState,
      handle: () => stateOf(dependencies),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/watchdog/deadman',
      summary: 'Changes the URL and the interval of the dead-man’s switch; the URL is never returned',
      access: writes,
      body: deadManForm,
      answer: watchdogState,
      async handle({ body, actor }) {
        await inTransaction(pool, (client) => saveDeadMan(client, secrets, actor, body))
        return stateOf(dependencies)
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/watchdog/deadman/test',
      summary: 'Pings the URL of the dead-man’s switch now, whatever the detectors say',
      access: writes,
      work: 'test',
      answer: pingResult,
      async handle() {
        const pinged = await testPing(dependencies)
        if (pinged === undefined)
          throw new RequestError('ECONFLICT', 'The dead-man’s switch has no URL. Save one first')
        return { error: pinged.error ?? null }
      },
    }),
  ]
}
