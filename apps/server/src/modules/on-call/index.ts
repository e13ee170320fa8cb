import { partOf } from '../../platform/access/gate.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import type { OpenModule } from '../../platform/module.ts'
import { connectionsInUse } from '../connections/index.ts'
import { calendarReceiver } from './calendar/feeds.ts'
import { createEscalations } from './escalation/jobs.ts'
import { findPolicy } from './escalation/policies.ts'
import { handoverJob } from './handover.ts'
import { onCallNow } from './now.ts'
import { alerting, onCall } from './ports.ts'
import { createQuietReader } from './reach/quiet-hours.ts'
import { reachOf } from './reach/reach.ts'
import { loadWebPushKeys } from './reach/web-push.ts'
import { policyRoutes } from './routes/policies.ts'
import { feedRoutes, reachRoutes } from './routes/reach.ts'
import { rotaRoutes, substitutionRoutes } from './routes/rotas.ts'

export {
  alerting,
  type Alerting,
  type OnCall,
  onCall,
  type PlainMessage,
  type ReachMethod,
  type Recipient,
} from './ports.ts'

export { quietUntil } from './schedule/quiet-hours.ts'
export { type NoticeDependencies, saidTime, sendNotice } from './notices.ts'

const feature = 'settings.notifications'

const topics: LiveTopics = {
  on_call: { access: { resource: 'notifications', action: 'read' }, feature },
  escalations: { access: { resource: 'notifications', action: 'read' }, feature },
}

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // An alert shows how far its escalation is.
  'core.escalations',
] as const

/** Who is on call, whom alerts tell step by step, and how people are reached. */
export const openOnCall: OpenModule = (platform) => {
  const { pool, secrets, mails, clock, configuration } = platform
  const dependencies = {
    pool,
    secrets,
    mails,
    publicUrl: configuration.publicUrl,
    now: () => clock.now(),
    alerting: () => alerting.find(platform),
    connections: () => connectionsInUse.of(platform),
    countMessage: platform.countMessage,
  }
  onCall.offer(platform, {
    now: (rotaId, at) => onCallNow(pool, rotaId, at),
    reach: (personId, severity) => reachOf(pool, secrets, personId, severity),
    quietHours: createQuietReader(pool),
    policy: (policyId) => findPolicy(pool, policyId),
    webPushKeys: () => loadWebPushKeys(pool, secrets),
  })
  const escalations = createEscalations({ ...dependencies, alerting: () => alerting.of(platform) })
  return {
    name: 'on-call',
    routes: partOf(feature, [
      ...rotaRoutes(dependencies),
      ...substitutionRoutes(dependencies),
      ...policyRoutes(dependencies),
      ...reachRoutes(dependencies),
      ...feedRoutes(dependencies),
    ]),
    receivers: [calendarReceiver(dependencies)],
    topics,
    jobs: [...escalations.jobs, handoverJob(dependencies)],
    consumers: escalations.consumers,
  }
}
