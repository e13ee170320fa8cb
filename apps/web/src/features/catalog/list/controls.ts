import { itemColumns, type ItemOwner, type StoredConfigField } from '@binnacle/contract/catalog'
import { groupingChoices, healthsOfFilters } from '@binnacle/contract/core'
import { ALL, type ChoiceControl, type FilterControl, type FilterOption } from '@binnacle/ui'
import type { Filters } from '../../../application/address/use-filters.ts'
import { pairText } from '../filter-text.ts'
import { type CatalogValues, DEFAULT_GROUPING, isSummary, levelsOf, levelText, typeOf } from './filters.ts'

/** Values that the filters offer, as far as they are loaded. */
export interface CatalogOffers {
  types: readonly string[]
  statuses: readonly string[]
  labels: readonly { key: string; value: string }[]
  tags: readonly { key: string; value: string }[]
  owners: readonly ItemOwner[]
  fields: readonly StoredConfigField[]
}

const word = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Options with the chosen values, which stay even if no item has them any more. */
export function withChosen(offered: readonly string[], chosen: Iterable<string>): readonly FilterOption[] {
  return [...new Set([...offered, ...chosen])].map((value) => ({ value, label: value }))
}

/** Value of the filter by owner for items that nobody takes care of. */
const NOBODY = 'nobody'

const groupings: readonly FilterOption[] = [
  { value: DEFAULT_GROUPING, label: 'Provider and type' },
  ...groupingChoices(itemColumns),
]

/** Groupings to choose from, the current one included, however it was made. Source: CAT-010. */
function groupingOptions(chosen: string, tags: CatalogOffers['tags']): readonly FilterOption[] {
  const options = [
    ...groupings,
    ...[...new Set(tags.map(({ key }) => key))].map((key) => ({
      value: levelText({ kind: 'tag', name: key }),
      label: `Tag: ${key}`,
    })),
  ]
  return options.some(({ value }) => value === chosen)
    ? options
    : [
        ...options,
        {
          value: chosen,
          label: levelsOf(chosen)
            .map(({ name }) => name)
            .join(', '),
        },
      ]
}

/** How the list or the summary is grouped. It filters nothing. */
function groupControl({ values, set }: Filters<CatalogValues>, tags: CatalogOffers['tags']): ChoiceControl {
  if (isSummary(values))
    return {
      kind: 'choice',
      id: 'groupBy',
      label: 'Group By',
      value: values.groupBy,
      neutral: values.groupBy,
      options: groupingOptions(values.groupBy, tags),
      onChange: (groupBy) => set({ groupBy }),
    }
  const value = values.groupByProp ?? ALL
  return {
    kind: 'choice',
    id: 'groupByProp',
    label: 'Group By',
    value,
    neutral: value,
    options: [
      { value: ALL, label: 'No grouping' },
      { value: 'type', label: 'Type' },
      ...[...new Set(tags.map(({ key }) => key))].map((key) => ({ value: key, label: `Tag: ${key}` })),
    ],
    onChange: (chosen) => set({ groupByProp: chosen === ALL ? undefined : chosen, pageIndex: 0 }),
  }
}

/** The filter by owner, where anything has one. */
function ownerControl(
  { values, set }: Filters<CatalogValues>,
  owners: CatalogOffers['owners'],
): FilterControl[] {
  if (owners.length === 0 && values.owner.size === 0) return []
  const named = owners.map(({ kind, id, name }) => ({ value: `${kind}:${id}`, label: name }))
  const known = new Set([NOBODY, ...named.map(({ value }) => value)])
  const others = [...values.owner.keys()].filter((value) => !known.has(value))
  return [
    {
      kind: 'triState',
      id: 'owner',
      label: 'Owner',
      value: values.owner,
      options: [...named, { value: NOBODY, label: 'Nobody' }, ...withChosen([], others)],
      onChange: (owner) => set({ owner, pageIndex: 0 }),
    },
  ]
}

/** The filter by fields with a choice of values, where people added any. */
function fieldsControl(
  { values, set }: Filters<CatalogValues>,
  fields: CatalogOffers['fields'],
): FilterControl[] {
  const offered = fields.flatMap(({ name, choices }) => choices.map((choice) => pairText(name, choice)))
  if (offered.length === 0 && values.fields.size === 0) return []
  return [
    {
      kind: 'triState',
      id: 'fields',
      label: 'Fields',
      value: values.fields,
      options: withChosen(offered, values.fields.keys()),
      onChange: (chosen) => set({ fields: chosen, pageIndex: 0 }),
    },
  ]
}

/** The filters of the catalog. Source: CAT-007. */
export function catalogControls(
  filters: Filters<CatalogValues>,
  offers: CatalogOffers,
): readonly FilterControl[] {
  const { values, set } = filters
  const type = typeOf(values)
  return [
    {
      kind: 'choice',
      id: 'configType',
      label: 'Type',
      value: type ?? ALL,
      neutral: ALL,
      options: [{ value: ALL, label: 'All' }, ...withChosen(offers.types, type === undefined ? [] : [type])],
      onChange: (value) =>
        set({ configType: value === ALL ? undefined : value, type: undefined, pageIndex: 0 }),
    },
    groupControl(filters, offers.tags),
    {
      kind: 'triState',
      id: 'labels',
      label: 'Labels',
      value: values.labels,
      options: withChosen(
        offers.labels.map(({ key, value }) => pairText(key, value)),
        values.labels.keys(),
      ),
      onChange: (labels) => set({ labels, pageIndex: 0 }),
    },
    {
      kind: 'triState',
      id: 'status',
      label: 'Status',
      value: values.status,
      options: withChosen(offers.statuses, values.status.keys()),
      onChange: (status) => set({ status, pageIndex: 0 }),
    },
    {
      kind: 'triState',
      id: 'health',
      label: 'Health',
      value: values.health,
      options: healthsOfFilters.map((value) => ({ value, label: word(value) })),
      onChange: (health) => set({ health, pageIndex: 0 }),
    },
    ...ownerControl(filters, offers.owners),
    ...fieldsControl(filters, offers.fields),
  ]
}
