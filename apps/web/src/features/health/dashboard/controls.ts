import {
  checkDimension,
  type CheckFacets,
  checkGrouping,
  checkSortColumns,
  checkStates,
  checkStatusFilters,
  labelChoice,
  labelItem,
  labelOfChoice,
  parseLabelItem,
  type StateCounts,
} from '@binnacle/contract/health'
import {
  ALL,
  type ChoiceControl,
  type FilterControl,
  type FilterOption,
  healthAppearance,
  type ToggleControl,
  type TriStateControl,
  type TriStateFilter,
} from '@binnacle/ui'
import type { Filters } from '../../../application/address/use-filters.ts'
import { titleOfKey } from './check-group.ts'
import { type DashboardValues, pivotCellTypes } from './filters.ts'

/** Facts about the selected checks. */
export interface SelectedChecks {
  counts: StateCounts | undefined
  facets: CheckFacets | undefined
  /** Name of the only visible group, if known. */
  group?: string | undefined
  /** Failure of loading the facets. */
  failure?: { message: string; retry?: () => void } | undefined
}

type Dashboard = Filters<DashboardValues>

const groupings = [
  { value: 'none', label: 'No Grouping' },
  { value: 'canary_name', label: 'Group Name' },
  { value: 'name', label: 'Name' },
  { value: 'description', label: 'Description' },
  { value: 'type', label: 'Type' },
  { value: 'reason', label: 'Reason' },
] as const

const cellTypeLabels: Readonly<Record<(typeof pivotCellTypes)[number], string>> = {
  count: 'Count',
  latency: 'Latency',
  uptime: 'Uptime',
}

/** Sort orders to choose from, including some without a column. */
const orders = [
  { value: 'status.asc', label: 'Broken first' },
  { value: 'failing_since.asc', label: 'Longest failing' },
  { value: 'failures.desc', label: 'Most failing' },
  { value: 'name.asc', label: 'Name' },
  { value: 'last_transition_time.desc', label: 'Latest change first' },
  { value: 'uptime.asc', label: 'Least uptime first' },
  { value: 'latency.desc', label: 'Slowest first' },
] as const

/** Returns the current order as an option, even if it is not a common one. */
function orderOptions(chosen: string): readonly FilterOption[] {
  return orders.some(({ value }) => value === chosen)
    ? orders
    : [...orders, { value: chosen, label: chosen.replace('.', ', ').replaceAll('_', ' ') }]
}

/** Returns an option per label key, and one for the selected key even if no check has it any more. */
function labelOptions(facets: CheckFacets | undefined, chosen: string): FilterOption[] {
  const keys = (facets?.labels ?? []).map(({ key }) => key)
  const own = labelOfChoice(chosen)
  const all = own === undefined || keys.includes(own) ? keys : [...keys, own]
  return all.map((key) => ({ value: labelChoice(key), label: key }))
}

/**
 * Creates a control for a display setting. A display setting filters nothing, so none of its values counts as an
 * active filter.
 */
function view(
  id: string,
  label: string,
  value: string,
  options: readonly FilterOption[],
  onChange: (value: string) => void,
): ChoiceControl {
  return { kind: 'choice', id, label, value, neutral: value, options, onChange }
}

/** Controls for grouping, tabs and the pivot table. */
export function viewControls(
  { values, set }: Dashboard,
  { facets }: SelectedChecks,
): readonly ChoiceControl[] {
  const pivot =
    values.pivotBy === 'label' && values.pivotLabel !== undefined
      ? labelChoice(values.pivotLabel)
      : values.pivotBy
  const dimensions = [
    { value: 'namespace', label: 'Namespace' },
    { value: 'agent', label: 'Agent' },
  ]
  return [
    view(
      'groupBy',
      'Group By',
      values.groupBy,
      [...groupings, ...labelOptions(facets, values.groupBy)],
      (text) =>
        set({
          groupBy: checkGrouping.safeParse(text).data ?? 'canary_name',
          group: undefined,
          collapsed: [],
          pageIndex: 0,
        }),
    ),
    view('tabBy', 'Tab By', values.tabBy, [...dimensions, ...labelOptions(facets, values.tabBy)], (text) =>
      set({ tabBy: checkDimension.safeParse(text).data ?? 'namespace', tab: undefined, pageIndex: 0 }),
    ),
    view(
      'pivotBy',
      'Pivot By',
      pivot,
      [{ value: 'none', label: 'No Pivot' }, ...dimensions, ...labelOptions(facets, pivot)],
      (text) => {
        const label = labelOfChoice(text)
        const pivotBy =
          label === undefined ? (text === 'namespace' || text === 'agent' ? text : 'none') : 'label'
        set({ pivotBy, pivotLabel: label, pageIndex: 0 })
      },
    ),
    view(
      'sort',
      'Sort By',
      `${values.sortBy}.${values.sortOrder}`,
      orderOptions(`${values.sortBy}.${values.sortOrder}`),
      (text) => {
        const [column, order] = text.split('.')
        set({
          sortBy: checkSortColumns.find((candidate) => candidate === column) ?? 'status',
          sortOrder: order === 'desc' ? 'desc' : 'asc',
          pageIndex: 0,
        })
      },
    ),
    ...(values.pivotBy === 'none'
      ? []
      : [
          view(
            'pivotCellType',
            'Cells',
            values.pivotCellType,
            pivotCellTypes.map((value) => ({ value, label: cellTypeLabels[value] })),
            (text) => set({ pivotCellType: pivotCellTypes.find((type) => type === text) ?? 'count' }),
          ),
        ]),
  ]
}

