import type { Subject, SubjectKey, SubjectState } from '../../../../platform/subjects.ts'
import type { Silencing } from '../../../silences/index.ts'
import type { BlindnessReader } from '../../../watchdog/index.ts'
import { type Alert, isAcknowledged } from '../alerts.ts'
import type { Decisions } from '../record/rows.ts'
import type { Rule } from '../rules.ts'

/** Why nobody is told of an alert at present. */
export interface Suppression {
  status: 'silenced' | 'inhibited' | 'acknowledged'
  /** Until when at the latest; undefined if nobody knows. */
  until: Date | undefined
  silenceId?: string
}

export interface SuppressionDependencies {
  silencing: Pick<Silencing, 'match' | 'suppressed'>
  subjects: ReadonlyMap<string, Subject>
  /** Says when the product itself cannot see. */
  blindness?: Pick<BlindnessReader, 'now' | 'doubt'> | undefined
}

/** How far dependencies are followed. */
const MOST_STEPS = 4

/** The first resource that is unhealthy and without which this one cannot work. */
async function unhealthyDependency(
  subjects: SuppressionDependencies['subjects'],
  state: SubjectState,
): Promise<SubjectState | undefined> {
  const seen = new Set([state.id])
  let wanted: readonly SubjectKey[] = state.dependsOn
  for (let step = 0; step < MOST_STEPS && wanted.length > 0; step += 1) {
    const fresh = wanted.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    const byKind = Map.groupBy(fresh, ({ kind }) => kind)
    const found: SubjectState[] = []
    for (const [kind, keys] of byKind) {
      const loaded = await subjects.get(kind)?.load(keys.map(({ id }) => id))
      found.push(...(loaded?.values() ?? []))
    }
    const unhealthy = found.find(({ health }) => health === 'unhealthy')
    if (unhealthy !== undefined) return unhealthy
    wanted = found.flatMap(({ dependsOn }) => dependsOn)
  }
  return undefined
}

/**
 * What keeps a resource quiet, whatever alert is open: a silence, the product's own blindness, or something that it depends
 * on. It writes each step into the decisions.
 */
export async function outerSuppressionOf(
  { silencing, subjects, blindness }: SuppressionDependencies,
  rule: Pick<Rule, 'inhibit'>,
  state: SubjectState,
  now: Date,
  decisions: Decisions,
): Promise<Suppression | undefined> {
  const silence = await silencing.match(state, now)
  if (silence !== undefined) {
    const what = silence.kind === 'maintenance' ? 'A maintenance window' : 'A silence'
    const end = silence.until === undefined ? '' : ` until ${silence.until.toISOString()}`
    const why = silence.description ? `: ${silence.description}` : ''
    decisions.add('silence', 'stop', `${what} keeps ${state.name} quiet${end}${why}`)
    return { status: 'silenced', until: silence.until, silenceId: silence.id }
  }
  decisions.add('silence', 'pass', 'No silence is in force for it')
  const blind = await blindness?.now(state)
  if (blind !== undefined) {
    decisions.add('inhibition', 'stop', blind.reason)
    return { status: 'inhibited', until: blind.until }
  }
  const cause = rule.inhibit ? await unhealthyDependency(subjects, state) : undefined
  if (cause !== undefined) {
    decisions.add('inhibition', 'stop', `It depends on ${cause.name}, which is unhealthy`)
    return { status: 'inhibited', until: undefined }
  }
  decisions.add(
    'inhibition',
    'pass',
    rule.inhibit ? 'Nothing that it depends on is unhealthy' : 'The rule does not look at dependencies',
  )
  return undefined
}

/** Whether somebody takes care of an alert, so that nobody else is told. It asks nothing. */
export function acknowledgementOf(
  alert: Pick<Alert, 'acknowledged_at' | 'acknowledged_until' | 'acknowledged_name'> | undefined,
  now: Date,
  decisions: Decisions,
): Suppression | undefined {
  if (alert !== undefined && isAcknowledged(alert, now)) {
    const until = alert.acknowledged_until
    const end = until === null ? '' : ` until ${until.toISOString()}`
    decisions.add('acknowledgement', 'stop', `${alert.acknowledged_name ?? 'Somebody'} acknowledged it${end}`)
    return { status: 'acknowledged', until: until ?? undefined }
  }
  decisions.add('acknowledgement', 'pass', 'Nobody has acknowledged it')
  return undefined
}

/** Why nobody is told of an alert now. It is asked immediately before a message goes out. */
export async function suppressionOf(
  dependencies: SuppressionDependencies,
  rule: Pick<Rule, 'inhibit'>,
  state: SubjectState,
  alert: Parameters<typeof acknowledgementOf>[0],
  now: Date,
  decisions: Decisions,
): Promise<Suppression | undefined> {
  return (
    (await outerSuppressionOf(dependencies, rule, state, now, decisions)) ??
    acknowledgementOf(alert, now, decisions)
  )
}
