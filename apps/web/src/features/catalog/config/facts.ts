import type { ConfigProperty } from './queries.ts'

/** Milliseconds after which what was scraped last is stale. Source: CAT-029. */
const STALE_AFTER = 3_600_000

/** Whether an item was last scraped more than an hour ago. */
export function isStale(lastScraped: string | null | undefined, now: number): boolean {
  return typeof lastScraped === 'string' && now - Date.parse(lastScraped) > STALE_AFTER
}

/** Properties by the part of their name before a slash or a dot; the others are called properties. */
export function propertyGroups(
  properties: readonly ConfigProperty[],
): readonly (readonly [group: string, own: readonly ConfigProperty[]])[] {
  const named = properties.filter(({ name, label }) => (name ?? label ?? '') !== '')
  const groupOf = ({ name }: ConfigProperty): string => {
    const at = (name ?? '').indexOf('/')
    return at > 0 ? (name ?? '').slice(0, at) : 'Properties'
  }
  return [...Map.groupBy(named, groupOf)].map(([group, own]) => [
    group,
    own.map((property) =>
      group === 'Properties'
        ? property
        : { ...property, label: property.label ?? property.name?.slice(group.length + 1) },
    ),
  ])
}