/** Filters by health. "Hide passing" is on by default, so it does not count as an active filter. */
export function healthControls(
  { values, set }: Dashboard,
  { counts }: SelectedChecks,
): readonly [ToggleControl, ChoiceControl] {
  return [
    {
      kind: 'toggle',
      id: 'hidePassing',
      label: 'Hide Passing',
      value: values.hidePassing,
      neutral: values.hidePassing,
      onChange: (hidePassing) => set({ hidePassing, pageIndex: 0 }),
    },
    {
      kind: 'choice',
      id: 'status',
      label: 'Health',
      value: values.status,
      neutral: ALL,
      onChange: (value) =>
        set({ status: checkStatusFilters.find((status) => status === value) ?? ALL, pageIndex: 0 }),
      options: [
        { value: ALL, label: 'All' },
        ...checkStates.map((state) => ({
          value: state,
          label: healthAppearance(state).word,
          ...(counts === undefined ? {} : { count: counts[state] }),
        })),
        ...(values.status === 'warning'
          ? [{ value: values.status, label: healthAppearance(values.status).word, count: 0 }]
          : []),
      ],
    },
  ]
}

/** Returns the states of one key in a label filter, by value. */
function ofKey(labels: TriStateFilter, key: string): TriStateFilter {
  return new Map(
    [...labels].flatMap(([item, state]) => {
      const label = parseLabelItem(item)
      return label?.key === key ? [[label.value, state] as const] : []
    }),
  )
}

/** Returns a label filter with the states of one key replaced. */
export function withKey(labels: TriStateFilter, key: string, chosen: TriStateFilter): TriStateFilter {
  const others = [...labels].filter(([item]) => parseLabelItem(item)?.key !== key)
  return new Map([
    ...others,
    ...Array.from(chosen, ([value, state]) => [labelItem(key, value), state] as const),
  ])
}

/** Returns a filter per label key. A selected value is offered even if no check has it any more. */
export function labelControls(
  { values, set }: Dashboard,
  { facets }: SelectedChecks,
): readonly TriStateControl[] {
  const known = new Map((facets?.labels ?? []).map((label) => [label.key, label.values]))
  for (const item of values.labels.keys()) {
    const label = parseLabelItem(item)
    if (label !== undefined && !known.has(label.key)) known.set(label.key, [])
  }
  return Array.from(known, ([key, found]) => {
    const chosen = ofKey(values.labels, key)
    const missing = [...chosen.keys()].filter((value) => !found.some((option) => option.value === value))
    return {
      kind: 'triState',
      id: `label:${key}`,
      label: key,
      value: chosen,
      options: [
        ...found.map(({ value, count }) => ({ value, label: value === '' ? '(empty)' : value, count })),
        ...missing.map((value) => ({ value, label: value })),
      ],
      onChange: (next) => set({ labels: withKey(values.labels, key, next), pageIndex: 0 }),
    }
  })
}

/** Filter of the only visible group, if one is selected. */
function groupControls({ values, set }: Dashboard, { group }: SelectedChecks): readonly ChoiceControl[] {
  if (values.group === undefined) return []
  return [
    {
      kind: 'choice',
      id: 'group',
      label: 'Group',
      value: values.group,
      neutral: ALL,
      options: [
        { value: ALL, label: 'All' },
        { value: values.group, label: group ?? titleOfKey(values.group, values.groupBy) },
      ],
      onChange: (value) => set({ group: value === ALL ? undefined : value, pageIndex: 0 }),
    },
  ]
}

/** All filters and display settings, for the menu of small screens. */
export function allControls(dashboard: Dashboard, known: SelectedChecks): readonly FilterControl[] {
  return [
    ...healthControls(dashboard, known),
    ...groupControls(dashboard, known),
    ...viewControls(dashboard, known),
    ...labelControls(dashboard, known),
  ]
}
