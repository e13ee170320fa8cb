// What rules would do. Nothing is stored or sent.
import { DAY, NIL_ID } from '@binnacle/contract/core'
import type { PastEvent, RulePreview, RuleVerdict } from '@binnacle/contract/notifications'
import { events as eventForms } from '@binnacle/contract/kinds'
import type { Pool } from 'pg'
import type { RecentEvent, Subject, SubjectState } from '../../../../platform/subjects.ts'
import { environmentOf, passes } from '../send/environment.ts'
import { evaluateRule, type EvaluateDependencies } from './evaluate.ts'
import { type AffectedResource, offReason } from './filter.ts'
import { readLimits } from './limits.ts'
import type { SearchNameIndex } from '../record/search-name-index.ts'
import { renderText } from '../send/render.ts'
import { Decisions } from '../record/rows.ts'
import { type DeliverDependencies, prepareService } from '../send/deliver.ts'
import { type PeopleDependencies, waysTo } from './people.ts'
import type { Recipient } from './recipients.ts'
import { type PreparedDecision, prepareDecision, prepareRule } from './prepare.ts'
import { loadTold, toldOfRow, type ToldRow } from '../../told/book.ts'
import { nextFor, UNTOLD } from '../../told/decide.ts'
import { findAlertOf, levelOf } from '../../told/stored.ts'
import { alertNowOf, circumstancesOf, holdReason, urgencyOf } from '../../told/tell.ts'
import { alertEvent, type Rule, tellsAlerts } from '../rules.ts'
import type { MessageSubject } from '../send/texts.ts'

/** Events of a kind that a rule is tried on. */
const MOST_TRIED = 10_000
/** Events that are listed, to choose one. */
const MOST_LISTED = 100
/** Events of which each step is decided: enough for a day, and for a storm no more than a person waits for. */
const MOST_DECIDED = 500
/** Rules that are not stored have this id, which none of the history has. */
export const DRAFT_ID = NIL_ID

export interface ExplainDependencies extends EvaluateDependencies {
  pool: Pool
  deliver: DeliverDependencies
  people: PeopleDependencies
  names: Pick<SearchNameIndex, 'keep'>
}

/** Why each recipient cannot be told; remembered, because many events have the same ones. */
type Reachability = Map<string, Promise<string | undefined>>

/** What an event tells of its resource. */
function tellsOf(event: string): MessageSubject['tells'] {
  const form = Object.entries(eventForms).find(([name]) => name === event)?.[1]
  return form?.about?.tells ?? 'update'
}

/** What a rule would do about an event. */
interface RuleTrial {
  /** Whether the rule names the event, and its filter lets it through or fails. */
  concerns: boolean
  tells: boolean
  recipients: string[]
  decisions: Decisions
  filterError: string | undefined
}

/** Why no way leads to a recipient: an address or setting that its service does not take. */
async function whyUnreached(
  { deliver, people }: ExplainDependencies,
  rule: Rule,
  recipient: Recipient,
  severity: SubjectState['severity'],
): Promise<string | undefined> {
  const problems: string[] = []
  for (const way of await waysTo(people, recipient, severity)) {
    const ready = await prepareService(deliver, way.recipient, rule.properties, rule.namespace)
    if (ready.ok) return undefined
    problems.push(ready.failure)
  }
  return problems.join('; ') || 'no way leads there'
}

/** Those of the recipients to whom a message can be sent. */
async function reachedOf(
  dependencies: ExplainDependencies,
  rule: Rule,
  recipients: readonly Recipient[],
  { severity }: SubjectState,
  decisions: Decisions,
  known: Reachability,
): Promise<Recipient[]> {
  const reached: Recipient[] = []
  for (const recipient of recipients) {
    const key = `${rule.id} ${severity} ${recipient.key}`
    const asked = known.get(key) ?? whyUnreached(dependencies, rule, recipient, severity)
    known.set(key, asked)
    const problem = await asked
    if (problem === undefined) reached.push(recipient)
    else decisions.add('recipient', 'stop', `${recipient.name} cannot be told: ${problem}`)
  }
  return reached
}

/**
 * Tries a rule on an event: the one place in which the preview asks what a decision would be.
 * @param known what is known of recipients from other events
 */
