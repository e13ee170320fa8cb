import { z } from 'zod'
import { type Consumer, defineConsumer } from '../../../platform/events/index.ts'
import { type DefinedJob, defineJob, type Job } from '../../../platform/jobs/index.ts'
import { type EngineDependencies, runEscalation, wakeOverdue } from './engine.ts'

const payload = z.object({ alertId: z.uuid() })

/** Attempts, over about a day with the pauses of the queue. The sweep wakes what still fails then. */
const ATTEMPTS = 14

/** Alerts that one job begins or ends. */
const EVENTS_TOGETHER = 20

/** Runs escalations when they are due, and when their alerts change. */
export function createEscalations(given: Omit<EngineDependencies, 'wake'>): {
  jobs: readonly Job[]
  consumers: readonly Consumer[]
} {
  const run: DefinedJob<z.output<typeof payload>> = defineJob({
    name: 'EscalateAlert',
    lane: 'messages',
    payload,
    attempts: ATTEMPTS,
    key: ({ alertId }) => alertId,
    record: false,
    async run({ payload: { alertId } }) {
      await runEscalation(dependencies, alertId)
      return { success: 1, errors: [] }
    },
  })
  const dependencies: EngineDependencies = {
    ...given,
    wake: (client, alertId, time) => run.addAt(client, time, { alertId }),
  }
  const sweep = defineJob({
    name: 'WakeOverdueEscalations',
    lane: 'maintenance',
    cron: '* * * * *',
    record: false,
    run: async () => ({ success: await wakeOverdue(dependencies), errors: [] }),
  })
  const lane = 'notifications'
  const together = EVENTS_TOGETHER
  const name = 'escalation'
  return {
    jobs: [run, sweep],
    consumers: [
      defineConsumer({
        event: 'alert.opened',
        name,
        lane,
        together,
        takes: ({ policyId }) => policyId !== null,
        run: async ({ payload: { alertId, policyId, severity } }) => {
          if (policyId !== null) await runEscalation(dependencies, alertId, { alertId, policyId, severity })
        },
      }),
      defineConsumer({
        event: 'alert.acknowledged',
        name,
        lane,
        run: ({ payload: { alertId } }) => runEscalation(dependencies, alertId),
      }),
      defineConsumer({
        event: 'alert.closed',
        name,
        lane,
        together,
        run: ({ payload: { alertId } }) => runEscalation(dependencies, alertId),
      }),
    ],
  }
}
