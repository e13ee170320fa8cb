import { type TopologyAnswer, topologyAnswer } from '@binnacle/contract/topology'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'
import { rowsOf, tables } from '../../application/requests/data.ts'
import { LOOKUP_FRESH } from '../../application/requests/queries.ts'
import { parametersOf, type TreeRequest } from './filters.ts'
import { ancestorsOf } from './paths.ts'

// The first part of each query key is its live topic: a change of the topic reloads the query.
const TOPIC = 'components'

const idIn = (search: string | undefined): string | null => new URLSearchParams(search).get('id')

/** The components of a page, each with those below it. Source: TOP-044. */
export const treeQuery = (wanted: TreeRequest) => {
  const search = parametersOf(wanted).toString()
  return queryOptions({
    queryKey: [TOPIC, 'tree', search],
    // Another component begins with nothing of the one before.
    placeholderData: (previous: TopologyAnswer | undefined, query) =>
      idIn(query?.queryKey[2]) === idIn(search) ? previous : undefined,
    queryFn: ({ signal }) => request(`/api/topology?${search}`, topologyAnswer, { signal }),
  })
}

const named = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  icon: z.nullish(z.string()),
  path: z.nullish(z.string()),
})
/** A component as links name it. */
export interface ComponentName {
  id: string
  name: string
  icon: string | undefined
  path: string
}

async function loadNames(ids: readonly string[], signal: AbortSignal): Promise<ComponentName[]> {
  if (ids.length === 0) return []
  const query = tables.from('component_names').select<string, unknown>('id,name,icon,path').in('id', ids)
  const rows = await rowsOf(query, named, signal)
  return rows.map(({ id, name, icon, path }) => ({
    id,
    name: name ?? id,
    icon: icon ?? undefined,
    path: path ?? '',
  }))
}

/**
 * The components that lead to a component, the root first. Source: TOP-003.
 * @param path dotted ids of its ancestors
 * @param referer id of the component that the person came from. If that is none of the ancestors, it leads there by
 * its own path, because a component may appear below several others.
 */
export const trailQuery = (path: string, referer: string | undefined) =>
  queryOptions({
    queryKey: [TOPIC, 'trail', path, referer ?? ''],
    staleTime: LOOKUP_FRESH,
    meta: { quiet: true },
    queryFn: async ({ signal }): Promise<readonly ComponentName[]> => {
      const canonical = ancestorsOf(path)
      const isElsewhere = referer !== undefined && !canonical.includes(referer)
      const first = await loadNames(isElsewhere ? [referer] : canonical, signal)
      const [visited] = first
      if (!isElsewhere || visited === undefined) return inOrder(canonical, first)
      const above = await loadNames(ancestorsOf(visited.path), signal)
      return [...inOrder(ancestorsOf(visited.path), above), visited]
    },
  })

function inOrder(ids: readonly string[], names: readonly ComponentName[]): ComponentName[] {
  const byId = new Map(names.map((name) => [name.id, name]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

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

const agent = z.object({ id: z.string(), name: z.string() })
/** An agent as filters and badges name it. */
export type AgentName = z.output<typeof agent>

/** All agents. Source: TOP-053. */
export const agentsQuery = queryOptions({
  queryKey: ['agents', 'names'],
  staleTime: LOOKUP_FRESH,
  queryFn: ({ signal }) =>
    rowsOf(tables.from('agents').select<string, unknown>('id,name').order('name'), agent, signal),
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