async function tryRule(
  dependencies: ExplainDependencies,
  rule: Rule,
  resource: AffectedResource,
  known: Reachability,
): Promise<RuleTrial> {
  const { happening, state } = resource
  const decisions = new Decisions(dependencies.now)
  if (!rule.events.includes(happening.event)) {
    decisions.add('rule', 'stop', `The rule does not name ${happening.event}`)
    return { concerns: false, tells: false, recipients: [], decisions, filterError: undefined }
  }
  decisions.add('rule', 'pass', `The rule names ${happening.event}`)
  if (happening.tells === 'recovery' && tellsAlerts(rule, state.kind))
    return tryEnd(dependencies, rule, resource, decisions, known)
  return tryNamed(dependencies, rule, resource, decisions, known)
}

/** Tries a rule that names an event. */
async function tryNamed(
  dependencies: ExplainDependencies,
  rule: Rule,
  resource: AffectedResource,
  decisions: Decisions,
  known: Reachability,
): Promise<RuleTrial> {
  const { happening, state } = resource
  const silent = { concerns: true, tells: false, recipients: [], decisions, filterError: undefined }
  const environment = environmentOf(dependencies.publicUrl, happening.event, state)
  const passed = await passes(dependencies.scripts, rule.filter, environment)
  if (!passed.ok) {
    decisions.add('filter', 'stop', `The filter fails: ${passed.failure}`)
    return { ...silent, filterError: passed.failure }
  }
  decisions.add(
    'filter',
    passed.value ? 'pass' : 'stop',
    rule.filter === undefined ? 'The rule has no filter' : `The filter is ${String(passed.value)}`,
  )
  if (!passed.value) return { ...silent, concerns: false }
  if (
    rule.named.recipients.length + rule.named.problems.length === 0 &&
    rule.escalationPolicyId !== undefined
  ) {
    decisions.add('recipient', 'pass', 'The escalation policy decides who is told')
    return { ...silent, tells: true, recipients: ['the people of the escalation policy'] }
  }
  if (happening.tells === 'alert') return tryAlert(dependencies, rule, resource, decisions, known)
  const prepared = await prepareRule(dependencies, rule, resource, decisions)
  const requests = [{ rule, event: happening.event, state, recipients: [] }]
  const limits = await readLimits(dependencies.pool, requests, dependencies.limits(), dependencies.now())
  const verdict = evaluateRule(limits, dependencies, prepared, resource)
  if (verdict.kind === 'hold') return silent
  const reached = await reachedOf(dependencies, rule, verdict.recipients, state, decisions, known)
  return { ...silent, tells: reached.length > 0, recipients: reached.map(({ name }) => name) }
}

/** Tries a rule on a failure, by what its recipients know of the open alert of the resource. */
async function tryAlert(
  dependencies: ExplainDependencies,
  rule: Rule,
  resource: AffectedResource,
  decisions: Decisions,
  known: Reachability,
): Promise<RuleTrial> {
  const { happening, state } = resource
  const nobody: RuleTrial = {
    concerns: true,
    tells: false,
    recipients: [],
    decisions,
    filterError: undefined,
  }
  if (state.isOff === true) {
    decisions.add('rule', 'stop', offReason(state))
    return nobody
  }
  const prepared = await prepareDecision(dependencies, rule, resource, decisions, () => Promise.resolve())
  if (prepared.recipients.length === 0) {
    evaluateRule({ toldAt: () => undefined, isExceeded: () => false }, dependencies, prepared, resource)
    return nobody
  }
  const keys = prepared.ways.map(({ recipient }) => recipient.key)
  const requests = [{ rule, event: happening.event, state, recipients: keys }]
  const now = dependencies.now()
  const limits = await readLimits(dependencies.pool, requests, dependencies.limits(), now)
  const open = await findAlertOf(dependencies.pool, state)
  const told = open === undefined ? [] : await loadTold(dependencies.pool, [open.id])
  const level = levelOf({ severity: state.severity, event: happening.event })
  const alert = open === undefined ? { ...UNSEEN, level, ...urgencyOf(state) } : alertNowOf(open)
  const due: Recipient[] = []
  const reasons = new Set<string>()
  for (const { recipient } of prepared.ways) {
    const row = told.find(({ recipient: key }) => key === recipient.key)
    const circumstances = circumstancesOf(limits, prepared, state.id, recipient.key)
    const next = nextFor(alert, row === undefined ? UNTOLD : toldOfRow(row), circumstances, now.getTime())
    if (next.do === 'tell') due.push(recipient)
    else if (next.do === 'nothing') reasons.add(knownReason(recipient.name, row))
    else if (open !== undefined || next.by !== 'acknowledgement')
      reasons.add(
        holdReason(next, { of: { acknowledged_name: open?.acknowledged_name ?? null } }, recipient.name),
      )
  }
  for (const reason of reasons) decisions.add('recipient', due.length === 0 ? 'stop' : 'note', reason)
  const reached = await whomReached(dependencies, rule, { prepared, due }, state, decisions, known)
  if (reached.length > 0 && rule.waitMilliseconds !== undefined)
    decisions.add('wait', 'hold', `Waits ${rule.waitMilliseconds / 60_000} min, then looks again`)
  return { ...nobody, tells: reached.length > 0, recipients: reached }
}

