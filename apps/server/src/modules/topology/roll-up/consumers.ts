import type { Pool } from 'pg'
import { type Consumer, defineConsumer } from '../../../platform/events/index.ts'
import { markLinked } from './stale.ts'

const checkEvents = ['check.failed', 'check.passed'] as const
const configEvents = [
  'config.healthy',
  'config.unhealthy',
  'config.warning',
  'config.unknown',
  'config.deleted',
] as const

/** Has the components found again that a check or a catalog item belongs to, when its health changes. */
export function rollUpConsumers(pool: Pool): Consumer[] {
  const name = 'roll up'
  return [
    ...checkEvents.map((event) =>
      defineConsumer({
        event,
        name,
        lane: 'events',
        key: ({ checkId }) => checkId,
        run: ({ payload: { checkId } }) => markLinked(pool, 'checks', [checkId]),
      }),
    ),
    ...configEvents.map((event) =>
      defineConsumer({
        event,
        name,
        lane: 'events',
        key: ({ configId }) => configId,
        run: ({ payload: { configId } }) => markLinked(pool, 'configs', [configId]),
      }),
    ),
  ]
}
