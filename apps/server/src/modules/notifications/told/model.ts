// For tests: one resource, its rules and recipients, driven by the functions that decide in the product, without a
// database. Times are milliseconds since 1970.
import { SECOND } from '@binnacle/contract/core'
import type { HoldKind } from '@binnacle/contract/notifications'
import { type Circumstances, type Hold, nextFor, nextLook, type Told, UNTOLD } from './decide.ts'
import { closesAt, closingDelayOf } from './closing.ts'
import { type ListBefore, restUntil } from './lists.ts'
import { flaps, type FlappingRules, steadyAt } from './flapping.ts'

export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** What the model's limits are: small, so that histories reach them. */
const RESOURCE_LIMIT = { count: 4, window: HOUR }
const RULE_LIMIT = { count: 6, window: 4 * HOUR }
const SUMMARY = 15 * MINUTE
const RETRY = 5 * MINUTE

/** The level of what is critical. */
const CRITICAL = 11

/** A rule with the recipients that it names. */
export interface ModelRule {
  recipients: readonly string[]
  isOn: boolean
  waitMilliseconds: number
  remindMilliseconds: number | undefined
  closingMilliseconds: number
}

/** What a service does with a message. */
export type Service = 'takes' | 'fails' | 'takes without an answer'

/** A message that a recipient got. */
interface Message {
  at: number
  what: 'open' | 'over' | 'reminder'
}

interface OnItsWay {
  what: Message['what']
  at: number
  rule: number
}

/** Everything that a history changes. */
export interface Model {
  now: number
  isWrong: boolean
  exists: boolean
  level: number
  isOpen: boolean
  changes: number[]
  flappingSince: number | undefined
  acknowledgedUntil: number | undefined
  snoozed: { until: number; level: number } | undefined
  silencedUntil: number | undefined
  quietUntil: number | undefined
  services: Map<string, Service>
  rules: ModelRule[]
  told: Map<string, Told>
  onItsWay: Map<string, OnItsWay>
  inbox: Map<string, Message[]>
  /** Lists of other alerts that recipients got. */
  lists: Map<string, ListBefore[]>
  /** Times at which messages of each rule were queued. */
  sent: number[][]
  lookAt: number | undefined
}

const flappingRules: readonly FlappingRules[] = [
  { begins: 5, window: 10 * MINUTE, ends: 2, calm: 10 * MINUTE },
]

export function createModel(rules: readonly ModelRule[], recipients: readonly string[]): Model {
  return {
    now: 0,
    isWrong: false,
    exists: true,
    level: 7,
    isOpen: false,
    changes: [],
    flappingSince: undefined,
    acknowledgedUntil: undefined,
    snoozed: undefined,
    silencedUntil: undefined,
    quietUntil: undefined,
    services: new Map(recipients.map((recipient) => [recipient, 'takes'])),
    rules: rules.map((rule) => ({ ...rule })),
    told: new Map(),
    onItsWay: new Map(),
    inbox: new Map(recipients.map((recipient) => [recipient, []])),
    lists: new Map(recipients.map((recipient) => [recipient, []])),
    sent: rules.map(() => []),
    lookAt: undefined,
  }
}

const notifiedRecipientsOf = (model: Model, recipient: string): Told => model.told.get(recipient) ?? UNTOLD

function limitFor(model: Model, rule: number, recipient: string): Circumstances['limit'] {
  const { now, inbox, sent } = model
  const until = now + SUMMARY
  const own = (inbox.get(recipient) ?? []).filter(({ what }) => what !== 'over')
  const isFirst = !own.some(({ at }) => at > now - RULE_LIMIT.window)
  if (own.filter(({ at }) => at > now - RESOURCE_LIMIT.window).length >= RESOURCE_LIMIT.count)
    return { until, isFirst, isOfResource: true }
  const ofRule = (sent[rule] ?? []).filter((at) => at > now - RULE_LIMIT.window).length
  return ofRule >= RULE_LIMIT.count ? { until, isFirst, isOfResource: false } : undefined
}

const lookBy = (model: Model, time: number | undefined) => {
  if (time !== undefined && time > model.now) model.lookAt = Math.min(model.lookAt ?? Infinity, time)
}