/** Those to whom a message is due that can be sent. Devices of a person are one way, so the person is asked about. */
async function whomReached(
  dependencies: ExplainDependencies,
  rule: Rule,
  { prepared, due }: { prepared: PreparedDecision; due: readonly Recipient[] },
  state: SubjectState,
  decisions: Decisions,
  known: Reachability,
): Promise<string[]> {
  const isDue = ({ key, personId }: Recipient) =>
    due.some((each) => each.key === key || (personId !== undefined && each.personId === personId))
  const named = prepared.recipients.filter(isDue)
  return (await reachedOf(dependencies, rule, named, state, decisions, known)).map(({ name }) => name)
}

/** An alert that is not there yet. */
const UNSEEN = { isOpen: true, acknowledgedUntil: undefined, snoozed: undefined } as const

function knownReason(name: string, row: ToldRow | undefined): string {
  if (row?.send_id != null) return `A message to ${name} is on its way`
  return `${name} was told of it at ${row?.known_at?.toISOString() ?? 'an unknown time'}`
}

/**
 * Tries a rule on the end of a failure. As in a decision, those are told who were told of the failure, whatever the filter
 * says of its end.
 */
async function tryEnd(
  dependencies: ExplainDependencies,
  rule: Rule,
  { happening, state }: AffectedResource,
  decisions: Decisions,
  known: Reachability,
): Promise<RuleTrial> {
  const subject = dependencies.subjects.get(state.kind)
  // Of a kind that does not know, it is assumed that there was something that it ends.
  if (subject?.failureBefore === undefined)
    return tryNamed(dependencies, rule, { happening, state }, decisions, known)
  const failedAt = await subject.failureBefore(state.id, happening.time)
  const failure = failedAt && (await subject.loadAt(state.id, failedAt))
  const event = alertEvent(rule.events, state.kind)
  if (failure === undefined || event === undefined) {
    decisions.add('rule', 'stop', 'It was not unhealthy before, so no message about a failure came first')
    return { concerns: true, tells: false, recipients: [], decisions, filterError: undefined }
  }
  decisions.add('rule', 'note', 'The people who were told about the failure are told')
  const then = { id: happening.id, event, tells: 'alert', time: failure.since ?? happening.time } as const
  return tryNamed(dependencies, rule, { happening: then, state: failure }, decisions, known)
}

/** Loads the resources of events as they were then. */
async function findAffectedResource(
  subjects: ReadonlyMap<string, Subject>,
  kind: string,
  { event, id, time }: RecentEvent | { event: string; id: string; time: Date },
): Promise<AffectedResource | undefined> {
  const state = await subjects.get(kind)?.loadAt(id, time)
  if (state === undefined) return undefined
  return { state, happening: { id: DRAFT_ID, event, tells: tellsOf(event), time } }
}

function shownFallback({ fallback }: Rule): RulePreview['fallback'] {
  if (fallback === undefined) return null
  const { named, delayMilliseconds } = fallback
  return {
    recipients: named.recipients.map(({ name }) => name),
    milliseconds: delayMilliseconds,
    problems: [...named.problems],
  }
}

function shown({ happening, state }: AffectedResource): PastEvent {
  return {
    event: happening.event,
    kind: state.kind,
    id: state.id,
    name: state.name,
    time: happening.time.toISOString(),
    reason: state.reason ?? null,
  }
}

/** Resources that are looked up at once. */
const LOOKED_UP = 200

