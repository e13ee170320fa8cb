import { severityOptions } from '@binnacle/contract/health'
import { ALL, type FilterControl, type TriStateControl } from '@binnacle/ui'
import type { Filters } from '../../../application/address/use-filters.ts'
import { choiceFilter } from '../../../application/resource/choice-filter.ts'
import { pairText } from '../filter-text.ts'
import { withChosen } from '../list/controls.ts'
import { severityLabels } from '../severity-labels.ts'
import type { CellFilter, ChangeValues } from './filters.ts'

const cellLabels: Readonly<Record<CellFilter, string>> = {
  summary: 'Summary',
  source: 'Source',
  created_by: 'Created By',
  external_created_by: 'Created By',
}

/** Values that the filters offer, and names of what filters call by an id. */
export interface ChangeOffers {
  types: readonly string[]
  changeTypes: readonly string[]
  tags: readonly { key: string; value: string }[]
  people: ReadonlyMap<string, string>
  configs: ReadonlyMap<string, { name: string }>
}

/**
 * The filters of a list of changes. Source: CHG-002.
 * @param ofOne whether the list is on the page of one item
 */
export function changeControls(
  { values, set }: Filters<ChangeValues>,
  offers: ChangeOffers,
  ofOne: boolean,
): readonly FilterControl[] {
  const single = values.configType
  const types: FilterControl =
    single === undefined
      ? {
          kind: 'triState',
          id: 'configTypes',
          label: 'Config Types',
          value: values.configTypes,
          options: withChosen(offers.types, values.configTypes.keys()),
          onChange: (configTypes) => set({ configTypes, pageIndex: 0 }),
        }
      : {
          kind: 'choice',
          id: 'configType',
          label: 'Config Type',
          value: single,
          neutral: ALL,
          options: [{ value: ALL, label: 'All' }, ...withChosen(offers.types, [single])],
          onChange: (value) => set({ configType: value === ALL ? undefined : value, pageIndex: 0 }),
        }
  return [
    types,
    {
      kind: 'triState',
      id: 'changeType',
      label: 'Change Types',
      value: values.changeType,
      options: withChosen(offers.changeTypes, values.changeType.keys()),
      onChange: (changeType) => set({ changeType, pageIndex: 0 }),
    },
    choiceFilter({
      id: 'severity',
      label: 'Severity',
      value: values.severity,
      values: severityOptions,
      labels: severityLabels,
      onChange: (severity) => set({ severity, pageIndex: 0 }),
    }),
    {
      kind: 'triState',
      id: 'tags',
      label: 'Tags',
      value: values.tags,
      options: withChosen(
        offers.tags.map(({ key, value }) => pairText(key, value)),
        values.tags.keys(),
      ),
      onChange: (tags) => set({ tags, pageIndex: 0 }),
    },
    ...cellControls(ofOne ? { values: { ...values, id: undefined }, set } : { values, set }, offers),
  ]
}

/** Filters that cells set; each shows only while it is in force. Source: CHG-004. */
function cellControls(
  { values, set }: Pick<Filters<ChangeValues>, 'values' | 'set'>,
  { people, configs }: Pick<ChangeOffers, 'people' | 'configs'>,
): readonly FilterControl[] {
  const own = (['summary', 'source', 'created_by', 'external_created_by'] as const)
    .filter((name) => values[name].size > 0)
    .map((name): TriStateControl => ({
      kind: 'triState',
      id: name,
      label: cellLabels[name],
      value: values[name],
      options: [...values[name].keys()].map((value) => ({ value, label: people.get(value) ?? value })),
      onChange: (value) => set({ [name]: value, pageIndex: 0 }),
    }))
  const { id } = values
  if (id === undefined) return own
  return [
    ...own,
    {
      kind: 'choice',
      id: 'id',
      label: 'Catalog',
      value: id,
      neutral: ALL,
      options: [
        { value: ALL, label: 'All' },
        { value: id, label: configs.get(id)?.name ?? id },
      ],
      onChange: () => set({ id: undefined, pageIndex: 0 }),
    },
  ]
}
