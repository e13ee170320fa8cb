import { resourceKinds } from '@binnacle/contract/kinds'
import {
  type FoundResource,
  foundResources,
  resourceSearch,
  type ResourceSearch,
} from '@binnacle/contract/search'
import { flagsInForce, type Flags } from '../../platform/access/flags.ts'
import type { DataRules } from '../../platform/data/index.ts'
import { refusalOf } from '../../platform/access/gate.ts'
import { ownRows } from '../../platform/access/rows.ts'
import type { Actor } from '../../platform/access/actor.ts'
import { defineRoute } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import type { Finder } from '../../platform/kind.ts'
import type { OpenModule } from '../../platform/module.ts'
import { finders } from '../../platform/modules.ts'
import { savedViewRoutes } from './saved-views.ts'

const data: DataRules = {
  saved_query: {
    resource: 'database',
    writes: { columns: ['name', 'icon', 'description', 'query', 'columns'], chosenKey: true },
  },
}

interface SearchDependencies {
  /** By the kind that they find. */
  known: ReadonlyMap<string, Finder>
  flags: Flags
  log: Log
}

/**
 * Asks the finder of each kind that a search names; a kind without one has nothing.
 * @throws RequestError for who may not read one of the kinds
 */
async function findResources(
  { known, flags, log }: SearchDependencies,
  { limit, ...wanted }: ResourceSearch,
  actor: Actor,
): Promise<Record<string, FoundResource[]>> {
  const found: Record<string, FoundResource[]> = Object.fromEntries(
    Object.keys(wanted).map((kind) => [kind, []]),
  )
  for (const kind of resourceKinds) {
    const selectors = wanted[kind]
    const finder = known.get(kind)
    if (selectors === undefined || finder === undefined) continue
    const refusal = refusalOf(finder, actor.roles, flags, `read ${kind}`)
    if (refusal !== undefined) throw refusal
    found[kind] = await finder.find(selectors, limit, ownRows(finder.rows, actor, kind, log))
  }
  return found
}

/** Search over all areas, for pickers, saved queries, and saved views of lists. */
export const openSearch: OpenModule = (platform) => {
  const dependencies = { known: finders.of(platform), flags: flagsInForce.of(platform), log: platform.log }
  const search = defineRoute({
    method: 'POST',
    path: '/resources/search',
    summary: 'Resources that selectors choose, for pickers; each kind needs what reading it needs',
    access: 'signed-in',
    body: resourceSearch,
    answer: foundResources,
    handle: ({ body, actor }) => findResources(dependencies, body, actor),
  })
  return { name: 'search', routes: [search, ...savedViewRoutes(platform.pool)], data }
}
