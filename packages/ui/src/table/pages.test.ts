import { describe, expect, it } from 'vitest'
import { clampPage, describePage, doublePage, pageCount, pageSizes } from './pages.ts'
import { virtualRows } from './virtual-rows.ts'

it('offers the page sizes from 5 to 1000 [SHELL-021]', () => {
  expect([...pageSizes]).toEqual([5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000])
})

describe('clampPage', () => {
  it('brings the entered page between 1 and the page count [SHELL-022]', () => {
    expect(clampPage('0', 7)).toBe(1)
    expect(clampPage('-4', 7)).toBe(1)
    expect(clampPage('3', 7)).toBe(3)
    expect(clampPage('900', 7)).toBe(7)
  })

  it('takes no page from what is no number', () => {
    expect(clampPage('', 7)).toBeUndefined()
    expect(clampPage('last', 7)).toBeUndefined()
  })
})

describe('describePage', () => {
  it('names the first and the last row of a page and the total', () => {
    expect(describePage(0, 50, 312)).toBe('1–50 of 312')
    expect(describePage(6, 50, 312)).toBe('301–312 of 312')
    expect(describePage(0, 50, 10_000)).toBe('1–50 of 10,000')
    expect(describePage(0, 50, 0)).toBe('0 of 0')
  })

  it('counts at least one page', () => {
    expect(pageCount(0, 50)).toBe(1)
    expect(pageCount(101, 50)).toBe(3)
  })
})

it('estimates virtual rows at 35 px and renders 10 beyond each edge [SHELL-024, SHELL-025]', () => {
  expect(virtualRows.estimate).toBe(35)
  expect(virtualRows.overscan).toBe(10)
})

describe('a page whose end is reached', () => {
  it('gets twice its size, up to 1000 rows, and keeps its first row [SHELL-023]', () => {
    expect(doublePage({ pageIndex: 0, pageSize: 250 }, 3_000)).toEqual({ pageIndex: 0, pageSize: 500 })
    expect(doublePage({ pageIndex: 0, pageSize: 300 }, 3_000)).toEqual({ pageIndex: 0, pageSize: 600 })
    expect(doublePage({ pageIndex: 0, pageSize: 600 }, 3_000)).toEqual({ pageIndex: 0, pageSize: 1_000 })
    expect(doublePage({ pageIndex: 2, pageSize: 250 }, 3_000)).toEqual({ pageIndex: 1, pageSize: 500 })
  })

  it('stays as it is where no rows follow, at the limit, and where a larger page would begin elsewhere', () => {
    expect(doublePage({ pageIndex: 0, pageSize: 250 }, 250)).toBeUndefined()
    expect(doublePage({ pageIndex: 0, pageSize: 1_000 }, 3_000)).toBeUndefined()
    expect(doublePage({ pageIndex: 1, pageSize: 250 }, 3_000)).toBeUndefined()
  })
})
