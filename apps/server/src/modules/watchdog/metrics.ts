import { detectorNames } from '@binnacle/contract/watchdog'
import type { Pool } from 'pg'
import { Gauge, Registry } from 'prom-client'
import { deadManState } from './dead-man.ts'
import { countLimited } from './facts.ts'
import { readStates } from './detector-states.ts'

/** Renders what the detectors say in Prometheus' text format, the same in every process. */
export async function watchdogMetrics(pool: Pool, databaseMilliseconds: number): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const blind = new Gauge({
    name: 'binnacle_watchdog_blind',
    help: 'Whether a detector of the watchdog says that the product cannot see: 1 or 0',
    labelNames: ['detector'],
    registers,
  })
  const states = await readStates(pool)
  for (const detector of detectorNames)
    blind.set({ detector }, states.get(detector)?.isBlind === true ? 1 : 0)
  new Gauge({
    name: 'binnacle_watchdog_database_seconds',
    help: 'How long the database took to answer this process (95th percentile)',
    registers,
  }).set(databaseMilliseconds / 1_000)
  new Gauge({
    name: 'binnacle_notifications_limited',
    help: 'Messages that a limit holds back at present, to be told with the next summary',
    registers,
  }).set(await countLimited(pool))
  const { succeededAt } = await deadManState(pool)
  if (succeededAt !== null)
    new Gauge({
      name: 'binnacle_watchdog_last_ping_timestamp_seconds',
      help: 'When the URL of the dead-man’s switch last answered',
      registers,
    }).set(Date.parse(succeededAt) / 1_000)
  return registry.metrics()
}
