// Who has to be told what of an alert, and what keeps that back until when. Pure: it asks nothing and changes nothing.
// Times are milliseconds since 1970.
import type { HoldKind } from '@binnacle/contract/notifications'

/** What one recipient knows of an alert. */
export interface Told {
  knows: 'nothing' | 'open' | 'over'
  /** How bad it was when they were told. */
  level: number
  knownAt: number | undefined
  /** Whether a message about its failure is on its way. */
  isOnItsWay: boolean
  heldBy: HoldKind | undefined
  heldUntil: number | undefined
}

/** What a recipient knows who never heard of it. */
export const UNTOLD: Told = {
  knows: 'nothing',
  level: 0,
  knownAt: undefined,
  isOnItsWay: false,
  heldBy: undefined,
  heldUntil: undefined,
}

/** Something that keeps messages back. Without an end it is looked at every minute. */
export interface Hold {
  by: HoldKind
  until: number | undefined
}

/** An alert as it is now. */
export interface AlertNow {
  isOpen: boolean
  /** How bad it is; what is worse than people know is told again. */
  level: number
  isCritical: boolean
  /** Whether it is too urgent to wait for the end of hours of rest. */
  passesQuietHours: boolean
  /** Until when somebody takes care of it; infinite without an end. */
  acknowledgedUntil: number | undefined
  /** Until when it rests, unless it gets worse than this level. */
  snoozed: { until: number; level: number } | undefined
}

/** What else bears upon one recipient. */
export interface Circumstances {
  /** A silence, or something unhealthy that it depends on. */
  outer: Hold | undefined
  /** Until when the recipient or the rule rests. */
  quietUntil: number | undefined
  /** Until when a limit holds the message back, and which alerts pass it. */
  limit: { until: number; isFirst: boolean; isOfResource: boolean } | undefined
  /** How often it says that it is still failing. */
  remindMilliseconds: number | undefined
}

/** What has to be done about one recipient. */
export type Next =
  | { do: 'nothing' }
  /** @param isSummary whether a limit ends with this message, which tells of all that it held back */
  | { do: 'tell'; what: 'open' | 'over' | 'reminder'; isSummary: boolean }
  | { do: 'hold'; by: HoldKind; until: number | undefined }

const NOTHING: Next = { do: 'nothing' }

/** The hold that is in force now. */
function holdOf(alert: AlertNow, told: Told, circumstances: Circumstances, now: number): Hold | undefined {
  const { outer, quietUntil, limit } = circumstances
  if (outer !== undefined) return outer
  if (told.heldBy === 'broken way' && told.heldUntil !== undefined && told.heldUntil > now)
    return { by: 'broken way', until: told.heldUntil }
  const { acknowledgedUntil: acknowledged, snoozed } = alert
  if (acknowledged !== undefined && acknowledged > now)
    return { by: 'acknowledgement', until: Number.isFinite(acknowledged) ? acknowledged : undefined }
  if (snoozed !== undefined && snoozed.until > now && alert.level <= snoozed.level)
    return { by: 'snooze', until: snoozed.until }
  if (quietUntil !== undefined && quietUntil > now && !alert.passesQuietHours)
    return { by: 'quiet hours', until: quietUntil }
  if (limit === undefined) return undefined
  const isExempt = !limit.isOfResource && (limit.isFirst || alert.isCritical)
  // A limit that held a message back lets it go at its end, in a summary, whatever was sent meanwhile.
  const hasWaited = told.heldBy === 'limit' && told.heldUntil !== undefined && told.heldUntil <= now
  if (isExempt || hasWaited) return undefined
  const until = told.heldBy === 'limit' && told.heldUntil !== undefined ? told.heldUntil : limit.until
  return until > now ? { by: 'limit', until } : undefined
}

/** What a recipient should know and does not: the difference is a message that is due. */
function owedTo(
  alert: AlertNow,
  told: Told,
  { remindMilliseconds }: Circumstances,
  now: number,
): 'open' | 'over' | 'reminder' | undefined {
  if (!alert.isOpen) return told.knows === 'open' ? 'over' : undefined
  if (told.isOnItsWay) return undefined
  if (told.knows !== 'open' || alert.level > told.level) return 'open'
  const isRemindedOf =
    remindMilliseconds !== undefined && told.knownAt !== undefined && told.knownAt + remindMilliseconds <= now
  return isRemindedOf ? 'reminder' : undefined
}

/** Says what has to be done about one recipient of an alert now. A recovery passes whatever holds. */
export function nextFor(alert: AlertNow, told: Told, circumstances: Circumstances, now: number): Next {
  const owed = owedTo(alert, told, circumstances, now)
  if (owed === undefined) return NOTHING
  if (owed === 'over') return { do: 'tell', what: 'over', isSummary: false }
  const hold = holdOf(alert, told, circumstances, now)
  if (hold !== undefined) return { do: 'hold', ...hold }
  return { do: 'tell', what: owed, isSummary: told.heldBy === 'limit' }
}

/** When a recipient has to be looked at again although nothing happens; undefined if never. */
export function nextLook(
  alert: AlertNow,
  told: Told,
  next: Next,
  { remindMilliseconds }: Pick<Circumstances, 'remindMilliseconds'>,
): number | undefined {
  if (next.do === 'hold') return next.until
  // While a message is on its way, nothing follows from the time of the one before.
  if (!alert.isOpen || told.isOnItsWay || remindMilliseconds === undefined || told.knownAt === undefined)
    return undefined
  return told.knows === 'open' ? told.knownAt + remindMilliseconds : undefined
}
