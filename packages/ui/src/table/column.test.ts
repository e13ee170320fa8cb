import { describe, expect, it } from 'vitest'
import { fitColumns, gridTemplate } from './column.ts'

const columns = [
  { id: 'name', width: 200 },
  { id: 'health', width: 100, narrow: 'keep' as const },
  { id: 'uptime', width: 80 },
  { id: 'type', width: 80, narrow: 'drop' as const },
  { id: 'created', width: 80, narrow: 'drop' as const },
]

const ids = (list: readonly { id: string }[]): string[] => list.map((column) => column.id)

describe('fitColumns', () => {
  it('shows every column where there is room, and while the width is unknown', () => {
    expect(ids(fitColumns(columns, 540).columns)).toEqual(ids(columns))
    expect(ids(fitColumns(columns, 0).columns)).toEqual(ids(columns))
  })

  it('drops the least important columns first, the last one before the others', () => {
    expect(ids(fitColumns(columns, 539).columns)).toEqual(['name', 'health', 'uptime', 'type'])
    expect(ids(fitColumns(columns, 380).columns)).toEqual(['name', 'health', 'uptime'])
    expect(fitColumns(columns, 380).stacked).toBe(false)
  })

  it('puts the rest under the name when even that is too wide', () => {
    const layout = fitColumns(columns, 360)
    expect(layout.stacked).toBe(true)
    expect(ids(layout.columns)).toEqual(['name', 'health'])
    expect(ids(layout.below)).toEqual(['uptime'])
  })

  it('drops by rank before place, and puts what has a value in words under the name', () => {
    const ranked = [
      { id: 'name', width: 200 },
      { id: 'health', width: 150, stackedWidth: 100, narrow: 'keep' as const },
      { id: 'recent', width: 100, narrow: 'drop' as const, rank: 1 },
      { id: 'uptime', width: 80, rank: 2 },
      { id: 'latency', width: 80, rank: 3 },
    ]
    expect(ids(fitColumns(ranked, 609).columns)).toEqual(['name', 'health', 'recent', 'uptime'])
    expect(ids(fitColumns(ranked, 529).columns)).toEqual(['name', 'health', 'recent'])
    expect(ids(fitColumns(ranked, 349).below)).toEqual(['uptime', 'latency'])
    expect(gridTemplate(ranked.slice(0, 2), true, 0)).toBe('minmax(0, 1fr) 100px')
  })

  it('counts what is no column', () => {
    expect(ids(fitColumns(columns, 540, 36).columns)).toEqual(['name', 'health', 'uptime', 'type'])
  })
})

describe('gridTemplate', () => {
  it('lets the name take what is left', () => {
    expect(gridTemplate(columns.slice(0, 2), false, 36)).toBe('minmax(200px, 1fr) 100px 36px')
    expect(gridTemplate(columns.slice(0, 2), true, 0)).toBe('minmax(0, 1fr) 100px')
  })
})
