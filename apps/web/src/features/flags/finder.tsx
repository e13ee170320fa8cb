import { Flag } from 'lucide-react'
import { loadProperties } from '../../application/flags.ts'
import { FOUND_AT_MOST, type FoundThing } from '../../application/pages.ts'
import { listFlags } from './flags.ts'
import { FLAGS_PATH } from './index.ts'

/** Finds properties by name, value or description. */
export async function findFlags(query: string, signal: AbortSignal): Promise<FoundThing[]> {
  const found = listFlags(await loadProperties(signal), { query, sortBy: 'name', sortOrder: 'asc' })
  return found.slice(0, FOUND_AT_MOST).map((flag) => ({
    id: flag.name,
    label: flag.name,
    note: flag.value,
    icon: <Flag />,
    href: `${FLAGS_PATH}?flag=${encodeURIComponent(flag.name)}`,
  }))
}
