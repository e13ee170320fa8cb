import { type ComponentProperty, componentHealth } from '@binnacle/contract/topology'
import { isRecord } from '@binnacle/plugin-kit/core'
import type { ResourceSelector } from '../component-tree.ts'
import type { ParsedComponent, ParsedComponentCheck, Path } from '../spec/topology.ts'

type Fields = ParsedComponent['fields']

/** A component while its run makes it. */
export interface Draft {
  /** Where the spec makes it. */
  place: Path
  name: string
  /** Id that its source gives it; undefined where it is made of its place in the tree. */
  externalId: string | undefined
  /** Script that makes the id. */
  id: Fields['id']
  fields: Fields
  /** Whether its health is that of its catalog item, also between two runs. */
  followsItem?: boolean
  labels: Record<string, string>
  properties: ComponentProperty[]
  /** Scripts that make properties of those of the components below, by their name. */
  summaries: Map<string, NonNullable<Fields['id']>>
  selectors: ResourceSelector[]
  configs: ResourceSelector[]
  /** Ids or names of components that it cannot work without. */
  needs: string[]
  checks: ParsedComponentCheck[]
  children: Draft[]
}

/** Makes a draft with nothing below it. */
export function draftOf(fields: Fields, place: Path): Draft {
  return {
    place,
    name: (fields.name ?? '').trim(),
    externalId: textOf(fields.externalID),
    id: fields.id,
    fields,
    labels: { ...fields.labels },
    properties: [],
    summaries: new Map(),
    selectors: (fields.selectors ?? []).map(plainSelector),
    configs: (fields.configs ?? []).map(plainSelector),
    needs: needsOf(fields.relationships),
    checks: [],
    children: [],
  }
}

type WrittenSelector = NonNullable<Fields['selectors']>[number]

/** A selector as the store and the jobs know it. */
export function plainSelector({ cache: _cache, ...selector }: WrittenSelector): ResourceSelector {
  return Object.fromEntries(
    Object.entries(selector).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** Types of relationships that say that a component cannot work without another. */
const needing = new Set(['', 'dependson', 'consumesapis'])

/** What a component cannot work without. Relationships of other types say nothing of its health. */
export function needsOf(relationships: Fields['relationships']): string[] {
  return (relationships ?? []).flatMap(({ type = '', ref }) => {
    const needed = textOf(ref)
    return needed !== undefined && needing.has(type.trim().toLowerCase()) ? [needed] : []
  })
}

/** A text of a value; undefined for an empty one. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'boolean' ? String(value) : undefined
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Health words of sources, in any case. Others say nothing. */
export function healthOf(value: unknown) {
  const known = componentHealth.safeParse(typeof value === 'string' ? value.trim().toLowerCase() : value)
  return known.success ? known.data : undefined
}

type Present<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** Whether no field of an object is undefined. */
function isPresent<Value extends object>(value: Value): value is Value & Present<Value> {
  return Object.values(value).every((part) => part !== undefined)
}

/** Keeps what is not undefined: an absent field is absent, not undefined. */
export function present<Value extends object>(value: Value): Present<Value> {
  const kept = { ...value }
  for (const key in kept) if (kept[key] === undefined) delete kept[key]
  return isPresent(kept) ? kept : {}
}

const linkKeys = ['type', 'label', 'url', 'icon', 'text', 'tooltip'] as const

function linksOf(value: unknown): ComponentProperty['links'] {
  if (!Array.isArray(value)) return undefined
  return value
    .filter(isRecord)
    .map((link) => present(Object.fromEntries(linkKeys.map((key) => [key, textOf(link[key])]))))
}

/** A property as a source or a spec gives it; undefined for what has no name. */
export function propertyOf(value: unknown): ComponentProperty | undefined {
  if (!isRecord(value)) return undefined
  const name = textOf(value['name'])
  if (name === undefined) return undefined
  const text = (key: string) => textOf(value[key])
  const written = value['value']
  const number = numberOf(written)
  return {
    name,
    ...present({
      label: text('label'),
      type: text('type'),
      // A value that is no number is shown as the text that it is.
      text: text('text') ?? (number === undefined ? textOf(written) : undefined),
      value: number,
      unit: text('unit'),
      min: numberOf(value['min']),
      max: numberOf(value['max']),
      order: numberOf(value['order']),
      headline: value['headline'] === true || value['headline'] === 'true' ? true : undefined,
      icon: text('icon'),
      color: text('color'),
      status: text('status'),
      lastTransition: text('lastTransition'),
      tooltip: text('tooltip'),
      links: linksOf(value['links']),
    }),
  }
}

/** Adds a property, or replaces the fields of the one with its name. */
export function mergeProperty(
  draft: Pick<Draft, 'properties'>,
  property: ComponentProperty,
  most: number,
): void {
  const index = draft.properties.findIndex(({ name }) => name === property.name)
  const known = draft.properties[index]
  if (known !== undefined) draft.properties[index] = { ...known, ...property }
  else if (draft.properties.length < most) draft.properties.push(property)
}

/** Every draft of a tree, those above before those below. */
export function* allDrafts(drafts: readonly Draft[]): Generator<Draft> {
  const open = [...drafts].reverse()
  for (let draft = open.pop(); draft !== undefined; draft = open.pop()) {
    yield draft
    for (let index = draft.children.length - 1; index >= 0; index -= 1) {
      const child = draft.children[index]
      if (child !== undefined) open.push(child)
    }
  }
}

/** What scripts see of a component. Names of fields are those of answers, and of specs where these differ. */
export function seenBy(draft: Draft): {
  component: Record<string, unknown>
  properties: Record<string, unknown>
} {
  const { fields, name, externalId, labels, properties } = draft
  const byName = Object.fromEntries(
    properties.map((property) => [property.name, property.text ?? property.value ?? '']),
  )
  const component = {
    ...Object.fromEntries(
      [
        'type',
        'namespace',
        'text',
        'tooltip',
        'description',
        'icon',
        'owner',
        'lifecycle',
        'status',
        'health',
      ].map((key) => [key, Object.entries(fields).find(([field]) => field === key)?.[1] ?? '']),
    ),
    id: externalId ?? '',
    name,
    external_id: externalId ?? '',
    externalID: externalId ?? '',
    topology_type: fields.topologyType ?? '',
    config_id: fields.configID ?? '',
    configID: fields.configID ?? '',
    hidden: fields.hidden ?? false,
    labels,
    properties,
  }
  return { component, properties: byName }
}
