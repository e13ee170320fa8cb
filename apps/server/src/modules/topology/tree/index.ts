import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import type { Live } from '../../../platform/live/index.ts'
import { createCauses } from './causes.ts'
import { facetsOf, type TreeFacets } from './facets.ts'
import { Model } from './model.ts'
import type { RenderOptions } from './render.ts'
import {
  loadComponents,
  loadComponentsOfTeams,
  loadConfigNeeds,
  loadFailing,
  loadTransitions,
} from './rows.ts'
import { hourOf, stripStart } from './strip.ts'

/** Milliseconds after which what catalog items need is read again: the graph of the catalog announces nothing. */
const NEEDS_MILLISECONDS = 10_000

/** The tree of all components, as it is now. */
export interface Tree {
  model: Model
  shown: RenderOptions
  facets: () => TreeFacets
}

export interface TreeCache {
  /** The tree with all that was announced by now. */
  current(): Promise<Tree>
  close(): void
}

/**
 * Keeps the tree of components in memory. A change of the database makes it read the components that changed, when
 * somebody asks next.
 */
export function createTreeCache({ pool, live, clock }: { pool: Pool; live: Live; clock: Clock }): TreeCache {
  let model = new Model()
  let changed: Set<string> | null = null
  /** Teams that changed, perhaps in their names; null where that may be any. */
  let changedTeams: Set<string> | null = new Set()
  let refreshing: Promise<void> | undefined
  let causeOf = createCauses(model)
  let facets: TreeFacets | undefined
  let hour = 0
  let needsAt = Number.NEGATIVE_INFINITY

  const unsubscribe = live.subscribe((event) => {
    if (event.kind === 'resync') changed = null
    else if (event.change.topic === 'teams') {
      const { ids } = event.change
      if (ids === null || changedTeams === null) changedTeams = null
      else for (const id of ids) changedTeams.add(id)
    } else if (event.change.topic === 'components') {
      const { ids } = event.change
      if (ids === null || changed === null) changed = null
      else for (const id of ids) changed.add(id)
    }
  })

  async function loadNeeds(now: number): Promise<void> {
    if (now - needsAt < NEEDS_MILLISECONDS) return
    needsAt = now
    model.setConfigNeeds(await loadConfigNeeds(pool))
    model.findRisks()
  }
  async function ofTeams(teams: ReadonlySet<string> | null): Promise<Set<string>> {
    if (teams?.size === 0) return new Set()
    try {
      return new Set(await loadComponentsOfTeams(pool, teams === null ? null : [...teams]))
    } catch (error) {
      changed = null
      throw error
    }
  }
  async function refresh(): Promise<void> {
    const now = clock.now().getTime()
    const direct = changed
    const teams = changedTeams
    // What changes from now on may be missing in what is read.
    changed = new Set()
    changedTeams = new Set()
    const ids = direct === null ? null : [...new Set([...direct, ...(await ofTeams(teams))])]
    if (ids === null || ids.length > 0)
      try {
        const since = new Date(stripStart(now))
        const [components, failing, transitions] = await Promise.all([
          loadComponents(pool, ids),
          loadFailing(pool, ids),
          loadTransitions(pool, ids, since),
        ])
        if (ids === null) {
          model = new Model()
          needsAt = Number.NEGATIVE_INFINITY
        }
        const found = new Set(components.map(({ id }) => id))
        for (const id of ids ?? []) if (!found.has(id)) model.delete(id)
        for (const component of components)
          model.set(component, {
            failing: failing.get(component.id),
            transitions: transitions.get(component.id),
          })
        model.findRisks()
        causeOf = createCauses(model)
        facets = undefined
      } catch (error) {
        changed = null
        throw error
      }
    await loadNeeds(now)
    if (hourOf(now) !== hour) {
      hour = hourOf(now)
      model.forgetAllTexts()
    }
  }
  return {
    async current() {
      if (!live.connected) changed = null
      // One that runs may have begun before the last change.
      await refreshing?.catch(() => {})
      refreshing ??= refresh().finally(() => (refreshing = undefined))
      await refreshing
      return {
        model,
        shown: { causeOf, now: clock.now().getTime(), withStrip: true },
        facets: () => (facets ??= facetsOf(model)),
      }
    },
    close: unsubscribe,
  }
}
