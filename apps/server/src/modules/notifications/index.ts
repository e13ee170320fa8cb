import { DAY } from '@binnacle/contract/core'
import {
  type EventForm,
  type EventName,
  type EventPayload,
  events as eventForms,
} from '@binnacle/contract/kinds'
import type { Severity } from '@binnacle/contract/health'
import { z } from 'zod'
import { flagsInForce } from '../../platform/access/flags.ts'
import { partOf, refusalOf } from '../../platform/access/gate.ts'
import type { PartitionedTable } from '../../platform/database/partitions.ts'
import { type Consumer, type ConsumerDefinition, defineConsumer } from '../../platform/events/index.ts'
import type { LiveTopics } from '../../platform/http/live-stream.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import type { OpenModule } from '../../platform/module.ts'
import { subjects } from '../../platform/subjects.ts'
import { connectionDrafts, connectionsInUse } from '../connections/index.ts'
import { alerting, onCall } from '../on-call/index.ts'
import { waitingAlerts } from '../people/index.ts'
import { propertiesInForce } from '../properties/index.ts'
import { silenceBook, silencing } from '../silences/index.ts'
import { blindness as blindnessPort, directMessages } from '../watchdog/index.ts'
import { createAlerting } from './alerting.ts'
import { buttonReceivers } from './buttons/receivers.ts'
import { createDirectMessages } from './direct.ts'
import type { DecideDependencies } from './pipeline/decide/decide.ts'
import { createDecider } from './pipeline/decide/decider.ts'
import { createSearchNameIndex, removeOldNames } from './pipeline/record/search-name-index.ts'
import { createPublicEgress } from './pipeline/send/public-egress.ts'
import { requeueLost } from './pipeline/queue/requeue.ts'
import { createRules } from './pipeline/rules.ts'
import { flappingIn, keptIn, limitsIn } from './settings.ts'
import { sendList, sendMessage, type SendDependencies } from './pipeline/send/send.ts'
import { loadServices } from './pipeline/send/services.ts'
import { acknowledgeReceivers } from './receivers.ts'
import { countMine, notificationRoutes } from './routes.ts'
import { ruleData } from './rules/data.ts'
import { createVerbs } from './told/acting.ts'
import { createCoverage, namesFailuresOf } from './told/cover.ts'
import { markForCoverage, markForReview, reviewAlert, reviewAlerts } from './told/review.ts'
import { removeOldAlerts } from './told/retention.ts'
import { createReviews } from './told/reviews.ts'
import { createServiceProblems } from './rules/settings.ts'
import { trialRoutes } from './trial/routes.ts'
import { createAcknowledgeTokens } from './verbs/acknowledge-token.ts'

const seen = {
  access: { resource: 'notifications', action: 'read' },
  feature: 'settings.notifications',
} as const
const heard = { access: { resource: 'notifications', action: 'read' } } as const

const topics: LiveTopics = {
  notifications: heard,
  notification_history: heard,
  notification_alerts: heard,
  alerts: heard,
}

/** Days for which the send history is kept. Source: decision 44. */
const KEPT_DAYS = 90
/** The tables of the send history, one partition a week. */
export const notificationPartitions: readonly PartitionedTable[] = [
  { table: 'core.notification_send_history', column: 'id', by: 'id', days: 7, keepDays: KEPT_DAYS },
  { table: 'core.notification_send_details', column: 'send_id', by: 'id', days: 7, keepDays: KEPT_DAYS },
]

/** A process that dies uses up an attempt, so there are many. */
const CONSUMER_ATTEMPTS = 25
/** Longer than any service may take to answer: a mail server has ten minutes. */
const SEND_MILLISECONDS = 12 * 60_000
/** Events that one job decides about: few enough that several processes share a storm. */
const EVENTS_TOGETHER = 20
/** How long a link in a message acknowledges an alert. Milliseconds. */
const LINK_MILLISECONDS = 7 * 86_400_000

/** Names of events about which people can be notified. */
function isNotifiable(name: string): name is EventName {
  return Object.hasOwn(eventForms, name)
}

/** Tables that other modules may read. @public The test of the tables of modules reads it. */
export const readableTables = [
  // An escalation belongs to an alert, and ends with it.
  'core.notification_alerts',
  // A silence is tried on what was sent lately.
  'core.notification_send_history',
  // The watchdog looks for messages that are overdue.
  'core.alert_told',
  // Readiness for an alert includes ways that are broken.
  'core.broken_ways',
] as const

