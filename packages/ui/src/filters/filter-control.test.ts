import { expect, it, vi } from 'vitest'
import { activeFilters, describeFilter, type FilterControl } from './filter-control.ts'
import type { TriStateFilter } from './tri-state.ts'

const onStatus = vi.fn<(value: string) => void>()
const onToggle = vi.fn<(value: boolean) => void>()
const onTypes = vi.fn<(value: TriStateFilter) => void>()

function controls(status: string, hidePassing: boolean, types: TriStateFilter): readonly FilterControl[] {
  return [
    {
      kind: 'choice',
      id: 'status',
      label: 'Status',
      value: status,
      neutral: 'all',
      options: [{ value: 'unhealthy', label: 'Unhealthy' }],
      onChange: onStatus,
    },
    {
      kind: 'toggle',
      id: 'passing',
      label: 'Hide passing',
      value: hidePassing,
      neutral: false,
      onChange: onToggle,
    },
    { kind: 'triState', id: 'type', label: 'Type', value: types, options: [], onChange: onTypes },
  ]
}

it('lists nothing while every filter is neutral', () => {
  expect(activeFilters(controls('all', false, new Map()))).toEqual([])
})

it('lists each value in force, in words, and takes it away alone', () => {
  const active = activeFilters(
    controls(
      'unhealthy',
      true,
      new Map([
        ['http', 1],
        ['dns', -1],
      ]),
    ),
  )
  expect(active.map(describeFilter)).toEqual([
    'Status: Unhealthy',
    'Hide passing',
    'Type: http',
    'Type: not dns',
  ])
  for (const filter of active) filter.remove()
  expect(onStatus).toHaveBeenCalledWith('all')
  expect(onToggle).toHaveBeenCalledWith(false)
  expect(onTypes).toHaveBeenLastCalledWith(new Map([['http', 1]]))
})
