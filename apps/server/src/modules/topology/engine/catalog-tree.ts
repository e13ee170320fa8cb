import type { ChosenItem } from '../../catalog/index.ts'
import type { CatalogRule } from '../spec/fields.ts'
import type { Path } from '../spec/topology.ts'
import { type Draft, draftOf, plainSelector, present } from './draft.ts'
import { draftsOfFound } from './found.ts'
import { MOST_FOUND, MOST_LEVELS } from './limits.ts'
import { componentOfItem } from './look-up.ts'
import { catalogFor, inGroup, mayAdd, miss, type RunState } from './state.ts'

/** The value of an item for a level of a rule; undefined where it has none. */
function groupValue(item: ChosenItem, by: string): string | undefined {
  if (by === 'namespace') return item.namespace ?? undefined
  if (by === 'type') return item.type
  if (by === 'class') return item.config_class
  const [kind, key = ''] = by.split(/:(.*)/s)
  return (kind === 'tag' ? item.tags : item.labels)[key]
}

/** How the level of a rule is called: account for tag:account. */
const levelName = (by: string) => by.replace(/^(?:tag|label):/, '')

/** The nearest thing that contains an item among those that are chosen too. */
function chosenParent(item: ChosenItem, known: ReadonlyMap<string, ChosenItem>): ChosenItem | undefined {
  for (const id of [item.parent_id ?? '', ...item.path.split('.').toReversed()]) {
    const found = known.get(id)
    if (found !== undefined && found !== item) return found
  }
  return undefined
}

/** Places items below their parents. A circle of parents is cut at its first item. */
function treeOf(items: readonly ChosenItem[]): { roots: ChosenItem[]; below: Map<string, ChosenItem[]> } {
  const known = new Map(items.map((item) => [item.id, item]))
  const above = new Map<ChosenItem, ChosenItem>()
  const isBelow = (item: ChosenItem | undefined, other: ChosenItem) => {
    for (let up = item; up !== undefined; up = above.get(up)) if (up === other) return true
    return false
  }
  const below = new Map<string, ChosenItem[]>()
  const roots: ChosenItem[] = []
  for (const item of items) {
    const parent = chosenParent(item, known)
    if (parent === undefined || isBelow(parent, item)) {
      roots.push(item)
      continue
    }
    above.set(item, parent)
    const list = below.get(parent.id)
    if (list === undefined) below.set(parent.id, [item])
    else list.push(item)
  }
  return { roots, below }
}

/**
 * Draws a tree from the catalog: items by what a rule groups them by, and below their parents. Each item is a component whose
 * health is the item's.
 */
export async function drawCatalog(state: RunState, rule: CatalogRule, place: Path): Promise<Draft[]> {
  const { by = [], parents = true } = rule
  const catalog = catalogFor(state, place)
  if (catalog === undefined) return []
  const items = await catalog.choose(
    rule.items.map((selector) => inGroup(state, plainSelector(selector))),
    { limit: MOST_FOUND + 1 },
  )
  if (items.length > MOST_FOUND) {
    miss(state, place, `finds more than ${MOST_FOUND} items; narrow the rule`)
    items.length = MOST_FOUND
  }
  if (!mayAdd(state, place, items.length)) return []
  const { roots, below } = parents ? treeOf(items) : { roots: items, below: new Map<string, ChosenItem[]>() }
  const draftOfItem = (item: ChosenItem, level: number): Draft | undefined => {
    const [draft] = draftsOfFound([componentOfItem(item)], place, (message) => miss(state, place, message))
    if (draft === undefined) return undefined
    draft.followsItem = true
    if (level < MOST_LEVELS)
      draft.children = (below.get(item.id) ?? []).flatMap((child) => draftOfItem(child, level + 1) ?? [])
    return draft
  }
  const top: Draft[] = []
  const groups = new Map<string, Draft>()
  for (const item of roots) {
    const draft = draftOfItem(item, by.length + 1)
    if (draft === undefined) continue
    let list = top
    let key = ''
    for (const level of by) {
      const value = groupValue(item, level)
      if (value === undefined) continue
      key = `${key}/${level}=${value}`
      let group = groups.get(key)
      if (group === undefined) {
        group = draftOf(
          present({
            name: value,
            type: levelName(level),
            externalID: `group:${key.slice(1)}`,
            icon: levelName(level),
          }),
          place,
        )
        groups.set(key, group)
        mayAdd(state, place, 1)
        list.push(group)
      }
      list = group.children
    }
    list.push(draft)
  }
  return top
}