/** Messages to people about what happens to resources: decides who is told, sends, and records why. */
export const openNotifications: OpenModule = async (platform) => {
  const { pool, live, scripts, secrets, clock, configuration } = platform
  const { publicUrl } = configuration
  const now = () => clock.now()
  const properties = propertiesInForce.of(platform)
  const known = subjects.of(platform)
  const silences = silencing.of(platform)
  const blindness = blindnessPort.find(platform)
  const people = { onCall: onCall.of(platform), secrets, configuration }
  const rules = createRules(pool, live)
  platform.parts.onEnd('notification rules', () => rules.close())
  const tokens = createAcknowledgeTokens(secrets)
  const services = await loadServices()

  const sendJob = defineJob({
    name: 'SendNotification',
    lane: 'sends',
    payload: z.object({ id: z.uuid() }),
    key: ({ id }) => id,
    attempts: CONSUMER_ATTEMPTS,
    timeLimit: SEND_MILLISECONDS,
    record: false,
    async run({ payload: { id }, signal }) {
      await sendMessage(sendParts, id, signal)
      return { success: 1, errors: [] }
    },
  })
  const listJob = defineJob({
    name: 'SendNotificationList',
    lane: 'sends',
    payload: z.object({ recipient: z.string() }),
    key: ({ recipient }) => recipient,
    attempts: CONSUMER_ATTEMPTS,
    timeLimit: SEND_MILLISECONDS,
    record: false,
    async run({ payload: { recipient } }) {
      await sendList(sendParts, recipient)
      return { success: 1, errors: [] }
    },
  })
  const lookJob = defineJob({
    name: 'ReviewAlert',
    lane: 'notifications',
    payload: z.object({ id: z.uuid() }),
    key: ({ id }) => id,
    attempts: CONSUMER_ATTEMPTS,
    record: false,
    run: async ({ payload: { id } }) => ({
      success: (await reviewAlert(decideParts, id)) ? 1 : 0,
      errors: [],
    }),
  })
  const review = createReviews(lookJob, now)
  const shared = {
    pool,
    review,
    scripts,
    rules,
    subjects: known,
    silencing: silences,
    blindness,
    publicUrl,
    sendJob,
    listJob,
    now,
    names: createSearchNameIndex(pool, now),
  }
  const deliverParts = {
    ...platform,
    services,
    connections: connectionsInUse.of(platform),
    publicEgress: createPublicEgress(),
  }
  const serviceProblems = createServiceProblems(deliverParts)
  const sendParts: SendDependencies = {
    ...deliverParts,
    ...shared,
    warnOfBroken: (...warning) => warnOfBroken(...warning),
    acknowledgeToken: (alertId, { name, personId, teamId }) =>
      tokens.create({
        alertId,
        name,
        ...(personId === undefined || teamId !== undefined ? {} : { personId }),
        expires: new Date(now().getTime() + LINK_MILLISECONDS),
      }),
  }
  const decideParts: DecideDependencies = {
    ...shared,
    people,
    events: platform.events,
    limits: () => limitsIn((name) => properties.value(name)),
    flapping: () => flappingIn((name) => properties.value(name)),
  }

  const decide = createDecider(decideParts, clock)

  const {
    port,
    jobs: alertingJobs,
    warnOfBroken,
  } = createAlerting({ ...decideParts, deliver: deliverParts, people })
  alerting.offer(platform, port)
  directMessages.offer(platform, createDirectMessages({ ...decideParts, deliver: deliverParts }))
  const flags = flagsInForce.of(platform)
  waitingAlerts.offer(platform, {
    count: async ({ personId, roles }) =>
      refusalOf(seen, roles, flags) === undefined ? countMine(pool, personId, now()) : null,
  })
  const verbs = createVerbs({ ...decideParts, countMessage: platform.countMessage }, port)
  const reviewJob = defineJob({
    name: 'ReviewAlerts',
    lane: 'notifications',
    cron: '* * * * *',
    record: false,
    run: () => reviewAlerts(decideParts),
  })
  const reviewSoon = (ruleIds?: readonly string[]) => {
    markForReview(pool, ruleIds)
      .then((isAny) => (isAny ? reviewJob.add(pool, {}) : undefined))
      .catch((error: unknown) =>
        platform.log.warn({ err: error }, 'alerts are looked at again within a minute only'),
      )
  }
  platform.parts.onEnd(
    'review of held alerts',
    silences.onChanged(() => reviewSoon()),
  )
  if (blindness !== undefined)
    platform.parts.onEnd(
      'review of alerts held by blindness',
      blindness.onChanged(() => reviewSoon()),
    )
  platform.parts.onEnd(
    'review of the alerts of rules',
    live.subscribe((event) => {
      // Where many changed at once, those of the last minute are found by their times.
      if (event.kind === 'change' && event.change.topic === 'notifications')
        reviewSoon(event.change.ids ?? [])
    }),
  )

  const coverage = createCoverage(decideParts)
  const coverJob = defineJob({
    name: 'TellOfNewlyCovered',
    lane: 'notifications',
    cron: '* * * * *',
    record: false,
    async run() {
      const { decided, isMore } = await coverage.look()
      if (isMore && decided > 0) await coverJob.add(pool, {})
      return { success: decided, errors: [] }
    },
  })
  platform.parts.onEnd(
    'review of what rules cover',
    rules.onChanged((changed) => {
      coverage.forget()
      const kinds = [...known.values()].flatMap(({ kind }) => (namesFailuresOf(changed, kind) ? [kind] : []))
      markForCoverage(pool, kinds)
        .then(async (isAny) => {
          if (isAny) await reviewJob.add(pool, {})
          await coverJob.add(pool, {})
        })
        .catch((error: unknown) =>
          platform.log.warn({ err: error }, 'what a rule covers now is looked at within a minute only'),
        )
    }),
  )

  /** Each event about a resource is decided by a consumer. */
  function consumerOf<Name extends EventName>(
    name: Name,
    { about }: EventForm<EventPayload<Name>>,
  ): Consumer[] {
    if (about === undefined) return []
    const isUrgent = (payload: EventPayload<Name>) =>
      'severity' in payload && payload.severity === ('critical' satisfies Severity)
    const usual: ConsumerDefinition<Name> = {
      event: name,
      name: 'notifications',
      lane: 'notifications',
      attempts: CONSUMER_ATTEMPTS,
      together: EVENTS_TOGETHER,
      takes: (payload) => !isUrgent(payload),
      // Of these a large scrape emits thousands. Alerts and recoveries end and open what rules remember.
      wants: () => about.tells !== 'update' || rules.mayName(name),
      async run({ id, payload }) {
        const time = about.time(payload)
        const state = await known.get(about.kind)?.loadAt(about.id(payload), time)
        if (state !== undefined)
          await decide({ happening: { id, event: name, tells: about.tells, time }, state })
      },
    }
    if (about.kind !== 'check') return [defineConsumer(usual)]
    return [
      defineConsumer(usual),
      defineConsumer({
        ...usual,
        name: 'urgent notifications',
        lane: 'urgent',
        isUrgent: true,
        takes: isUrgent,
      }),
    ]
  }

  return {
    name: 'notifications',
    routes: partOf('settings.notifications', [
      ...notificationRoutes({
        ...decideParts,
        deliver: deliverParts,
        verbs,
        draftTests: platform.draftTests,
        again: { sendJob, countMessage: platform.countMessage, now },
        silences: silenceBook.of(platform),
      }),
      ...trialRoutes({
        ...decideParts,
        secrets,
        serviceProblems,
        deliver: deliverParts,
        draftTests: platform.draftTests,
        drafts: connectionDrafts.of(platform),
      }),
    ]),
    data: ruleData(platform, serviceProblems),
    topics,
    partitions: notificationPartitions,
    receivers: [
      ...acknowledgeReceivers({ pool, verbs, tokens, now }),
      ...buttonReceivers({ ...deliverParts, pool, verbs, tokens, now }),
    ],
    consumers: Object.keys(eventForms)
      .filter(isNotifiable)
      .flatMap((name) => consumerOf(name, eventForms[name])),
    jobs: [
      sendJob,
      listJob,
      lookJob,
      ...alertingJobs,
      reviewJob,
      coverJob,
      defineJob({
        name: 'RequeueLostNotifications',
        lane: 'notifications',
        cron: '*/5 * * * *',
        record: false,
        run: () => requeueLost(decideParts),
      }),
      defineJob({
        name: 'RemoveOldAlerts',
        lane: 'maintenance',
        cron: '51 3 * * *',
        record: true,
        manual: {
          description:
            'Removes alerts that have been over for 90 days, or for as long as the property notifications.alerts.keep says, with their timelines.',
          cost: 'These alerts are removed for good.',
        },
        run: async ({ now: current, signal }) => ({
          success: await removeOldAlerts(
            pool,
            new Date(current().getTime() - keptIn((name) => properties.value(name))),
            signal,
          ),
          errors: [],
        }),
      }),
      defineJob({
        name: 'RemoveOldNotificationNames',
        lane: 'maintenance',
        cron: '41 4 * * *',
        record: true,
        manual: {
          description: 'Removes names from the search of notifications that no notification has any more.',
          cost: 'It reads the history of notifications.',
        },
        run: async ({ now: current, signal }) => ({
          success: await removeOldNames(pool, new Date(current().getTime() - DAY), signal),
          errors: [],
        }),
      }),
    ],
  }
}