/** Decides about everybody, as the product does after each event and at the end of each hold. */
export function decide(model: Model): void {
  const { now } = model
  model.lookAt = undefined
  const outer: Hold | undefined =
    model.silencedUntil !== undefined && model.silencedUntil > now
      ? { by: 'silence', until: model.silencedUntil }
      : undefined
  lookBy(model, model.silencedUntil)
  lookBy(model, model.acknowledgedUntil)
  lookBy(model, model.snoozed?.until)
  if (model.flappingSince !== undefined) settle(model)
  const closes = closingOf(model)
  if (closes !== undefined) {
    if (closes <= now) close(model)
    else return holdEnd(model, closes)
  }
  const alert = {
    isOpen: model.isOpen,
    level: model.level,
    isCritical: model.level >= CRITICAL,
    passesQuietHours: model.level >= CRITICAL,
    acknowledgedUntil: model.acknowledgedUntil,
    snoozed: model.snoozed,
  }
  const everyone = new Set([...model.told.keys(), ...model.rules.flatMap(({ recipients }) => recipients)])
  for (const recipient of everyone) {
    const place = model.rules.findIndex(({ isOn, recipients }) => isOn && recipients.includes(recipient))
    const rule = model.rules[place]
    if (rule === undefined && model.isOpen) continue
    const circumstances: Circumstances = {
      outer,
      quietUntil: model.quietUntil,
      limit: rule === undefined ? undefined : limitFor(model, place, recipient),
      remindMilliseconds: rule?.remindMilliseconds,
    }
    const told = notifiedRecipientsOf(model, recipient)
    const next = nextFor(alert, told, circumstances, now)
    if (next.do === 'hold') model.told.set(recipient, { ...told, heldBy: next.by, heldUntil: next.until })
    else if (next.do === 'tell' && next.what !== 'over') {
      model.told.set(recipient, {
        ...told,
        level: model.level,
        isOnItsWay: true,
        heldBy: undefined,
        heldUntil: undefined,
      })
      model.onItsWay.set(recipient, { what: next.what, at: now + (rule?.waitMilliseconds ?? 0), rule: place })
    } else if (next.do === 'tell' && !model.onItsWay.has(recipient))
      model.onItsWay.set(recipient, { what: 'over', at: now, rule: place })
    else if (next.do === 'nothing' && told.heldBy !== undefined && !told.isOnItsWay)
      model.told.set(recipient, { ...told, heldBy: undefined, heldUntil: undefined })
    lookBy(model, nextLook(alert, notifiedRecipientsOf(model, recipient), next, circumstances))
  }
}

/** Until when the alert stays open although its resource is well; undefined if it is wrong, over or flapping. */
function closingOf(model: Model): number | undefined {
  if (!model.isOpen || model.flappingSince !== undefined) return undefined
  return closesAt(model, closingDelayOf(model.rules.filter(({ isOn }) => isOn)))
}

/** Nothing but the end is due, and that waits. */
function holdEnd(model: Model, until: number): void {
  lookBy(model, until)
  for (const [recipient, told] of model.told)
    if (told.knows === 'open' && !told.isOnItsWay)
      model.told.set(recipient, { ...told, heldBy: 'closing delay', heldUntil: until })
}

/** Ends the flapping of a resource that is steady. */
function settle(model: Model): void {
  if (flaps(model.changes, true, flappingRules, model.now)) {
    lookBy(model, steadyAt(model.changes, flappingRules, model.now))
    return
  }
  model.flappingSince = undefined
  if (model.isWrong)
    for (const [recipient, told] of model.told) model.told.set(recipient, { ...told, level: 0 })
}

/** What is over is owed no more, and what waits need not go out. */
export function close(model: Model): void {
  model.isOpen = false
  model.flappingSince = undefined
  model.acknowledgedUntil = undefined
  model.snoozed = undefined
  for (const [recipient, waiting] of model.onItsWay) {
    if (waiting.what !== 'over') model.onItsWay.delete(recipient)
  }
  for (const [recipient, told] of model.told)
    model.told.set(recipient, { ...told, isOnItsWay: false, heldBy: undefined, heldUntil: undefined })
}

