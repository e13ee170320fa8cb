import { scriptOf } from '@binnacle/scripting'
import { allDrafts, type Draft, seenBy, textOf } from './draft.ts'
import { takeTurns } from './render.ts'
import { MOST_DEPTH } from './limits.ts'
import { complain, miss, type RunState } from './state.ts'

/** Labels of controllers that say nothing of what a cluster runs. */
const kustomize = 'kustomize.toolkit.fluxcd.io/'

/** Copies the labels of a topology down, where a component has none of the name. */
export function copyLabels(roots: readonly Draft[], labels: Readonly<Record<string, string>>): void {
  for (const draft of allDrafts(roots)) {
    const isCluster = draft.fields.type?.startsWith('Kubernetes') === true
    for (const [key, value] of Object.entries(labels))
      if (!(isCluster && key.startsWith(kustomize))) draft.labels[key] ??= value
  }
}

/** Adds a value to the list of a key. */
function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Leaves out what stands too deep, which components that name their parents can make. */
export function cutDeep(state: RunState, roots: readonly Draft[]): void {
  let level = [...roots]
  for (let depth = 1; level.length > 0; depth += 1) {
    const next = level.flatMap((draft) => draft.children)
    if (depth >= MOST_DEPTH && next.length > 0) {
      for (const draft of level) draft.children = []
      miss(state, next[0]?.place ?? [], `components are nested too deeply; the most is ${MOST_DEPTH} levels`)
      return
    }
    level = next
  }
}

type ParentLookup = NonNullable<Draft['fields']['parentLookup']>

function matches({ name, fields, externalId }: Draft, lookup: ParentLookup): boolean {
  if (lookup.externalID !== undefined)
    return externalId === lookup.externalID || (externalId === undefined && name === lookup.externalID)
  return (
    lookup.name !== undefined &&
    name === lookup.name &&
    (lookup.type === undefined || fields.type === lookup.type) &&
    (lookup.namespace === undefined || fields.namespace === lookup.namespace)
  )
}

/** Moves components below the parents that they name. One without such a parent stays where it is. */
export function moveToParents(state: RunState, roots: Draft[]): void {
  const all = [...allDrafts(roots)]
  const above = new Map<Draft, Draft | undefined>()
  for (const root of roots) above.set(root, undefined)
  for (const draft of all) for (const child of draft.children) above.set(child, draft)
  const byKey = new Map<string, Draft[]>()
  for (const draft of all)
    for (const key of new Set([draft.name, draft.externalId ?? draft.name])) addTo(byKey, key, draft)
  const isBelow = (draft: Draft, other: Draft) => {
    for (let up: Draft | undefined = draft; up !== undefined; up = above.get(up))
      if (up === other) return true
    return false
  }
  for (const draft of all) {
    const lookup = draft.fields.parentLookup
    if (lookup === undefined) continue
    const [parent, ...others] = (byKey.get(lookup.externalID ?? lookup.name ?? '') ?? []).filter(
      (one) => one !== draft && matches(one, lookup),
    )
    const before = above.get(draft)
    if (parent === undefined || parent === before) continue
    if (others.length > 0) {
      complain(
        state,
        [...draft.place, 'parentLookup'],
        `several components could be the parent of ${draft.name}`,
      )
      continue
    }
    if (isBelow(parent, draft)) {
      complain(state, [...draft.place, 'parentLookup'], `${draft.name} would be below itself`)
      continue
    }
    const list = before === undefined ? roots : before.children
    list.splice(list.indexOf(draft), 1)
    parent.children.push(draft)
    above.set(draft, parent)
  }
}

/**
 * Gives every component its id: that of its source, else what its script makes, else its place in the tree. The last has the
 * id of its parent, its type, its namespace and its name, so that it depends neither on the order of components nor on
 * what else is there. One component may be at several places; of two of one id and type at one place the first stays.
 */
export async function giveIds(state: RunState, roots: Draft[]): Promise<void> {
  const give = async (drafts: Draft[], parentId: string | undefined): Promise<void> => {
    const taken = new Set<string>()
    const kept: Draft[] = []
    for (const draft of drafts) {
      await takeTurns()
      const id = draft.externalId ?? (await idByScript(state, draft)) ?? placeId(draft, parentId)
      const key = JSON.stringify([id, draft.fields.type ?? ''])
      if (taken.has(key)) {
        complain(
          state,
          draft.place,
          `two components have the id ${id}; the second, ${draft.name}, is left out`,
        )
        continue
      }
      taken.add(key)
      draft.externalId = id
      kept.push(draft)
      await give(draft.children, id)
    }
    drafts.splice(0, drafts.length, ...kept)
  }
  await give(roots, undefined)
}

/** The id of a component that its source gives none. */
export function placeId({ name, fields: { type, namespace } }: Draft, parentId: string | undefined): string {
  const parts = [parentId, type, namespace, name]
  return parts.filter((part) => part !== undefined && part !== '').join('/')
}

async function idByScript(state: RunState, draft: Draft): Promise<string | undefined> {
  const script = draft.id === undefined ? undefined : scriptOf(draft.id)
  if (script === undefined) return undefined
  const { component, properties } = seenBy(draft)
  const variables = { self: component, component, properties }
  const made =
    script.language === 'template'
      ? await state.dependencies.scripting.text(script.source, variables)
      : await state.dependencies.scripting.transform(script, variables)
  if (made.ok && textOf(made.value) !== undefined) return textOf(made.value)
  complain(state, [...draft.place, 'id'], made.ok ? `gives no id for ${draft.name}` : made.failure)
  return undefined
}
