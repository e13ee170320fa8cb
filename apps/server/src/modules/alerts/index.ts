import { partOf } from '../../platform/access/gate.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import type { OpenModule } from '../../platform/module.ts'
import { pushedChecks } from '../health/index.ts'
import { silenceBook, silencing } from '../silences/index.ts'
import { createAlertSilences } from './silences.ts'
import { createRecordJob } from './record.ts'
import { removeEnded } from './retention.ts'
import { ALERTMANAGER_API } from './addresses.ts'
import { alertRoutes } from './routes.ts'
import { createAlertStore } from './store.ts'
import { createRecordWake } from './wake.ts'

/** Alerts that Prometheus, Alertmanager and Grafana send: accepts them as Alertmanager does, and shows each as a check. */
export const openAlerts: OpenModule = (platform) => {
  const { pool, clock } = platform
  const pushed = pushedChecks.of(platform)
  const recordJob = createRecordJob({ pool, pushed })
  const wake = createRecordWake(platform, recordJob)
  return {
    name: 'alerts',
    routes: partOf(
      'health',
      alertRoutes({
        pool,
        clock,
        store: createAlertStore(pool),
        wake,
        silencing: silencing.of(platform),
        silences: createAlertSilences({ book: silenceBook.of(platform), clock }),
      }),
    ),
    textErrors: [ALERTMANAGER_API],
    jobs: [
      recordJob,
      defineJob({
        name: 'RemoveEndedAlerts',
        lane: 'maintenance',
        cron: '29 * * * *',
        record: true,
        manual: {
          description: 'Removes received alerts that ended more than a day ago.',
          cost: 'Their health checks are taken out of use.',
        },
        run: ({ now, log }) => removeEnded({ pool, pushed }, now(), log),
      }),
    ],
    stop: () => wake.stop(),
  }
}
