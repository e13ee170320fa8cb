import type { ChosenItem } from '../../catalog/index.ts'
import { scriptOf } from '@binnacle/scripting'
import type { ParsedLookup, Path } from '../spec/topology.ts'
import { plainSelector } from './draft.ts'
import { listOf } from './found.ts'
import { MOST_FOUND, MOST_LOOKUPS } from './limits.ts'
import { catalogFor, inGroup, miss, type RunState } from './state.ts'

/** What one check of a lookup found. */
export interface LookupList {
  place: Path
  /** What it found, as it is. */
  raw: unknown
  items: readonly unknown[]
  /** Whether these are catalog items as they are, and no script changed them. */
  areItems?: boolean
}

/** A catalog item as a component. Its health follows the item between two runs, because the item belongs to it. */
export function componentOfItem(item: ChosenItem): Record<string, unknown> {
  const { id, name, type, namespace, description, icon, status, health, labels, tags } = item
  return {
    name,
    type,
    externalID: id,
    configID: id,
    namespace,
    description,
    icon,
    status,
    health,
    labels: { ...tags, ...labels },
    configs: [{ id, agent: 'all' }],
  }
}

async function fromCatalog(state: RunState, { place, catalog }: ParsedLookup): Promise<LookupList[]> {
  const found: LookupList[] = []
  if (catalog.length === 0) return found
  const known = catalogFor(state, [...place, 'catalog'])
  if (known === undefined) return found
  for (const [index, { selector, display }] of catalog.entries()) {
    const at = [...place, 'catalog', index]
    const script = display === undefined ? undefined : scriptOf(display)
    const selectors = selector.map((one) => inGroup(state, plainSelector(one)))
    const items = await known.choose(selectors, {
      limit: MOST_FOUND,
      documents: script?.source.includes('config') === true,
    })
    if (script === undefined) {
      found.push({ place: at, raw: items, items: items.map(componentOfItem), areItems: true })
      continue
    }
    const results = items.map((item) => ({
      ...item,
      created_at: item.created_at.toISOString(),
      updated_at: item.updated_at.toISOString(),
    }))
    const shown = await state.dependencies.scripting.transform(script, { results })
    if (!shown.ok) miss(state, [...at, 'display'], shown.failure)
    else addList(state, found, at, shown.value)
  }
  return found
}

function addList(state: RunState, found: LookupList[], place: Path, raw: unknown): void {
  const list = listOf(raw)
  if (list.ok) found.push({ place, raw, items: list.value })
  else miss(state, place, list.failure)
}

/** Asks all that a lookup asks. What fails is said, and the rest of the tree stays. */
export async function lookUp(
  state: RunState,
  lookup: ParsedLookup,
  readsLists = true,
): Promise<LookupList[]> {
  state.lookups += 1
  if (state.lookups > MOST_LOOKUPS) {
    if (state.lookups === MOST_LOOKUPS + 1)
      miss(
        state,
        lookup.place,
        `the run has more than ${MOST_LOOKUPS} lookups, which is the most; others are left out`,
      )
    return []
  }
  if (state.signal.aborted) {
    miss(state, lookup.place, 'was not asked, because the run is over')
    return []
  }
  const found = await fromCatalog(state, lookup)
  if (lookup.checks === undefined) return found
  const { name, namespace, labels } = state.subject
  const answers = await state.dependencies.lookups.run(
    lookup.checks,
    { name, namespace, labels: { ...labels } },
    state.signal,
  )
  for (const { place, found: answer } of answers) {
    const at = [...lookup.place, ...place]
    if (!answer.ok) miss(state, at, answer.failure)
    else if (readsLists) addList(state, found, at, answer.value)
    else {
      // The text of a property need not be a list.
      const list = listOf(answer.value)
      found.push({ place: at, raw: answer.value, items: list.ok ? list.value : [] })
    }
  }
  return found
}
