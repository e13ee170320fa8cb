import type { Pool } from 'pg'
import { z } from 'zod'
import { tablesOn } from '../../platform/database/tables-on.ts'
import { RequestError } from '../../platform/errors.ts'
import { MOST_FIRING } from './store.ts'
import type { ActiveSilence, Silencing } from '../silences/index.ts'
import type { Labels } from './fingerprint.ts'
import {
  labelsOf,
  parseMatchers,
  selectBy,
  selectInTurns,
  selectionBudget,
  type Selection,
} from './matchers.ts'

/** The one receiver that clients see: who is told is decided by the rules of the product. */
export const RECEIVER = 'binnacle'

const labelSet = z.record(z.string(), z.string())

/** An alert as Alertmanager's API describes it. */
export const gettableAlert = z.object({
  labels: labelSet,
  annotations: labelSet,
  fingerprint: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  updatedAt: z.string(),
  generatorURL: z.string().optional(),
  receivers: z.array(z.object({ name: z.string() })),
  status: z.object({
    state: z.enum(['active', 'suppressed', 'unprocessed']),
    silencedBy: z.array(z.string()),
    inhibitedBy: z.array(z.string()),
    mutedBy: z.array(z.string()),
  }),
})
export type GettableAlert = z.infer<typeof gettableAlert>

/** A group of alerts as Alertmanager's API describes it. */
export const alertGroup = z.object({
  labels: labelSet,
  receiver: z.object({ name: z.string() }),
  alerts: z.array(gettableAlert),
})

const flag = z
  .enum(['true', 'false', '1', '0', 't', 'f', ''])
  .default('true')
  .transform((text) => !['false', '0', 'f'].includes(text))

/** What clients ask for. */
export const alertsQuery = z.object({
  filter: z.array(z.string()).max(100).default([]),
  active: flag,
  silenced: flag,
  inhibited: flag,
  unprocessed: flag,
  receiver: z.string().optional(),
})
export type AlertsQuery = z.output<typeof alertsQuery>

/** Alerts that are read together. */
const PAGE = 1_000

/** Firing alerts of a source, or of all, that have these labels. */
function findFiring(pool: Pool, source: string | undefined, has: Labels, now: Date) {
  const firing = tablesOn(pool)
    .selectFrom('core.received_alerts')
    .select([
      'source',
      'fingerprint',
      'labels',
      'annotations',
      'generator_url',
      'starts_at',
      'ends_at',
      'received_at',
      'check_id',
    ])
    .where('resolved_at', 'is', null)
    .where('ends_at', '>', now)
    .where('labels', '@>', has)
    .orderBy('source')
    .orderBy('fingerprint')
    .limit(PAGE)
  return source === undefined ? firing : firing.where('source', '=', source)
}

type FiringRow = Awaited<ReturnType<ReturnType<typeof findFiring>['execute']>>[number]

function show(row: FiringRow, silence: ActiveSilence | undefined): GettableAlert {
  return {
    labels: row.labels,
    annotations: row.annotations,
    fingerprint: row.fingerprint,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    updatedAt: row.received_at.toISOString(),
    ...(row.generator_url === null ? {} : { generatorURL: row.generator_url }),
    receivers: [{ name: RECEIVER }],
    status: {
      state: row.check_id === null ? 'unprocessed' : silence === undefined ? 'active' : 'suppressed',
      silencedBy: silence === undefined ? [] : [silence.id],
      inhibitedBy: [],
      mutedBy: [],
    },
  }
}

/** The filters of a request. @throws RequestError with the one that is wrong */
function selectionOf(filters: readonly string[]): { selects: Selection; has: Labels } {
  const matchers = filters.flatMap((filter) => {
    const parsed = parseMatchers(filter)
    if (!parsed.ok)
      throw new RequestError('EINVALID', parsed.failure, [{ path: 'filter', message: parsed.failure }])
    return parsed.value
  })
  const selection = selectBy(matchers)
  if (!selection.ok)
    throw new RequestError('EINVALID', selection.failure, [{ path: 'filter', message: selection.failure }])
  return { selects: selection.value, has: labelsOf(matchers) }
}

/** Whether a regular expression of the client chooses our receiver. */
function choosesReceiver(receiver: string | undefined): boolean {
  if (receiver === undefined || receiver === '') return true
  const selection = selectBy([{ name: 'receiver', value: receiver, isRegex: true, isEqual: true }])
  if (!selection.ok)
    throw new RequestError('EINVALID', selection.failure, [{ path: 'receiver', message: selection.failure }])
  return selection.value({ receiver: RECEIVER })
}

/**
 * Firing alerts that a client asks for, in the order of their fingerprints, as Alertmanager answers. The API has no pages,
 * so what is read in pages is only what has to be looked at.
 * @param source undefined for all
 */
export async function listAlerts(
  { pool, silencing }: { pool: Pool; silencing: Pick<Silencing, 'shown'> },
  source: string | undefined,
  { filter, active, silenced, unprocessed, receiver }: AlertsQuery,
  now: Date,
): Promise<GettableAlert[]> {
  const { selects, has } = selectionOf(filter)
  if (!choosesReceiver(receiver)) return []
  const budget = selectionBudget()
  const firing = findFiring(pool, source, has, now)
  const shown = { active, suppressed: silenced, unprocessed }
  // Two sources may have the same alert.
  const alerts = new Map<string, GettableAlert>()
  let last: Pick<FiringRow, 'source' | 'fingerprint'> | undefined = { source: '', fingerprint: '' }
  while (last !== undefined && alerts.size < MOST_FIRING) {
    const { source: lastSource, fingerprint } = last
    const rows: FiringRow[] = await firing
      .where((expressions) =>
        expressions(
          expressions.refTuple('source', 'fingerprint'),
          '>',
          expressions.tuple(lastSource, fingerprint),
        ),
      )
      .execute()
    last = rows.length === PAGE ? rows.at(-1) : undefined
    const selected = await selectInTurns(rows, ({ labels }) => selects(labels), budget)
    const checkIds = selected.flatMap(({ check_id }) => check_id ?? [])
    const silences = await silencing.shown('check', checkIds, now)
    for (const row of selected) {
      const alert = show(row, silences.get(row.check_id ?? ''))
      if (shown[alert.status.state]) alerts.set(row.fingerprint, alert)
    }
  }
  return [...alerts.values()].toSorted((left, right) => (left.fingerprint < right.fingerprint ? -1 : 1))
}

/** Alerts in groups of one name. */
export function groupAlerts(alerts: readonly GettableAlert[]): z.infer<typeof alertGroup>[] {
  return [...Map.groupBy(alerts, ({ labels }) => labels['alertname'])]
    .toSorted(([left = ''], [right = '']) => (left < right ? -1 : 1))
    .map(([alertname, group]) => ({
      labels: alertname === undefined ? {} : { alertname },
      receiver: { name: RECEIVER },
      alerts: group,
    }))
}
