import { isRecord } from '@binnacle/plugin-kit/core'
import { scriptOf } from '@binnacle/scripting'
import type { ChosenItem } from '../../catalog/index.ts'
import type { ResourceSelector } from '../component-tree.ts'
import type { ParsedProperty } from '../spec/topology.ts'
import { type Draft, mergeProperty, numberOf, plainSelector, propertyOf, seenBy, textOf } from './draft.ts'
import { MOST_PROPERTIES } from './limits.ts'
import { lookUp } from './look-up.ts'
import { hasTemplates, renderDeep, takeTurns } from './render.ts'
import { catalogFor, complain, inGroup, miss, type RunState } from './state.ts'

const add = (draft: Draft, value: unknown) => {
  const property = propertyOf(value)
  if (property !== undefined) mergeProperty(draft, property, MOST_PROPERTIES)
}

/** Adds the properties of a lookup: for components by their name, or for all of them. */
async function addLookedUp(state: RunState, drafts: readonly Draft[], { fields, lookup }: ParsedProperty) {
  if (lookup === undefined) return
  for (const { items, raw, place } of await lookUp(state, lookup, false)) {
    const named = items.filter(
      (item): item is Record<string, unknown> => isRecord(item) && textOf(item['name']) !== undefined,
    )
    if (named.length > 0 && named.length === items.length) {
      const byName = new Map<string, unknown[]>()
      for (const item of named) {
        const { properties } = item
        if (!Array.isArray(properties)) for (const draft of drafts) add(draft, { ...fields, ...item })
        else
          byName.set(String(textOf(item['name'])), [
            ...(byName.get(String(textOf(item['name']))) ?? []),
            ...properties,
          ])
      }
      for (const draft of byName.size === 0 ? [] : drafts)
        for (const property of byName.get(draft.name) ?? []) add(draft, property)
      continue
    }
    if (fields.name === undefined) {
      complain(state, place, 'found no list of properties, and the property has no name for what it found')
      continue
    }
    const text = typeof raw === 'string' ? raw : JSON.stringify(raw)
    const number = numberOf(raw)
    for (const draft of drafts)
      add(draft, {
        ...fields,
        ...(number === undefined ? { text: text.slice(0, 16_384) } : { value: number }),
      })
  }
}

/** The item that a property reads, by draft. Items that many drafts name are read once. */
async function itemsOf(
  state: RunState,
  drafts: readonly Draft[],
  { fields, place }: ParsedProperty,
): Promise<Map<Draft, ChosenItem>> {
  const chosen = fields.configLookup
  const found = new Map<Draft, ChosenItem>()
  if (chosen === undefined) return found
  const wanted = new Map<Draft, ResourceSelector>()
  for (const draft of drafts) {
    const seen = seenBy(draft)
    const id = chosen.id === undefined ? undefined : textOf(seen.properties[chosen.id])
    if (chosen.id !== undefined) {
      if (id !== undefined) wanted.set(draft, { id, agent: 'all' })
      continue
    }
    if (chosen.config === undefined) continue
    const plain = plainSelector(chosen.config)
    if (!hasTemplates(plain)) {
      wanted.set(draft, plain)
      continue
    }
    const rendered = await renderDeep(
      state.dependencies.scripting,
      plain,
      { ...seen, self: seen.component },
      [...place, 'configLookup', 'config'],
    )
    if (rendered.ok && isRecord(rendered.value)) wanted.set(draft, rendered.value)
    else if (!rendered.ok) complain(state, rendered.failure.place, rendered.failure.message)
  }
  const catalog = wanted.size === 0 ? undefined : catalogFor(state, [...place, 'configLookup'])
  if (catalog === undefined) return found
  const known = new Map<string, ChosenItem | undefined>()
  for (const [draft, selector] of wanted) {
    if (state.signal.aborted) {
      miss(state, place, 'is not whole, because the run is over')
      break
    }
    const key = JSON.stringify(selector)
    if (!known.has(key)) {
      const [item] = await catalog.choose([inGroup(state, selector)], { limit: 1, documents: true })
      known.set(key, item)
    }
    const item = known.get(key)
    if (item !== undefined) found.set(draft, item)
  }
  return found
}

async function addFromCatalog(
  state: RunState,
  drafts: readonly Draft[],
  property: ParsedProperty,
): Promise<void> {
  const { fields, place } = property
  if (fields.configLookup === undefined) return
  const script = fields.configLookup.display === undefined ? undefined : scriptOf(fields.configLookup.display)
  for (const [draft, item] of await itemsOf(state, drafts, property)) {
    await takeTurns()
    if (script === undefined) {
      add(draft, { ...fields, text: item.name })
      continue
    }
    const shown = await state.dependencies.scripting.transform(script, {
      ...item,
      created_at: item.created_at.toISOString(),
      updated_at: item.updated_at.toISOString(),
      config: item.config ?? {},
      config_type: item.type,
    })
    if (!shown.ok) complain(state, [...place, 'configLookup', 'display'], shown.failure)
    // An item that does not have the field has no such property.
    else if (shown.value !== null) {
      const number = numberOf(shown.value)
      const isNumber = typeof shown.value === 'number' && number !== undefined
      add(draft, {
        ...fields,
        ...(isNumber ? { value: number } : { text: textOf(shown.value) ?? JSON.stringify(shown.value) }),
      })
    }
  }
}

/** Adds properties to components: plain ones, those that lookups find, and those that the catalog has. */
export async function addProperties(
  state: RunState,
  drafts: readonly Draft[],
  properties: readonly ParsedProperty[],
): Promise<void> {
  for (const property of properties) {
    const { fields, lookup } = property
    if (lookup !== undefined) await addLookedUp(state, drafts, property)
    else if (fields.configLookup !== undefined) await addFromCatalog(state, drafts, property)
    else for (const draft of drafts) add(draft, fields)
    const { name, summary } = fields
    if (summary !== undefined && name !== undefined)
      for (const draft of drafts) draft.summaries.set(name, summary)
  }
}

/** Makes the properties that summarise those of the components below, the lowest first. */
export async function summarise(state: RunState, roots: readonly Draft[]): Promise<void> {
  for (const draft of roots) {
    await summarise(state, draft.children)
    for (const [name, written] of draft.summaries) {
      const script = scriptOf(written)
      if (script === undefined) continue
      const values = draft.children.flatMap(({ properties }) => {
        const property = properties.find((one) => one.name === name)
        const value = property?.value ?? property?.text
        return value === undefined ? [] : [value]
      })
      const { component, properties } = seenBy(draft)
      const made = await state.dependencies.scripting.transform(script, {
        values,
        component,
        self: component,
        properties,
      })
      if (!made.ok) {
        complain(state, draft.place, `the summary of the property ${name}: ${made.failure}`)
        continue
      }
      if (made.value === null) continue
      const number = numberOf(made.value)
      add(draft, {
        name,
        ...(number === undefined
          ? { text: textOf(made.value) ?? JSON.stringify(made.value) }
          : { value: number }),
      })
    }
  }
}
