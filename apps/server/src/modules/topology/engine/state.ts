import { formatPath } from '@binnacle/plugin-kit/core'
import type { Scripting } from '../../catalog/index.ts'
import type { ChosenItem } from '../../catalog/index.ts'
import type { Lookups } from '../../health/index.ts'
import type { ResourceSelector } from '../component-tree.ts'
import type { Path, TopologyParser } from '../spec/topology.ts'
import { MOST_COMPONENTS, MOST_PROBLEMS } from './limits.ts'

/** The catalog, as runs of topologies ask it. */
export interface CatalogItems {
  choose(
    selectors: readonly ResourceSelector[],
    options: { limit: number; documents?: boolean },
  ): Promise<ChosenItem[]>
  valuesOfTag(tag: string, selectors: readonly ResourceSelector[], limit: number): Promise<string[]>
}

/** What runs of topologies need. */
export interface EngineDependencies {
  parser: Pick<TopologyParser, 'parseParts'>
  lookups: Pick<Lookups, 'run'>
  scripting: Scripting
  /** Undefined where there is no database. */
  items: CatalogItems | undefined
}

/** A topology as its run knows it. */
export interface TopologySubject {
  name: string
  namespace: string
  labels: Readonly<Record<string, string>>
}

/** Something that went wrong in a run, and where in the spec. */
export interface RunProblem {
  path: string
  message: string
}

/** What a run gathers while it goes on. */
export interface RunState {
  dependencies: EngineDependencies
  subject: TopologySubject
  signal: AbortSignal
  /** The value of the tag of this group, for a grouped topology. */
  group: { tag: string; value: string } | undefined
  lookups: number
  count: number
  complete: boolean
  problems: RunProblem[]
  /** Problems beyond those that are told. */
  more: number
}

/** Says what went wrong at a place of the spec. */
export function complain(state: RunState, place: Path, message: string): void {
  if (state.problems.length < MOST_PROBLEMS) state.problems.push({ path: formatPath(place), message })
  else state.more += 1
}

/** Says why a part of the tree is missing: what was not seen may still be there, so nothing of it is deleted. */
export function miss(state: RunState, place: Path, message: string): void {
  state.complete = false
  complain(state, place, message)
}

/** The catalog. Undefined without a database: a lookup in the catalog then fails with a message. */
export function catalogFor(state: RunState, place: Path): CatalogItems | undefined {
  if (state.dependencies.items === undefined)
    miss(state, place, 'items of the catalog can be looked up by a running server only')
  return state.dependencies.items
}

/** Counts components. @returns false if there are too many, which is said once */
export function mayAdd(state: RunState, place: Path, more: number): boolean {
  const before = state.count
  state.count += more
  if (state.count <= MOST_COMPONENTS) return true
  if (before <= MOST_COMPONENTS)
    miss(
      state,
      place,
      `the run has more than ${MOST_COMPONENTS} components, which is the most; the rest is left out`,
    )
  return false
}

/** Narrows a selector of catalog items to the group of the run. */
export function inGroup(state: RunState, selector: ResourceSelector): ResourceSelector {
  if (state.group === undefined) return selector
  const own = `${state.group.tag}=${state.group.value}`
  return {
    ...selector,
    tagSelector: selector.tagSelector === undefined ? own : `${selector.tagSelector},${own}`,
  }
}
