import type { ComponentProperty } from '@binnacle/contract/topology'

/** Properties whose names begin alike. */
export interface PropertyGroup {
  /** Empty for properties without a group. */
  title: string
  properties: readonly { name: string; property: ComponentProperty }[]
}

/** Puts properties such as `disk:size` and `disk/used` below `disk`; the others come first. */
export function propertyGroups(properties: readonly ComponentProperty[]): readonly PropertyGroup[] {
  const split = properties.map((property) => {
    const match = /^([^:/]+)[:/](.+)$/.exec(property.name)
    return { title: match?.[1] ?? '', name: match?.[2] ?? property.name, property }
  })
  return [...Map.groupBy(split, ({ title }) => title)]
    .map(([title, own]) => ({ title, properties: own.map(({ name, property }) => ({ name, property })) }))
    .toSorted((left, right) => Number(left.title !== '') - Number(right.title !== ''))
}
