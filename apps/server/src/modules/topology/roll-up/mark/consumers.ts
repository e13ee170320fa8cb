import type { Pool } from 'pg'
import { type Consumer, defineConsumer } from '../../../../platform/events/index.ts'
import { askTogether } from '../../../../platform/database/together.ts'
import { type LinkKind, markLinked } from './stale.ts'

const checkEvents = ['check.failed', 'check.passed'] as const
const configEvents = [
  'config.healthy',
  'config.unhealthy',
  'config.warning',
  'config.unknown',
  'config.deleted',
] as const

/** Events that one job marks components of, in one statement. */
const EVENTS_TOGETHER = 100

/** Mark the components of a check or a catalog item as stale when its health changes. */
export function rollUpConsumers(pool: Pool): Consumer[] {
  const name = 'roll up'
  /** In a storm of events one statement marks the components of many. */
  const marking = (kind: LinkKind) =>
    askTogether(async (ids: readonly string[]) => {
      await markLinked(pool, kind, ids)
      return new Map<string, void>()
    })
  const [markOfCheck, markOfConfig] = [marking('checks'), marking('configs')]
  return [
    ...checkEvents.map((event) =>
      defineConsumer({
        event,
        name,
        lane: 'events',
        together: EVENTS_TOGETHER,
        run: ({ payload: { checkId } }) => markOfCheck(checkId),
      }),
    ),
    ...configEvents.map((event) =>
      defineConsumer({
        event,
        name,
        lane: 'events',
        together: EVENTS_TOGETHER,
        run: ({ payload: { configId } }) => markOfConfig(configId),
      }),
    ),
  ]
}
