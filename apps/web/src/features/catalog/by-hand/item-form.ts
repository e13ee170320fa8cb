import { type ChangedItem, manualItem, MOST_OWN_LABELS } from '@binnacle/contract/catalog'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { FormProblem } from '../../../application/forms/use-document-form.ts'
import type { ConfigDetail } from '../config/queries.ts'
import { readTagLines, tagLines } from '../notes/tag-lines.ts'
import { printedDocument, readDocument } from './written-document.ts'

/** What is typed of an item. */
export interface TypedItem {
  type: string
  name: string
  description: string
  /** One a line. */
  labels: string
  tags: string
  /** YAML or JSON. */
  document: string
  /** Id; empty for none. */
  parent: string
}

export type ItemField = keyof TypedItem

/** The fields of the form. */
export const itemFormFields = [
  'type',
  'name',
  'description',
  'labels',
  'tags',
  'document',
  'parent',
] as const satisfies readonly ItemField[]

/** An item as its form shows it; the tags that people set in its notes are not its own. */
function typedOf(config: ConfigDetail | undefined): TypedItem {
  const tags = Object.entries(config?.tags ?? {}).filter(
    ([key]) => !Object.hasOwn(config?.own_tags ?? {}, key),
  )
  return {
    type: config?.type ?? '',
    name: config?.name ?? '',
    description: config?.description ?? '',
    labels: tagLines(config?.labels ?? {}),
    tags: tagLines(Object.fromEntries(tags)),
    document: printedDocument(config?.config, 'yaml'),
    parent: config?.parent_id ?? '',
  }
}

/** What is typed of an item, and the revision that it changes. */
export interface ItemDraft extends TypedItem {
  revision: string | undefined
}

/** An item as its form begins with it. */
export const draftOf = (config: ConfigDetail | undefined): ItemDraft => ({
  ...typedOf(config),
  revision: config?.revision ?? undefined,
})

/** Reads what is typed of an item: what to send, or what is wrong with its fields. */
export function readItem({ revision, ...typed }: ItemDraft): Result<ChangedItem, readonly FormProblem[]> {
  const labels = readTagLines(typed.labels, { most: MOST_OWN_LABELS, things: 'labels' })
  const tags = readTagLines(typed.tags)
  const document = readDocument(typed.document)
  const problems = new Map<ItemField, string>()
  if (!labels.ok) problems.set('labels', labels.failure)
  if (!tags.ok) problems.set('tags', tags.failure)
  const [broken] = document.ok ? [] : document.failure
  if (broken !== undefined) problems.set('document', `Line ${broken.line}: ${broken.message}`)
  const read = manualItem.safeParse({
    type: typed.type,
    name: typed.name,
    description: typed.description,
    labels: labels.ok ? labels.value : {},
    tags: tags.ok ? tags.value : {},
    document: document.ok ? document.value : null,
    parent: typed.parent === '' ? null : typed.parent,
  })
  if (read.success && problems.size === 0) return succeed({ ...read.data, revision })
  for (const { path, message } of read.error?.issues ?? []) {
    const field = itemFormFields.find((name) => name === path[0])
    if (field !== undefined && !problems.has(field)) problems.set(field, `It ${message}`)
  }
  return fail([...problems].map(([path, message]) => ({ path, message })))
}