/** What keeps a message back at the moment at which it would go out, as the product asks then. */
function heldAtLast(model: Model, { what }: OnItsWay): HoldKind | undefined {
  if (what === 'over') return undefined
  const { now } = model
  if (closingOf(model) !== undefined) return 'closing delay'
  if (model.silencedUntil !== undefined && model.silencedUntil > now) return 'silence'
  if (model.acknowledgedUntil !== undefined && model.acknowledgedUntil > now) return 'acknowledgement'
  if (model.snoozed !== undefined && model.snoozed.until > now && model.level <= model.snoozed.level)
    return 'snooze'
  return undefined
}

/** Lets a service take a message that is due. */
function deliver(model: Model, recipient: string, waiting: OnItsWay): void {
  const told = notifiedRecipientsOf(model, recipient)
  const { now } = model
  if (heldAtLast(model, waiting) !== undefined) {
    model.onItsWay.delete(recipient)
    model.told.set(recipient, { ...told, isOnItsWay: false, level: told.knows === 'open' ? told.level : 0 })
    decide(model)
    return
  }
  // After a list everything waits for the next one, but what is critical.
  const rest = restUntil(model.lists.get(recipient) ?? [], false, now)
  if (rest !== undefined && (waiting.what === 'over' || model.level < CRITICAL)) {
    model.onItsWay.set(recipient, { ...waiting, at: rest })
    return
  }
  if (model.services.get(recipient) === 'fails') {
    model.onItsWay.set(recipient, { ...waiting, at: now + RETRY })
    return
  }
  model.onItsWay.delete(recipient)
  model.inbox.get(recipient)?.push({ at: now, what: waiting.what })
  if (waiting.what !== 'over') model.sent[waiting.rule]?.push(now)
  const knows = waiting.what === 'over' ? 'over' : 'open'
  model.told.set(recipient, { ...told, knows, knownAt: now, isOnItsWay: false })
  decide(model)
}

const dueAt = (model: Model): number =>
  Math.min(model.lookAt ?? Infinity, ...Array.from(model.onItsWay.values(), ({ at }) => at))

/** Lets time pass: holds end and messages go out, each at its time. */
export function pass(model: Model, milliseconds: number): void {
  const end = model.now + milliseconds
  for (let next = dueAt(model); next <= end; next = dueAt(model)) {
    model.now = Math.max(model.now, next)
    if (model.lookAt !== undefined && model.lookAt <= model.now) decide(model)
    for (const [recipient, waiting] of Array.from(model.onItsWay))
      if (waiting.at <= model.now && model.onItsWay.get(recipient) === waiting)
        deliver(model, recipient, waiting)
  }
  model.now = end
}

const MOST_CHANGES = 40

/** Opens the alert of a resource that is wrong, if a rule looks at it. */
function open(model: Model): boolean {
  if (model.isOpen) return true
  if (!model.rules.some(({ isOn }) => isOn)) return false
  model.isOpen = true
  // It is another alert. Who never heard of the end of the last one still knows that it fails, and that end is not told.
  model.onItsWay.clear()
  for (const [recipient, told] of model.told) if (told.knows !== 'open') model.told.delete(recipient)
  return true
}

/** A rule is switched on or off. What is wrong already is told as if it had just failed. */
export function switchRule(model: Model, place: number): void {
  const rule = model.rules[place]
  if (rule === undefined) return
  rule.isOn = !rule.isOn
  const wasOpen = model.isOpen
  if (model.isOpen && !model.rules.some(({ isOn }) => isOn)) close(model)
  else if (model.isWrong) open(model)
  if (model.isWrong && model.isOpen !== wasOpen)
    model.changes = [...model.changes, model.now].slice(-MOST_CHANGES)
}

/** The resource fails. */
export function fail(model: Model): void {
  if (!model.exists || model.isWrong) return
  model.isWrong = true
  model.changes = [...model.changes, model.now].slice(-MOST_CHANGES)
  if (!open(model)) return
  if (model.flappingSince === undefined && flaps(model.changes, false, flappingRules, model.now))
    model.flappingSince = model.now
  decide(model)
}

/** The resource recovers. */
export function recover(model: Model): void {
  if (!model.exists || !model.isWrong) return
  model.isWrong = false
  model.changes = [...model.changes, model.now].slice(-MOST_CHANGES)
  if (!model.isOpen) return
  decide(model)
}
