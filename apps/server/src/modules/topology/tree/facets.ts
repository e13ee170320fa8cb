import type { Model } from './model.ts'

/** Most values of one label that a filter offers; one with more, such as a hash, is no filter. */
const MOST_VALUES = 200

export interface TreeFacets {
  healthStatuses: string[]
  teams: string[]
  types: string[]
  tags: Record<string, string[]>
}

/** The values that the filters of the topology offer. */
export function facetsOf(model: Model): TreeFacets {
  const [statuses, teams, types] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const tags = new Map<string, Set<string>>()
  for (const { data } of model.nodes.values()) {
    statuses.add(data.status)
    if (data.type !== null) types.add(data.type)
    for (const team of data.teams) teams.add(team)
    for (const [key, value] of Object.entries(data.labels)) {
      const values = tags.get(key) ?? new Set<string>()
      if (values.size < MOST_VALUES) values.add(value)
      tags.set(key, values)
    }
  }
  const sorted = (values: Iterable<string>) => [...values].toSorted()
  return {
    healthStatuses: sorted(statuses),
    teams: sorted(teams),
    types: sorted(types),
    tags: Object.fromEntries(sorted(tags.keys()).map((key) => [key, sorted(tags.get(key) ?? [])])),
  }
}
