import { type TopologyAnswer, topologyAnswer } from '@binnacle/contract/topology'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'
import { rowsOf, tables } from '../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../application/requests/queries.ts'
import { parametersOf, type TreeRequest } from './filters.ts'
import { ancestorsOf, isComponentId } from './paths.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'components'

/** Milliseconds between two looks at a tree whose counts are not final. */
const COUNTING_REFRESH = 2_000

const idIn = (search: string | undefined): string | null => new URLSearchParams(search).get('id')

/** A part of the components of a page, each with those below it. Source: TOP-044. */
export const treeQuery = (wanted: TreeRequest) => {
  const search = parametersOf(wanted).toString()
  return queryOptions({
    queryKey: [TOPIC, 'tree', search],
    // Another component begins with nothing of the one before, and another part with nothing of any.
    placeholderData: (previous: TopologyAnswer | undefined, query) =>
      wanted.page === 0 && idIn(query?.queryKey[2]) === idIn(search) ? previous : undefined,
    queryFn: ({ signal }) => request(`/api/topology?${search}`, topologyAnswer, { signal }),
    // The end of counting is not announced where the last counts are those of before.
    refetchInterval: ({ state }) => (state.data?.counting === true ? COUNTING_REFRESH : false),
  })
}

const named = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  path: z.nullish(z.string()),
  topologies: z.nullish(z.object({ id: z.string(), name: z.string() })),
})

/** A component as links name it. */
interface ComponentName {
  id: string
  name: string
}

/** Where a component is and what it comes from. */
export interface Whereabouts {
  /** The components that lead to it, the root first. */
  trail: readonly ComponentName[]
  /** The component above it. */
  parent: ComponentName | undefined
  /** The topology that made it. */
  topology: ComponentName | undefined
}

/**
 * Where a component is and what it comes from. Source: TOP-003, TOP-047.
 * @param wanted.path dotted ids of its ancestors
 * @param wanted.referer id of the component that the person came from. If that is no ancestor, the trail
 * leads through it, because a component may appear below several others.
 */
export const whereaboutsQuery = (wanted: { id: string; path: string; referer: string | undefined }) =>
  queryOptions({
    queryKey: [TOPIC, 'whereabouts', wanted],
    staleTime: LOOKUP_FRESH,
    meta: { shows: [wanted.id], quiet: true },
    queryFn: async ({ signal }): Promise<Whereabouts> => {
      const { id, path, referer } = wanted
      const known = new Map<string, z.output<typeof named>>()
      const load = async (ids: readonly string[]) => {
        const missing = [...new Set(ids)].filter((own) => isComponentId(own) && !known.has(own))
        if (missing.length === 0) return
        const query = tables.from('components').select<string, unknown>('id,name,path,topologies(id,name)')
        for (const row of await rowsOf(query.in('id', missing), named, signal)) known.set(row.id, row)
      }
      const namesOf = (ids: readonly string[]) =>
        ids.flatMap((own) => {
          const row = known.get(own)
          return row === undefined ? [] : [{ id: own, name: row.name ?? own }]
        })
      const above = ancestorsOf(path)
      await load([id, ...above, ...(referer === undefined ? [] : [referer])])
      const visited = referer === undefined || above.includes(referer) ? undefined : known.get(referer)
      const way = visited === undefined ? above : [...ancestorsOf(visited.path ?? ''), visited.id]
      await load(way)
      return {
        trail: namesOf(way),
        parent: namesOf(above).at(-1),
        topology: known.get(id)?.topologies ?? undefined,
      }
    },
  })

const label = z.object({ key: z.string(), value: z.nullable(z.string()) })

/** All labels of components as `key=value`. Source: TOP-048. */
export const componentLabelsQuery = queryOptions({
  queryKey: [TOPIC, 'labels'],
  staleTime: LOOKUP_FRESH,
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const rows = await rowsOf(
      tables.from('component_labels').select<string, unknown>('key,value'),
      label,
      signal,
    )
    return rows.map(({ key, value }) => `${key}=${value ?? ''}`).toSorted((a, b) => a.localeCompare(b, 'en'))
  },
})

const foundComponent = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  type: z.nullable(z.string()),
  icon: z.nullish(z.string()),
  health: z.nullable(z.string()),
  namespace: z.nullish(z.string()),
})

/** Components whose name contains a text. */
export async function loadComponentsNamed(pattern: string, limit: number, signal: AbortSignal) {
  const query = tables
    .from('components')
    .select<string, unknown>('id,name,type,icon,health,namespace')
    .is('deleted_at', null)
    .or(pattern)
    .order('name')
    .limit(limit)
  return rowsOf(query, foundComponent, signal)
}