/** Events with their resources as they were then. The newest event of a resource left it as it is now. */
async function statesOf(subject: Subject, recent: readonly RecentEvent[]): Promise<AffectedResource[]> {
  const newest = await subject.load([...new Set(recent.map(({ id }) => id))])
  const seen = new Set<string>()
  const found: AffectedResource[] = []
  for (let start = 0; start < recent.length; start += LOOKED_UP) {
    const part = recent.slice(start, start + LOOKED_UP).map(async ({ event, id, time }) => {
      const isNewest = !seen.has(id)
      seen.add(id)
      const state = isNewest ? newest.get(id) : await subject.loadAt(id, time)
      return state && { state, happening: { id: DRAFT_ID, event, tells: tellsOf(event), time } }
    })
    found.push(...(await Promise.all(part)).filter((one) => one !== undefined))
  }
  return found
}

/** Recent events that a rule names, with their resources. */
async function recentOf(dependencies: ExplainDependencies, rule: Rule): Promise<AffectedResource[]> {
  const since = dependencies.now().getTime() - DAY
  const found: AffectedResource[] = []
  for (const subject of dependencies.subjects.values()) {
    const recent = (await subject.recentEvents(MOST_TRIED)).filter(
      ({ event, time }) => rule.events.includes(event) && time.getTime() >= since,
    )
    found.push(...(await statesOf(subject, recent)))
  }
  return found.toSorted((one, other) => other.happening.time.getTime() - one.happening.time.getTime())
}

/** What a rule would do about an event, or about the newest one that its filter lets through. */
export async function previewRule(
  dependencies: ExplainDependencies,
  rule: Rule,
  wanted: { kind: string; event: string; id: string; time: Date } | undefined,
): Promise<RulePreview & { resource: AffectedResource | undefined }> {
  const all = await recentOf(dependencies, rule)
  const known: Reachability = new Map()
  const counts = { events: all.length, passed: 0, decided: 0, told: 0 }
  const recent: RulePreview['recent'] = []
  let first: AffectedResource | undefined
  for (const resource of all) {
    const environment = environmentOf(dependencies.publicUrl, resource.happening.event, resource.state)
    const passed = await passes(dependencies.scripts, rule.filter, environment)
    const isPassed = passed.ok && passed.value
    if (recent.length < MOST_LISTED) recent.push({ ...shown(resource), passes: isPassed })
    if (!isPassed) continue
    first ??= resource
    counts.passed += 1
    if (counts.decided >= MOST_DECIDED) continue
    counts.decided += 1
    if ((await tryRule(dependencies, rule, resource, known)).tells) counts.told += 1
  }
  const resource =
    wanted === undefined
      ? (first ?? all[0])
      : await findAffectedResource(dependencies.subjects, wanted.kind, wanted)
  if (resource === undefined)
    return {
      event: null,
      tells: false,
      recipients: [],
      fallback: shownFallback(rule),
      decisions: [],
      message: null,
      templateError: null,
      filterError: null,
      problems: [],
      counts,
      recent,
      resource: undefined,
    }
  const trial = await tryRule(dependencies, rule, resource, known)
  const { happening, state } = resource
  // What is well again only knows since when it is well, not since when it was wrong.
  const subject = { ...happening, state, since: happening.tells === 'recovery' ? undefined : state.since }
  const text = await renderText(dependencies, rule, subject, '')
  return {
    event: shown(resource),
    tells: trial.tells,
    recipients: trial.recipients,
    fallback: shownFallback(rule),
    decisions: trial.decisions.list,
    message: { title: text.title, body: text.body },
    templateError: text.templateError ?? null,
    filterError: trial.filterError ?? null,
    problems: [],
    counts,
    recent,
    resource,
  }
}

/** Whether each rule would tell somebody if a resource failed now. */
export async function explainResource(
  dependencies: ExplainDependencies,
  rules: readonly Rule[],
  state: SubjectState,
): Promise<RuleVerdict[]> {
  const names = Object.entries(eventForms).flatMap(([name, { about }]) =>
    about?.kind === state.kind && about.tells === 'alert' ? [name] : [],
  )
  const verdicts: RuleVerdict[] = []
  const known: Reachability = new Map()
  for (const rule of rules) {
    const event = names.find((name) => rule.events.includes(name)) ?? names[0] ?? ''
    const happening = { id: DRAFT_ID, event, tells: 'alert', time: dependencies.now() } as const
    const { concerns, tells, recipients, decisions } = await tryRule(
      dependencies,
      rule,
      { happening, state },
      known,
    )
    const { id, name } = rule
    verdicts.push({ rule: { id, name }, concerns, tells, recipients, decisions: decisions.list })
  }
  return verdicts.toSorted((one, other) => Number(other.tells) - Number(one.tells))
}
