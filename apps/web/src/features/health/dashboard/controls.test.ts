import type { CheckFacets } from '@binnacle/contract/health'
import { expect, test, vi } from 'vitest'
import { labelControls, viewControls } from './controls.ts'
import { dashboardFilters, type DashboardValues } from './filters.ts'

function dashboardAt(search: string) {
  const set = vi.fn<(changes: Partial<DashboardValues>) => void>()
  return { values: dashboardFilters.parse(new URLSearchParams(search)), set, href: () => '/' as const }
}

const facets: CheckFacets = {
  tabs: [],
  labels: [{ key: 'team', values: [{ value: 'web', count: 3 }], more: 0 }],
}
const known = { counts: undefined, facets }

test('groups can be by what the specification names, and by each label [HLT-007]', () => {
  const [groupBy] = viewControls(dashboardAt(''), known)
  expect(groupBy?.options.map(({ label }) => label)).toEqual([
    'No Grouping',
    'Group Name',
    'Name',
    'Description',
    'Type',
    'Reason',
    'team',
  ])
})

test('a label that an address names is offered, even where no check has it', () => {
  const dashboard = dashboardAt('groupBy=label:gone&labels=gone%3Dx:1,team%3Dold:-1')
  const [groupBy] = viewControls(dashboard, known)
  expect(groupBy?.options.at(-1)).toEqual({ value: 'label:gone', label: 'gone' })
  const [team, gone] = labelControls(dashboard, known)
  expect(team?.options).toEqual([
    { value: 'web', label: 'web', count: 3 },
    { value: 'old', label: 'old' },
  ])
  expect(gone).toMatchObject({ label: 'gone', value: new Map([['x', 1]]) })
})

test('a change of one label leaves the others as they are, and begins at the first page', () => {
  const dashboard = dashboardAt('labels=team%3Dweb:1,tier%3Da:-1&pageIndex=3')
  const [team] = labelControls(dashboard, known)
  team?.onChange(new Map([['core', -1]]))
  expect(dashboard.set).toHaveBeenCalledWith({
    labels: new Map([
      ['tier=a', -1],
      ['team=core', -1],
    ]),
    pageIndex: 0,
  })
})
