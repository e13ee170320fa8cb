import { HeartPulse } from 'lucide-react'
import { FOUND_AT_MOST, type FoundThing } from '../../application/pages.ts'
import { loadCanaries } from './queries.ts'

/** Finds health checks by name, namespace or file. */
export async function findCanaries(query: string, signal: AbortSignal): Promise<FoundThing[]> {
  const { rows } = await loadCanaries(
    { query, source: undefined, sortBy: 'name', sortOrder: 'asc', pageIndex: 0, pageSize: FOUND_AT_MOST },
    signal,
  )
  return rows.map((canary) => ({
    id: canary.id,
    label: canary.name,
    note: canary.namespace,
    icon: <HeartPulse />,
    href: `/settings/canaries/${canary.id}`,
  }))
}
