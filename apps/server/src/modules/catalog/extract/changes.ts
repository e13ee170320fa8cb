import type { Json } from '@binnacle/plugin-kit/core'
import type { CommonScraperSpec, ItemReference, ScrapedChange } from '@binnacle/plugin-kit/scrapers'
import type { DroppedChange, ReadyChange } from '../store/ready.ts'
import { deletesItem } from './deletions.ts'
import type { RuleLog } from './rules.ts'
import type { Scripting } from './scripting.ts'
import { severityOfType, severityOfWord } from './severity.ts'

/** A change of a source, before the rules of a spec. */
export interface ChangeDraft extends Omit<ScrapedChange, 'kind' | 'severity'> {
  item: ItemReference
  /** As the source says it. */
  severity?: string | undefined
  action?: string | undefined
  /** Document of its item, where a script may see it. */
  config?: Json | undefined
}

function changeVariables(change: ChangeDraft): Record<string, unknown> {
  return {
    change_type: change.type,
    severity: change.severity ?? '',
    summary: change.summary ?? '',
    source: change.source ?? '',
    external_id: change.item.externalId,
    config_type: change.item.type ?? '',
    external_change_id: change.externalId,
    created_by: change.by ?? '',
    created_at: change.at ?? null,
    details: change.details ?? null,
    diff: change.diff ?? '',
    patches: change.patches ?? null,
    action: change.action ?? '',
  }
}

/** Applies the rules of a spec to a change. */
export async function changeOf(
  change: ChangeDraft,
  { transform }: Pick<CommonScraperSpec, 'transform'>,
  scripting: Scripting,
  log: RuleLog,
): Promise<ReadyChange | DroppedChange> {
  const fields = changeVariables(change)
  const variables = { ...fields, change: fields, patch: change.patches ?? {}, config: change.config ?? {} }
  const dropped = (reason: DroppedChange['reason'], because: string): DroppedChange => ({
    kind: 'dropped',
    reason,
    type: change.type,
    because,
  })
  const example = `${change.type} of ${change.item.externalId}`
  for (const [index, source] of (transform?.changes?.exclude ?? []).entries()) {
    const name = `transform.changes.exclude[${index}]`
    const applies = await scripting.isTrue(source, variables)
    if (!applies.ok) log.fail(name, applies.failure)
    else if (applies.value) {
      log.hit(name, example)
      return dropped('excluded', name)
    }
  }
  let action = change.action
  let { type, summary, severity } = change
  for (const [index, rule] of (transform?.changes?.mapping ?? []).entries()) {
    const name = `transform.changes.mapping[${index}]`
    const applies = rule.filter === undefined ? undefined : await scripting.isTrue(rule.filter, variables)
    if (applies?.ok === false) log.fail(name, `filter: ${applies.failure}`)
    if (applies !== undefined && !(applies.ok && applies.value)) continue
    log.hit(name, example)
    if (rule.summary !== undefined) {
      const text = await scripting.template(rule.summary, variables)
      if (text.ok) summary = text.value
      else log.fail(name, `summary: ${text.failure}`)
    }
    type = rule.type ?? type
    severity = rule.severity ?? severity
    action = rule.action ?? action
    if (rule.action === 'ignore') return dropped('ignored', name)
    break
  }
  if (action === 'ignore') return dropped('ignored', 'the source says so')
  return {
    kind: 'change',
    item: change.item,
    externalId: change.externalId,
    type,
    severity: severityOfWord(severity) ?? severityOfType(type),
    summary,
    by: change.by,
    source: change.source,
    at: change.at,
    details: change.details,
    diff: change.diff,
    patches: change.patches,
    deletes: action === 'delete' || deletesItem(change.item.type, change.type),
  }
}
