import type { ScrapedItem } from '@binnacle/plugin-kit/scrapers'
import type { ItemProperty, ItemInput } from '../store/input.ts'

/** An item between its source and the store: what names it may still be missing. */
export interface Draft extends Omit<
  ItemInput,
  'kind' | 'id' | 'externalIds' | 'type' | 'class' | 'name' | 'changeRules'
> {
  externalId: string | undefined
  aliases: readonly string[]
  type: string | undefined
  class: string | undefined
  name: string | undefined
}

/** The page of an item at its source, as a property. */
function linkOf(url: string): ItemProperty {
  return { name: 'url', label: 'At its source', text: url, links: [{ label: 'Open', url }] }
}

/** What a source says of an item. */
export function draftOf(item: ScrapedItem): Draft {
  const { deletedAt } = item
  return {
    config: item.config,
    externalId: item.externalId,
    aliases: item.aliases ?? [],
    type: item.type,
    class: item.class,
    name: item.name,
    status: item.status,
    health: item.health,
    ready: item.ready,
    description: item.description,
    icon: item.icon,
    labels: item.labels ?? {},
    tags: item.tags ?? {},
    properties: item.link === undefined ? [] : [linkOf(item.link)],
    source: item.source,
    scope: item.scope ?? '',
    createdAt: item.createdAt,
    deletedAt,
    deleteReason: deletedAt === undefined ? undefined : 'FROM_ATTRIBUTE',
    parents: item.parents ?? [],
    related: (item.related ?? []).map((edge) => ({ ...edge, by: 'scraper' })),
    ignoresDiff: false,
  }
}

/** The first part of a type, which is its class where nothing says another one. */
export function classOfType(type: string): string {
  return type.split('::', 1)[0] ?? type
}

/** What scripts see of an item. */
export function scriptVariables(draft: Draft): Record<string, unknown> {
  const { type = '' } = draft
  return {
    id: draft.externalId ?? '',
    external_id: draft.externalId ?? '',
    name: draft.name ?? '',
    type,
    config_type: type,
    config_class: draft.class ?? classOfType(type),
    status: draft.status ?? '',
    health: draft.health ?? '',
    description: draft.description ?? '',
    config: draft.config ?? null,
    labels: draft.labels,
    tags: draft.tags,
    properties: draft.properties,
    aliases: draft.aliases,
    source: draft.source ?? '',
    created_at: draft.createdAt ?? null,
    deleted_at: draft.deletedAt ?? null,
  }
}

/** How people find an item in a message. */
export function labelOf({ name, externalId, source }: Pick<Draft, 'name' | 'externalId' | 'source'>): string {
  return name ?? externalId ?? source ?? 'an item without a name'
}
