import type { Json } from '@binnacle/plugin-kit/core'
import type { CommonScraperSpec, ItemReference, ScrapedChange } from '@binnacle/plugin-kit/scrapers'
import type { DocumentChange, DocumentChangeRules, DroppedChange, ChangeInput } from '../store/input.ts'
import { deletesItem } from './deletions.ts'
import { isJsonRecord } from './documents.ts'
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

/** A change after the rules of a spec. */
interface RuledSourceChange {
  kind: 'ruled'
  type: string
  /** As the source or a rule says it. */
  severity: string | undefined
  summary: string | undefined
  deletes: boolean
}

/** Applies the rules of a spec to a change. */
async function applyRules(
  change: ChangeDraft,
  { transform }: Pick<CommonScraperSpec, 'transform'>,
  scripting: Scripting,
  log: RuleLog,
): Promise<RuledSourceChange | DroppedChange> {
  const fields = changeVariables(change)
  const variables = { ...fields, change: fields, patch: change.patches ?? {}, config: change.config ?? {} }
  const dropped = (reason: DroppedChange['reason'], because: string): DroppedChange => ({
    kind: 'dropped',
    reason,
    type: change.type,
    ...(change.item.type === undefined ? {} : { itemType: change.item.type }),
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
  const deletes = action === 'delete' || deletesItem(change.item.type, change.type)
  return { kind: 'ruled', type, severity, summary, deletes }
}

/** Applies the rules of a spec to a change that its source tells. */
export async function changeOf(
  change: ChangeDraft,
  common: Pick<CommonScraperSpec, 'transform'>,
  scripting: Scripting,
  log: RuleLog,
): Promise<ChangeInput | DroppedChange> {
  const ruled = await applyRules(change, common, scripting, log)
  if (ruled.kind === 'dropped') return ruled
  const { type, severity, summary, deletes } = ruled
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
    deletes,
  }
}

/** Type of a change of a document that has no other name. */
const DIFF = 'diff'

/**
 * Names a change of a document that means something by the type of its item: a Helm release whose count of failures has
 * grown. Source: reference, section 2.2. The merge patch has the old values, so the new ones are read from the document.
 */
function typeOfDocumentChange(itemType: string, { patch, document }: DocumentChange): string {
  if (!itemType.endsWith('::HelmRelease') || !isJsonRecord(patch) || !isJsonRecord(document)) return DIFF
  const [old, now] = [patch['status'], document['status']]
  const after = isJsonRecord(now) ? now['failures'] : undefined
  const isTouched = old === null || (isJsonRecord(old) && 'failures' in old)
  if (typeof after !== 'number' || !isTouched) return DIFF
  const before = isJsonRecord(old) ? old['failures'] : undefined
  return after > (typeof before === 'number' ? before : 0) ? 'HelmReconcileFailed' : DIFF
}

/**
 * The rules of a spec for changes of the document of an item.
 * @param item that they happen to
 * @returns undefined where nothing would become of them but themselves
 */
export function documentChangeRules(
  item: ItemReference & { type: string },
  common: Pick<CommonScraperSpec, 'transform'>,
  scripting: Scripting,
  log: RuleLog,
): DocumentChangeRules | undefined {
  const { exclude = [], mapping = [] } = common.transform?.changes ?? {}
  if (exclude.length + mapping.length === 0 && !item.type.endsWith('::HelmRelease')) return undefined
  return async (change) => {
    const type = typeOfDocumentChange(item.type, change)
    const { summary, diff, patch, document } = change
    const draft = {
      item,
      externalId: '',
      type,
      summary,
      source: DIFF,
      diff,
      patches: patch,
      config: document,
    }
    const ruled = await applyRules(draft, common, scripting, log)
    if (ruled.kind === 'dropped') return ruled
    const named = severityOfWord(ruled.severity)
    return { ...ruled, severity: named ?? (ruled.type === DIFF ? undefined : severityOfType(ruled.type)) }
  }
}
