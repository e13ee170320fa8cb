import { createHash } from 'node:crypto'
import type { Json } from '@binnacle/plugin-kit/core'
import type { ItemReference } from '@binnacle/plugin-kit/scrapers'
import { readTime } from '@binnacle/scripting/layout'
import type { CostInput, InsightInput } from '../store/input.ts'
import type { ChangeDraft } from './changes.ts'
import { costOfEntry } from './costs.ts'
import { isJsonRecord, scalarText } from './documents.ts'
import { severityOfWord } from './severity.ts'

/** What a document in full mode contains. */
export interface FullDocument {
  /** Undefined if it brings no document of its item. */
  config: Json | undefined
  /** Other names of the item. */
  uuid: string | undefined
  changes: ChangeDraft[]
  insights: InsightInput[]
  costs: CostInput[]
  /** Entries that are not valid, and why. */
  problems: string[]
}

const EXPECTED = 'full mode expects an object with config, changes, analysis or costs'

type Entry = Readonly<Record<string, Json>>

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The item of an entry: the one that the entry names, otherwise the item of the document. */
function itemOf(entry: Entry, own: ItemReference | undefined): ItemReference | undefined {
  const externalId = scalarText(entry['uuid']) ?? scalarText(entry['external_id'])
  if (externalId === undefined) return own
  const type = scalarText(entry['config_type']) ?? own?.type
  return { externalId, ...(type === undefined ? {} : { type }) }
}

const optional = <Value>(key: string, value: Value | undefined) =>
  value === undefined ? {} : { [key]: value }

function changeOfEntry(entry: Entry, item: ItemReference, config: Json | undefined): ChangeDraft | string {
  const externalId = scalarText(entry['external_change_id'])
  const type = scalarText(entry['change_type'])
  if (externalId === undefined) return 'has no external_change_id'
  if (type === undefined) return 'has no change_type'
  const at = scalarText(entry['created_at'])
  const { details, patches } = entry
  return {
    item,
    externalId,
    type,
    config,
    severity: scalarText(entry['severity']),
    action: scalarText(entry['action']),
    ...optional('summary', scalarText(entry['summary'])),
    ...optional('source', scalarText(entry['source'])),
    ...optional('by', scalarText(entry['created_by'])),
    ...optional('diff', scalarText(entry['diff'])),
    ...optional('at', at === undefined ? undefined : readTime(at)),
    ...optional('details', details),
    ...optional('patches', patches),
  }
}

/** A short name of an insight that its source does not name. */
export function insightId(type: string, summary: string | undefined): string {
  return createHash('sha256')
    .update(`${type}\n${summary ?? ''}`)
    .digest('hex')
    .slice(0, 16)
}

function insightOfEntry(entry: Entry, item: ItemReference): InsightInput | string {
  const analyzer = scalarText(entry['analyzer'])
  if (analyzer === undefined) return 'has no analyzer'
  const type = scalarText(entry['analysis_type']) ?? scalarText(entry['type']) ?? 'other'
  const summary = scalarText(entry['summary'])
  return {
    kind: 'insight',
    item,
    externalId: scalarText(entry['external_analysis_id']) ?? insightId(type, summary),
    analyzer,
    type,
    severity: severityOfWord(entry['severity']) ?? 'info',
    summary,
    message: scalarText(entry['message']),
    source: scalarText(entry['source']),
    details: entry['analysis'],
  }
}

/**
 * Takes a document of full mode apart.
 * @param own the item that the document is of; undefined if it has no id
 * @param emitter what tells its costs: they replace the ones that it told of the same days before
 */
export function splitFull(
  document: Json,
  own: ItemReference | undefined,
  emitter: string,
): FullDocument | string {
  if (!isJsonRecord(document)) return EXPECTED
  const known = ['config', 'changes', 'analysis', 'costs'].some((key) => key in document)
  if (!known) return EXPECTED
  const config = document['config'] ?? undefined
  const whole = itemOf(document, own)
  const full: FullDocument = {
    config,
    uuid: scalarText(document['uuid']),
    changes: [],
    insights: [],
    costs: [],
    problems: [],
  }
  const read = <Made>(key: string, make: (entry: Entry, item: ItemReference) => Made | string): Made[] =>
    listOf(document[key]).flatMap((entry, index) => {
      const item = isJsonRecord(entry) ? itemOf(entry, whole) : undefined
      const made = !isJsonRecord(entry)
        ? 'is not an object'
        : item === undefined
          ? 'has no external_id'
          : make(entry, item)
      if (typeof made !== 'string') return [made]
      full.problems.push(`${key}[${index}] ${made}`)
      return []
    })
  full.changes = read('changes', (entry, item) => changeOfEntry(entry, item, config))
  full.insights = read('analysis', insightOfEntry)
  const bill = `${emitter} ${whole === undefined ? '' : `${whole.type ?? ''} ${whole.externalId}`}`
  full.costs = read('costs', (entry, item) => costOfEntry(entry, item, bill))
  return full
}
