// What a decision has to know before its transaction begins. A caller that holds a connection and waits for a second one can
// wait for others that do the same, so nothing here is asked inside a transaction.
import { quietUntil } from '../../../on-call/index.ts'
import type { Suppression } from './suppress.ts'
import { outerSuppressionOf, type SuppressionDependencies } from './suppress.ts'
import { type AffectedResource, type FilterDependencies, recipientsFor } from './filter.ts'
import type { SearchNameIndex } from '../record/search-name-index.ts'
import { type PeopleDependencies, type Way, waysTo } from './people.ts'
import type { Recipient } from './recipients.ts'
import type { Decisions } from '../record/rows.ts'
import type { Rule } from '../rules.ts'

/** Whom a rule tells of an event, and what keeps that back whatever alert is open. */
export interface PreparedRule {
  rule: Rule
  decisions: Decisions
  recipients: readonly Recipient[]
  /** How long their messages wait for those whom they replace. Milliseconds. */
  afterMilliseconds: number
  suppression: Suppression | undefined
}

/** A rule that is ready for the transaction of its decision. */
export interface PreparedDecision extends PreparedRule {
  ways: readonly Way[]
  /** Until when a recipient rests, by key. */
  quietUntil: ReadonlyMap<string, Date>
  doubt: PendingVerification
}

/**
 * Whom a rule names for an event. If none of them can be reached, for example because an account is switched off, the
 * fallback is told after its delay, although no message to them fails.
 */
function namedFor({ named, fallback }: Rule, { happening }: AffectedResource, decisions: Decisions) {
  const isReached = named.recipients.length > 0 || happening.tells === 'recovery'
  if (isReached || fallback === undefined || fallback.named.recipients.length === 0)
    return { recipients: named.recipients, afterMilliseconds: 0 }
  const names = fallback.named.recipients.map(({ name }) => name).join(', ')
  decisions.add('fallback', 'pass', `${named.problems.join('; ')}; told instead: ${names}`)
  return { recipients: fallback.named.recipients, afterMilliseconds: fallback.delayMilliseconds }
}

/** Asks whom a rule tells whose filter let an event through. It writes each step into the decisions. */
export async function prepareRule(
  dependencies: FilterDependencies & SuppressionDependencies,
  rule: Rule,
  resource: AffectedResource,
  decisions: Decisions,
): Promise<PreparedRule> {
  const named = namedFor(rule, resource, decisions)
  const recipients = await recipientsFor(dependencies, named.recipients, resource, decisions)
  const suppression =
    recipients.length === 0
      ? undefined
      : await outerSuppressionOf(dependencies, rule, resource.state, dependencies.now(), decisions)
  return { rule, decisions, recipients, afterMilliseconds: named.afterMilliseconds, suppression }
}

/** Messages that wait because the network may be lost. */
interface PendingVerification {
  /** How long they wait. Milliseconds. */
  milliseconds: number
  /** Messages that go out at once when it is certain that the network is there. The caller that queues one adds its id. */
  hurried: string[]
}

/** How long alerts of a resource wait because the network may be lost. @param hurry sends messages at once */
async function doubtOf(
  { blindness }: SuppressionDependencies,
  { happening, state }: AffectedResource,
  hurry: (ids: readonly string[]) => Promise<void>,
): Promise<PendingVerification> {
  const hurried: string[] = []
  if (happening.tells !== 'alert') return { milliseconds: 0, hurried }
  const wait = await blindness?.doubt(state, () => {
    // If this fails, the messages go out when their waiting time ends.
    hurry(hurried).catch(() => undefined)
  })
  return { milliseconds: wait ?? 0, hurried }
}

/** Until when recipients rest: by the hours of the rule, or by their own. */
async function quietOf(
  { people, now }: Pick<FilterDependencies, 'now'> & { people: PeopleDependencies },
  rule: Pick<Rule, 'quietHours'>,
  ways: readonly Way[],
): Promise<ReadonlyMap<string, Date>> {
  const found = new Map<string, Date>()
  const time = now()
  const ofRule = rule.quietHours === undefined ? undefined : quietUntil(rule.quietHours, time)
  for (const { recipient } of ways) {
    const { personId } = recipient
    const hours = personId === undefined ? undefined : await people.onCall.quietHours(personId)
    const own = hours === undefined ? undefined : quietUntil(hours, time)
    const [last] = [own, ofRule]
      .filter((each) => each !== undefined)
      .toSorted((one, other) => other.getTime() - one.getTime())
    if (last !== undefined) found.set(recipient.key, last)
  }
  return found
}

/** Adds to a rule the ways to its recipients: of an alert also to those whose message something keeps back. */
export async function prepareDecision(
  dependencies: FilterDependencies &
    SuppressionDependencies & { people: PeopleDependencies; names: Pick<SearchNameIndex, 'keep'> },
  rule: Rule,
  resource: AffectedResource,
  decisions: Decisions,
  hurry: (ids: readonly string[]) => Promise<void>,
): Promise<PreparedDecision> {
  const prepared = await prepareRule(dependencies, rule, resource, decisions)
  const { recipients, suppression } = prepared
  const isHeld = suppression !== undefined && resource.happening.tells !== 'alert'
  if (recipients.length === 0 || isHeld)
    return { ...prepared, ways: [], quietUntil: new Map(), doubt: { milliseconds: 0, hurried: [] } }
  const { severity } = resource.state
  const waysOf = await Promise.all(recipients.map((each) => waysTo(dependencies.people, each, severity)))
  const seen = new Set<string>()
  const ways = waysOf.flat().flatMap((way) => {
    // A person whom a rule names twice is told once.
    if (seen.has(way.recipient.key)) return []
    seen.add(way.recipient.key)
    return [{ ...way, afterMilliseconds: way.afterMilliseconds + prepared.afterMilliseconds }]
  })
  await dependencies.names.keep(ways.map(({ recipient }) => recipient.name))
  const rests = await quietOf(dependencies, rule, ways)
  return { ...prepared, ways, quietUntil: rests, doubt: await doubtOf(dependencies, resource, hurry) }
}
