import { createHash } from 'node:crypto'
import type { Json } from '@binnacle/plugin-kit/core'
import { fingerprint } from '../changes/fingerprint.ts'
import { indexable } from '../limits.ts'
import { normalize, storableText } from './normalize.ts'
import type { ChangeInput, CostInput, DeletionInput, InsightInput } from '../input.ts'
import { bytes, rowText } from '../rows.ts'

export const changeColumns = [
  'config_id', 'item_external_id', 'item_type', 'external_id', 'type', 'severity', 'source', 'summary', 'by', 'at',
  'fingerprint', 'diff', 'patches', 'details', 'changed', 'digest', 'deletes', 'of_document',
] // prettier-ignore
export const insightColumns = [
  'item_external_id', 'item_type', 'external_id', 'analyzer', 'type', 'severity', 'summary', 'message', 'source',
  'details',
] // prettier-ignore
export const costColumns = ['names', 'bill', 'currency', 'days'] as const
export const deletionColumns = ['item_external_id', 'item_type', 'at', 'reason'] as const

/** JSON of a value that others made, as PostgreSQL can store it. Undefined where it cannot be stored. */
function jsonOf(value: Json | undefined): unknown {
  if (value === undefined) return undefined
  const normal = normalize(value)
  return normal.ok ? normal.value.value : undefined
}

/** A change that a source tells, as its row. */
export function changeRow(change: ChangeInput): string {
  const details = jsonOf(change.details)
  const patches = jsonOf(change.patches)
  const content = change.patches ?? change.details ?? change.summary ?? ''
  const digest = createHash('sha256')
    .update(JSON.stringify([change.at, details]))
    .digest('base64url')
  return rowText({
    item_external_id: storableText(change.item.externalId),
    item_type: change.item.type,
    external_id: change.externalId === '' ? undefined : indexable(storableText(change.externalId)),
    type: indexable(storableText(change.type)),
    severity: change.severity,
    source: storableText(change.source),
    summary: storableText(change.summary),
    by: storableText(change.by),
    at: change.at?.toISOString(),
    fingerprint: bytes(fingerprint(change.type, content)),
    diff: storableText(change.diff),
    patches,
    details,
    digest,
    deletes: change.deletes,
    of_document: false,
  })
}

/** An insight as its row. */
export function insightRow(insight: InsightInput): string {
  return rowText({
    item_external_id: storableText(insight.item.externalId),
    item_type: insight.item.type,
    external_id: indexable(storableText(insight.externalId)),
    analyzer: indexable(storableText(insight.analyzer)),
    type: insight.type,
    severity: insight.severity,
    summary: storableText(insight.summary),
    message: storableText(insight.message),
    source: storableText(insight.source),
    details: jsonOf(insight.details),
  })
}

/** What an item cost, as its row. */
export function costRow({ of, bill, currency, days }: CostInput): string {
  const names = of.map(({ externalId, type }) => ({ externalId: storableText(externalId), type }))
  return rowText({ names, bill: indexable(storableText(bill)), currency, days })
}

/** What a source says is gone, as its row. */
export function deletionRow({ item, at, reason }: DeletionInput): string {
  return rowText({
    item_external_id: storableText(item.externalId),
    item_type: item.type,
    at: at?.toISOString(),
    reason: reason ?? 'FROM_EVENT',
  })
}
