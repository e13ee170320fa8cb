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

// An alert is a check and its source a canary, so that status, history, events and rules of notification exist once. A
// request is stored and answered before its alerts are recorded: Prometheus drops what it cannot send, and must not
// wait for the slowest part of the product. Alerts of all tokens are one set unless the address names a source: two
// servers that report the same would report it twice.
// Sending takes `run` on canaries and not `write`: tokens of senders are in files on other machines, and `write` could
// change checks and run scripts by that. Matchers of silences are read back from what is stored, so no second copy can
// differ.

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
          cost: 'Their checks are deleted.',
        },
        run: ({ now, log }) => removeEnded({ pool, pushed }, now(), log),
      }),
    ],
    stop: () => wake.stop(),
  }
}
